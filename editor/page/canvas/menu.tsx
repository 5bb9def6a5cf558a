// The menu of what is under the pointer, from the one table: what can be done with it now.

import { useMemo } from 'react';
import { choose, pasteFromMenu } from '../app/keys';
import { ContextMenu } from '../app/menus';
import { context } from '../commands/context';
import { perform, performAny, possible } from '../commands/run';
import { commands } from '../commands/table';
import { isOffered, type Group } from '../commands/types';
import type { Point } from './geometry';
import { STATE_HEIGHT } from './scene';
import { canvas, useCanvas, type MenuKind } from './state';

const GROUPS: Record<MenuKind, readonly Group[]> = {
  state: ['state', 'transition', 'edit', 'layout'],
  transition: ['transition', 'edit'],
  ground: ['state', 'edit', 'layout', 'view'],
};

/** Of the ground only these make sense; undo and the like have places of their own. */
const GROUND = /^(state\.create|edit\.(paste|selectAll)|layout\.(all|snap)|group\.create|view\.(fit|up|back|minimap))/;
const NEVER = /^edit\.(undo|redo|selectNone)/;

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

/** What is made from the menu of the ground stands where that was opened. */
function pickOnGround(name: string, { x, y }: Point): void {
  if (name.startsWith('state.create')) performAny(name, { at: [x - 70, y - STATE_HEIGHT / 2] });
  else if (name === 'edit.paste') void pasteFromMenu([x, y]);
  else if (name === 'group.create') perform('group.create', { name: 'Group', at: [x, y], size: [320, 200] });
  else choose(name);
}

export function CanvasMenu() {
  const menu = useCanvas((state) => state.menu);
  const names = useMemo(() => (menu ? offered(menu.kind) : []), [menu]);
  if (!menu || names.length === 0) return null;
  return <ContextMenu x={menu.x} y={menu.y} names={names} close={close} pick={menu.kind === 'ground' ? (name) => pickOnGround(name, menu.at) : undefined} />;
}
