// What several commands share: changing the graph, fields that say no more than is so anyway, and what is selected.
import type { Changes } from '../document/changes';
import type { Value } from '../document/format';
import { edit } from '../document/store';
import type { Path } from '../document/text';
import { clipsNamed } from '../graph/references';
import { stateOf } from '../graph/places';
import type { MachineView, Point, StateView, TransitionView } from '../graph/types';
import { live } from '../live/bus';
import type { View } from './context';
import { Refused } from './types';

export function change(view: View, label: string, make: (c: Changes) => void): boolean {
  return view.doc !== undefined && edit(label, view.doc.id, make);
}

/** Sets a field, or takes it out where `value` is what it is when left out. What already says so stays as it is written. */
export function put(c: Changes, path: Path, value: Value | undefined, leftOut?: Value, after?: string): void {
  if (value !== undefined && value !== leftOut) c.set(path, value, after);
  else if (c.get(path) && c.value(path) !== value) c.remove(path);
}

export function removeAll(c: Changes, paths: readonly Path[]): void {
  // From the end of each list, so that the numbers before stay.
  const sorted = [...paths].sort((one, other) => Number(other[other.length - 1]) - Number(one[one.length - 1]));
  for (const path of sorted) c.remove(path);
}

export function machineOf(view: View): MachineView {
  if (!view.machine) throw new Refused('No graph is open.');
  return view.machine;
}

export function stateCalled(view: View, name: string): StateView {
  const state = view.machine && stateOf(view.machine, name);
  if (!state) throw new Refused(`There is no state “${name}” here.`);
  return state;
}

export function transitionsOf(view: View, ids: readonly number[]): TransitionView[] {
  const wanted = new Set(ids);
  return view.machine?.transitions.filter((transition) => wanted.has(transition.id)) ?? [];
}

export function transitionCalled(view: View, id: number): TransitionView {
  const transition = transitionsOf(view, [id])[0];
  if (!transition) throw new Refused('That transition is gone.');
  return transition;
}

export function selectedStates(view: View): StateView[] {
  const machine = view.machine;
  return machine ? view.state.selection.states.flatMap((name) => stateOf(machine, name) ?? []) : [];
}

/** The one state that is selected, and no more. */
export function onlyState(view: View): StateView | undefined {
  const states = selectedStates(view);
  return states.length === 1 ? states[0] : undefined;
}

export function selectedTransitions(view: View): TransitionView[] {
  return transitionsOf(view, view.state.selection.transitions);
}

/** The clips of the model that is shown, else those that the graph names. */
export function clipsKnown(view: View): string[] {
  const model = live.preview.model?.clips.map((clip) => clip.name) ?? [];
  return model.length > 0 ? model : view.graph ? clipsNamed(view.graph) : [];
}

export function isVersion1(view: View): boolean {
  return view.graph?.version === 1;
}

export const VERSION_1 = 'A file of version 1 has one layer. Upgrade it first: File, Upgrade to version 2.';

export function rounded(point: Point): Point {
  return [Math.round(point[0]) + 0, Math.round(point[1]) + 0];
}

/** Where a new state is not upon another: at `wanted`, or to the right and below until there is room. */
export function freePlace(machine: MachineView, wanted?: Point): Point {
  let [x, y] = wanted ?? [80, 80];
  const taken = (at: Point) => machine.states.some(({ position }) => position && Math.abs(position[0] - at[0]) < 150 && Math.abs(position[1] - at[1]) < 60);
  for (let turn = 0; turn < 200 && taken([x, y]); turn++) {
    y += 80;
    if (turn % 6 === 5) [x, y] = [x + 200, y - 480];
  }
  return rounded([x, y]);
}
