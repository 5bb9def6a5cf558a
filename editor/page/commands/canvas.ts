// What is done on the canvas alone: placing what was dragged, walking by the arrow keys, connecting by them. Keys of the
// canvas are heard by the canvas when it has the focus.
import type { Rect } from '../canvas/geometry';
import type { Direction } from '../canvas/spatial';
import type { Id } from '../document/ids';
import type { Point } from '../graph/types';
import { change, machineOf, rounded } from './edits';
import type { View } from './context';
import { moveStates } from './state';
import { command } from './types';

export interface Placing {
  readonly states: readonly (readonly [string, Point])[];
  readonly boxes: readonly (readonly ['any' | 'entry' | 'exit', Point])[];
  readonly groups: readonly (readonly [Id, Rect])[];
}

/** What the canvas does by itself when it is there; it is not in tests of the document, and not under a blend space. */
export interface Hands {
  walk(direction: Direction, extend: boolean): void;
  connect(): void;
  cycle(by: 1 | -1): void;
  bundle(): void;
}

let hands: Hands | undefined;

/** Gives what ends it. */
export function lendHands(mine: Hands): () => void {
  hands = mine;
  return () => {
    if (hands === mine) hands = undefined;
  };
}

function name(view: View, { states, boxes, groups }: Placing): string {
  if (groups.length > 0) return `Move the group ${machineOf(view).groups.find(({ id }) => id === groups[0]![0])?.name ?? ''}`.trim();
  const count = states.length + boxes.length;
  return count === 1 ? `Move ${states[0]?.[0] ?? `the ${boxes[0]![0]} box`}` : `Move ${count} states`;
}

const handy = (title: string, keys: string, run: (mine: Hands) => void) => command<undefined>({
  title, group: 'view', changes: 'view', keys, native: true,
  args: (view) => (view.machine && hands ? undefined : null), why: () => 'Open a graph first.',
  run: () => { if (hands) run(hands); },
  examples: () => [undefined],
});

export const canvasCommands = {
  'canvas.place': command<Placing>({
    title: 'Move states, boxes and groups', group: 'layout', changes: 'document', menu: false, args: () => null,
    run(view, placing) {
      const machine = machineOf(view);
      change(view, name(view, placing), (c) => {
        moveStates(c, view, placing.states);
        for (const [box, at] of placing.boxes) c.set([...machine.path, 'editor', 'places', box], rounded(at));
        for (const [id, rect] of placing.groups) {
          const group = machine.groups.find((one) => one.id === id);
          if (!group) continue;
          c.set([...group.path, 'at'], rounded([rect.x, rect.y]));
          c.set([...group.path, 'size'], rounded([rect.w, rect.h]));
        }
      });
    },
    examples: (view) => (view.machine ? [{
      states: view.machine.states.slice(0, 2).map((state, index) => [state.name, [index * 40 - 20, 60.4]] as const),
      boxes: [['any', [-200, 40]] as const],
      groups: view.machine.groups.map(({ id }) => [id, { x: -10, y: 5, w: 300, h: 200 }] as const),
    }] : []),
  }),
  'canvas.walk': handy('Select the next state that way (Shift: it too)', 'ArrowLeft ArrowRight ArrowUp ArrowDown', (mine) => mine.walk('right', false)),
  'canvas.connect': handy('Connect the selected state: arrow keys choose to which', 'C', (mine) => mine.connect()),
  'canvas.cycle': handy('Select the next transition of the state', 'T', (mine) => mine.cycle(1)),
  'canvas.cycleBack': handy('Select the transition before', 'Shift+T', (mine) => mine.cycle(-1)),
  'canvas.bundle': handy('Open or close a bundle of transitions', 'B', (mine) => mine.bundle()),
  'canvas.nudge': command<{ by: Point }>({
    title: 'Move the selected states a step', group: 'layout', changes: 'document', keys: 'Alt+ArrowLeft Alt+ArrowRight Alt+ArrowUp Alt+ArrowDown', native: true,
    args: (view) => (view.state.selection.states.length > 0 ? { by: [20, 0] } : null), why: () => 'Select a state first.',
    run(view, { by }) {
      const states = machineOf(view).states.filter((state) => view.state.selection.states.includes(state.name));
      const places = states.map(({ name: called, position = [0, 0] as const }) => [called, [position[0] + by[0], position[1] + by[1]]] as const);
      change(view, places.length === 1 ? `Move ${places[0]![0]}` : `Move ${places.length} states`, (c) => moveStates(c, view, places));
    },
    examples: () => [{ by: [-20, 1] }],
  }),
};
