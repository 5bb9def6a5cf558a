// The menu of what is under the pointer, from the one table: what can be done with it now.

import { useEffect, useLayoutEffect, useRef } from 'react';
import { context } from '../commands/context';
import { performAny, possible } from '../commands/run';
import { commands, type AnyCommand } from '../commands/table';
import { isOffered, type Group } from '../commands/types';
import { canvas, useCanvas, type MenuKind } from './state';

const GROUPS: Record<MenuKind, readonly Group[]> = {
  state: ['state', 'transition', 'edit', 'layout'],
  transition: ['transition', 'edit'],
  ground: ['state', 'edit', 'layout', 'view'],
};

/** Of the ground only these make sense; undo and the like have places of their own. */
const GROUND = /^(state\.create|edit\.(paste|selectAll)|layout\.(all|snap)|group\.create|view\.(fit|up|back|minimap))/;
const NEVER = /^edit\.(undo|redo|deselect)/;

function offered(kind: MenuKind): AnyCommand[][] {
  const view = context();
  return GROUPS[kind]
    .map((group) => commands.filter((one) =>
      one.group === group && isOffered(one) && !NEVER.test(one.name) &&
      (kind === 'ground' ? GROUND.test(one.name) : !one.name.startsWith('state.create')) && possible(one, view).can))
    .filter((list) => list.length > 0);
}

export function shownKeys(keys: string | undefined): string {
  return (keys ?? '').split(' ')[0]!.replace('Arrow', '').replaceAll('+', ' ');
}

export function CanvasMenu() {
  const menu = useCanvas((state) => state.menu);
  const root = useRef<HTMLDivElement>(null);
  const close = (): void => {
    canvas.setState({ menu: undefined });
    document.querySelector<HTMLElement>('.canvas')?.focus({ preventScroll: true });
  };
  useLayoutEffect(() => {
    const element = root.current;
    if (!menu || !element) return;
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${Math.max(4, Math.min(menu.x, innerWidth - width - 4))}px`;
    element.style.top = `${Math.max(4, Math.min(menu.y, innerHeight - height - 4))}px`;
    element.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
  }, [menu]);
  useEffect(() => {
    if (!menu) return;
    const outside = (event: PointerEvent): void => {
      if (!root.current?.contains(event.target as Node)) canvas.setState({ menu: undefined });
    };
    window.addEventListener('pointerdown', outside, true);
    window.addEventListener('blur', close);
    return () => {
      window.removeEventListener('pointerdown', outside, true);
      window.removeEventListener('blur', close);
    };
  }, [menu]);
  if (!menu) return null;
  const lists = offered(menu.kind);
  const walk = (by: number): void => {
    const items = [...(root.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    items[(at + by + items.length) % items.length]?.focus();
  };
  return (
    <div
      ref={root}
      className="menu canvas-menu"
      role="menu"
      aria-label="What can be done here"
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape' || event.key === 'Tab') close();
        else if (event.key === 'ArrowDown') walk(1);
        else if (event.key === 'ArrowUp') walk(-1);
        else return;
        event.preventDefault();
      }}
      onContextMenu={(event) => event.preventDefault()}
    >
      {lists.length === 0 && <p className="hint">Nothing can be done here just now.</p>}
      {lists.map((list, i) => (
        <div key={i} role="group" className="menu-group">
          {list.map((one) => (
            <button
              key={one.name}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                close();
                performAny(one.name);
              }}
            >
              {one.title}
              {one.keys && <span className="keys">{shownKeys(one.keys)}</span>}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}
