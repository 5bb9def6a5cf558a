// Menus, made from the table of commands.
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { context } from '../commands/context';
import { possible } from '../commands/run';
import { commandCalled, commands, groups, type AnyCommand } from '../commands/table';
import { isOffered, type Group } from '../commands/types';
import { choose, keysShown } from './keys';

function items(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
}

function step(menu: HTMLElement | null, by: number | 'first' | 'last'): void {
  const all = items(menu);
  const at = all.indexOf(document.activeElement as HTMLElement);
  const to = by === 'first' ? 0 : by === 'last' ? all.length - 1 : (at + by + all.length) % all.length;
  all[to]?.focus();
}

export function MenuList({ list, close, label, pick = choose, side, menu }: {
  list: readonly AnyCommand[]; close: () => void; label: string; pick?: ((name: string) => void) | undefined; side?: ((by: 1 | -1) => void) | undefined; menu: RefObject<HTMLDivElement | null>;
}) {
  const now = context();
  useEffect(() => step(menu.current, 'first'), [menu]);
  const key = (event: KeyboardEvent): void => {
    const typed = event.key.length === 1 ? event.key.toLowerCase() : '';
    if (event.key === 'ArrowDown') step(menu.current, 1);
    else if (event.key === 'ArrowUp') step(menu.current, -1);
    else if (event.key === 'Home') step(menu.current, 'first');
    else if (event.key === 'End') step(menu.current, 'last');
    else if (event.key === 'Escape' || event.key === 'Tab') close();
    else if (side && event.key === 'ArrowRight') side(1);
    else if (side && event.key === 'ArrowLeft') side(-1);
    else if (typed !== '' && typed !== ' ') items(menu.current).find((item) => item.textContent?.toLowerCase().startsWith(typed))?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={menu} role="menu" aria-label={label} className="menu" onKeyDown={key}>
      {list.map((one) => {
        const { can, why } = possible(one, now);
        return (
          <button key={one.name} type="button" role="menuitem" aria-disabled={!can} title={why} data-command={one.name} tabIndex={-1} onClick={() => { close(); pick(one.name); }}>
            {one.title}<span className="keys">{keysShown(one.keys)}</span>
          </button>
        );
      })}
    </div>
  );
}

const listOf = (group: Group) => commands.filter((one) => one.group === group && isOffered(one));
const shown = groups.filter(({ group }) => listOf(group).length > 0);

export function MenuBar() {
  const [open, setOpen] = useState<number | undefined>();
  const [at, setAt] = useState(0);
  const bar = useRef<HTMLDivElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const tops = (): HTMLElement[] => [...(bar.current?.querySelectorAll<HTMLElement>('.menu-top') ?? [])];
  const close = (): void => {
    setOpen(undefined);
    tops()[at]?.focus();
  };
  const go = (by: number): void => {
    const to = (at + by + shown.length) % shown.length;
    setAt(to);
    tops()[to]?.focus();
    if (open !== undefined) setOpen(to);
  };
  useEffect(() => {
    if (open === undefined) return undefined;
    const away = (event: PointerEvent): void => { if (!bar.current?.contains(event.target as Node)) setOpen(undefined); };
    window.addEventListener('pointerdown', away, true);
    return () => window.removeEventListener('pointerdown', away, true);
  }, [open]);
  return (
    <div ref={bar} role="menubar" aria-label="Menu" className="menu-bar">
      {shown.map(({ group, title }, index) => (
        <div key={group} className="menu-place" role="none">
          <button type="button" role="menuitem" className="quiet menu-top" aria-haspopup="menu" aria-expanded={open === index} tabIndex={at === index ? 0 : -1}
            onClick={() => { setAt(index); setOpen(open === index ? undefined : index); }} onPointerEnter={() => { if (open !== undefined) { setAt(index); setOpen(index); } }}
            onKeyDown={(event) => {
              if (event.key === 'ArrowRight') go(1);
              else if (event.key === 'ArrowLeft') go(-1);
              else if (event.key === 'ArrowDown') setOpen(index);
              else if (event.key === 'Escape') setOpen(undefined);
              else return;
              event.preventDefault();
              event.stopPropagation();
            }}>
            {title}
          </button>
          {open === index && <MenuList key={group} menu={menu} list={listOf(group)} label={title} close={close} side={go} />}
        </div>
      ))}
    </div>
  );
}

/** A menu at the pointer: what is offered for what is there. */
export function ContextMenu({ x, y, names, close, pick }: { x: number; y: number; names: readonly string[]; close: () => void; pick?: ((name: string) => void) | undefined }) {
  const menu = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState({ x, y });
  useLayoutEffect(() => {
    const size = menu.current?.getBoundingClientRect();
    if (size) setAt({ x: Math.max(4, Math.min(x, innerWidth - size.width - 4)), y: Math.max(4, Math.min(y, innerHeight - size.height - 4)) });
  }, [x, y]);
  useEffect(() => {
    const away = (event: PointerEvent): void => { if (!menu.current?.contains(event.target as Node)) close(); };
    window.addEventListener('pointerdown', away, true);
    window.addEventListener('blur', close);
    return () => {
      window.removeEventListener('pointerdown', away, true);
      window.removeEventListener('blur', close);
    };
  }, [close]);
  return (
    <div className="context-menu" style={{ left: at.x, top: at.y }}>
      <MenuList menu={menu} list={names.map(commandCalled)} label="What can be done here" close={close} pick={pick} />
    </div>
  );
}
