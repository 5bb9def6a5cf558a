// Where things stand: aligning, the boxes of any, entry and exit, groups. Sizes are those that the canvas has measured.
import { align, distribute, toGrid, type Align } from '../canvas/arrange';
import type { Rect } from '../canvas/geometry';
import type { Id } from '../document/ids';
import type { GroupView, Point } from '../graph/types';
import { ask } from '../app/ask';
import { view as viewStore } from '../app/view';
import { change, machineOf, put, rounded, selectedStates } from './edits';
import type { View } from './context';
import { moveStates } from './state';
import { command, fromPanel, Refused } from './types';

/** Where a state's box stands, by its name, in the machine that is shown; the canvas sets it. */
export const standing = { of: (_name: string): Rect | undefined => undefined };

function boxes(view: View): Map<string, Rect> {
  return new Map(selectedStates(view).map((state, index) => {
    const [x, y] = state.position ?? [80 + index * 220, 80];
    return [state.name, standing.of(state.name) ?? { x, y, w: 160, h: 56 }];
  }));
}

type Placed = { places: readonly (readonly [string, Point])[] };

function arranged(view: View, how: (all: Map<string, Rect>) => Map<string, { x: number; y: number }>): Placed {
  return { places: [...how(boxes(view))].map(([name, { x, y }]) => [name, [x, y]]) };
}

function arranging(title: string, least: number, how: (all: Map<string, Rect>) => Map<string, { x: number; y: number }>, keys?: string) {
  return command<Placed>({
    title, group: 'layout', changes: 'document', ...(keys ? { keys } : {}),
    args: (view) => (selectedStates(view).length >= least ? arranged(view, how) : null),
    why: () => `Select ${least === 1 ? 'a state' : `${least} states or more`} first.`,
    run: (view, { places }) => void change(view, title, (c) => moveStates(c, view, places)),
    examples(view) {
      const all = view.machine?.states.map((state) => state.name) ?? [];
      return all.length < least ? [] : [arranged({ ...view, state: { ...view.state, selection: { ...view.state.selection, states: all } } }, how)];
    },
  });
}

const aligning = (how: Align, title: string, keys?: string) => arranging(title, 2, (all) => align(all, how), keys);

function groupOf(view: View, id: Id): GroupView {
  const group = machineOf(view).groups.find((one) => one.id === id);
  if (!group) throw new Refused('That group is gone.');
  return group;
}

// Around the selected states, with room for the name.
function around(view: View): { at: Point; size: Point } {
  const all = [...boxes(view).values()];
  if (all.length === 0) return { at: [40, 40], size: [320, 200] };
  const left = Math.min(...all.map((box) => box.x)) - 24;
  const top = Math.min(...all.map((box) => box.y)) - 44;
  const right = Math.max(...all.map((box) => box.x + box.w)) + 24;
  const bottom = Math.max(...all.map((box) => box.y + box.h)) + 24;
  return { at: rounded([left, top]), size: rounded([right - left, bottom - top]) };
}

export const layoutCommands = {
  'layout.alignLeft': aligning('left', 'Align left edges'),
  'layout.alignCentre': aligning('centre', 'Align centres'),
  'layout.alignRight': aligning('right', 'Align right edges'),
  'layout.alignTop': aligning('top', 'Align top edges'),
  'layout.alignMiddle': aligning('middle', 'Align middles'),
  'layout.alignBottom': aligning('bottom', 'Align bottom edges'),
  'layout.spreadX': arranging('Spread evenly across', 3, (all) => distribute(all, 'x')),
  'layout.spreadY': arranging('Spread evenly down', 3, (all) => distribute(all, 'y')),
  'layout.toGrid': arranging('Put on the grid', 1, toGrid, 'G'),
  'layout.all': command<undefined>({
    title: 'Lay out all states', group: 'layout', changes: 'view', keys: 'Shift+L', args: (view) => (view.machine ? undefined : null),
    run: () => ask('layout-all'), examples: () => [undefined],
  }),
  'layout.selection': command<undefined>({
    title: 'Lay out the selected states', group: 'layout', changes: 'view', keys: 'L',
    args: (view) => (selectedStates(view).length > 1 ? undefined : null), why: () => 'Select two states or more first.',
    run: () => ask('layout-selection'), examples: () => [undefined],
  }),
  'layout.apply': command<Placed>({
    title: 'Lay out', group: 'layout', changes: 'document', args: fromPanel,
    run: (view, { places }) => void change(view, 'Lay out', (c) => moveStates(c, view, places)),
    examples: (view) => [{ places: view.machine?.states.map((state, index) => [state.name, [index * 100, 0] as const] as const) ?? [] }],
  }),
  'group.create': command<{ name: string; at: Point; size: Point }>({
    title: 'Draw a group box', group: 'layout', changes: 'document', keys: 'Ctrl+G',
    args: (view) => (view.machine ? { name: 'Group', ...around(view) } : null),
    run(view, { name, at, size }) {
      const machine = machineOf(view);
      change(view, `Group ${name}`, (c) => c.insert([...machine.path, 'editor', 'groups'], machine.groups.length, { name, at: rounded(at), size: rounded(size) }));
    },
    examples: (view) => (view.machine ? [{ name: 'On the ground', at: [0, 0], size: [300, 200] }] : []),
  }),
  'group.set': command<{ id: Id; name?: string; at?: Point; size?: Point; color?: string }>({
    title: 'Change a group box', group: 'layout', changes: 'document', args: fromPanel,
    run(view, { id, name, at, size, color }) {
      const group = groupOf(view, id);
      change(view, `Change ${group.name || 'a group'}`, (c) => {
        if (name !== undefined) c.set([...group.path, 'name'], name);
        if (at) c.set([...group.path, 'at'], rounded(at));
        if (size) c.set([...group.path, 'size'], rounded(size));
        if (color !== undefined) put(c, [...group.path, 'color'], color, '');
      });
    },
    examples: (view) => view.machine?.groups.map(({ id }) => ({ id, name: '', at: [1, 2] as const, size: [30, 40] as const, color: 'teal' })) ?? [],
  }),
  'layout.snap': command<undefined>({
    title: 'Snap to the grid while moving', group: 'layout', changes: 'view', args: () => undefined,
    run: (view) => viewStore.setState({ snap: !view.state.snap }), examples: () => [undefined],
  }),
};
