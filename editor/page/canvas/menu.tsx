// The menu of what is under the pointer, from the one table: what can be done with it now.

import { useMemo } from 'react';
import { ContextMenu } from '../app/menus';
import { context } from '../commands/context';
import { possible } from '../commands/run';
import { commands } from '../commands/table';
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

function offered(kind: MenuKind): string[] {
  const view = context();
  return GROUPS[kind].flatMap((group) => commands.filter((one) =>
    one.group === group && isOffered(one) && !NEVER.test(one.name) &&
    (kind === 'ground' ? GROUND.test(one.name) : !one.name.startsWith('state.create')) && possible(one, view).can).map((one) => one.name));
}

function close(): void {
  canvas.setState({ menu: undefined });
  document.querySelector<HTMLElement>('.canvas')?.focus({ preventScroll: true });
}

export function CanvasMenu() {
  const menu = useCanvas((state) => state.menu);
  const names = useMemo(() => (menu ? offered(menu.kind) : []), [menu]);
  if (!menu || names.length === 0) return null;
  return <ContextMenu x={menu.x} y={menu.y} names={names} close={close} />;
}
