// What the canvas asks of the document: commands of the one table, by the names that boxes have here.

import { tell, view } from '../app/view';
import { context } from '../commands/context';
import { perform } from '../commands/run';
import type { Id } from '../document/ids';
import { freeName as freeOf, refuseState } from '../graph/names';
import type { Point, Rect } from './geometry';
import { ANY, ENTRY, ENTRY_ARROW, EXIT, isState, type BoxKind } from './model';

const KINDS: Record<string, BoxKind> = { [ENTRY]: 'entry', [ANY]: 'any', [EXIT]: 'exit' };

const pair = (p: Point): [number, number] => [p.x, p.y];
const source = (box: string): string => (box === ANY ? '*' : box);
const goal = (box: string): string => (box === EXIT ? '<exit>' : box);

export function moveBoxes(places: ReadonlyMap<string, Point>, groups: ReadonlyMap<Id, Rect>): void {
  const all = [...places];
  perform('canvas.place', {
    states: all.filter(([name]) => isState(name)).map(([name, p]) => [name, pair(p)] as const),
    boxes: all.filter(([name]) => !isState(name)).map(([name, p]) => [KINDS[name]!, pair(p)] as const),
    groups: [...groups],
  });
}

export function connect(from: string, to: string): void {
  if (from === ENTRY) perform('state.setEntry', { state: to });
  else perform('transition.create', { from: source(from), to: goal(to) });
}

export function attach(id: Id, end: 'from' | 'to', box: string): void {
  if (id === ENTRY_ARROW) perform('state.setEntry', { state: box });
  else perform('transition.reconnect', end === 'from' ? { id, from: source(box) } : { id, to: goal(box) });
}

/** `from`: the box that a transition leads from to the new state. */
export function createState(name: string, p: Point, from: string | undefined): void {
  perform('state.create', { name, at: pair(p), ...(from === undefined ? {} : { from: source(from) }) });
}

export function createFromClips(clips: readonly string[], p: Point): void {
  perform('state.fromClips', { clips, at: pair(p) });
}

const names = (): string[] => context().machine?.states.map((state) => state.name) ?? [];

export const freeName = (wish: string): string => freeOf(wish, names());

/** Why a state may not have that name; none: it may. `mine` is the name that it has now. */
export function nameProblem(name: string, mine?: string): string | undefined {
  return name === mine ? undefined : refuseState(name, names());
}

export function rename(state: string, name: string): void {
  if (state !== name) perform('state.rename', { state, name });
  stopRenaming();
}

export function stopRenaming(): void {
  view.setState({ renaming: undefined });
  document.querySelector<HTMLElement>('.canvas')?.focus({ preventScroll: true });
}

export const say = (sentence: string): void => tell(sentence, 'refused');

export { perform };
