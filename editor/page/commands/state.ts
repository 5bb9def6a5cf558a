// States: making, naming, placing, what they play.
import { Members, type Value } from '../document/format';
import type { Changes } from '../document/changes';
import { freeName, refuseState } from '../graph/names';
import { renameState } from '../graph/references';
import type { ParameterView, Point, StateKind, StateView } from '../graph/types';
import { live } from '../live/bus';
import { goTo, select, view as viewStore } from '../app/view';
import { isVersion1, change, clipsKnown, freePlace, machineOf, onlyState, put, removeAll, rounded, selectedStates, stateCalled } from './edits';
import type { View } from './context';
import { command, fromPanel, refuse, Refused } from './types';

export interface NewState {
  readonly at?: Point;
  readonly name?: string;
  readonly clip?: string;
  readonly from?: string; // a transition from there leads to it
}

type Kind = Exclude<StateKind, 'nothing'>;

const titles: Record<Kind, string> = { clip: 'Clip', '1d': 'Blend', '2d': 'Blend', direct: 'Blend', add: 'Pair', machine: 'Machine', empty: 'State' };

// Parameters that can drive a blend; where there are too few, new ones are made in the same step.
function axes(c: Changes, view: View, count: number): string[] {
  const found = (view.graph?.parameters ?? []).filter((one) => one.type === 'float' || one.type === 'int').map((one) => one.name);
  const names = new Set(view.graph?.parameters.map((one: ParameterView) => one.name));
  for (const wanted of ['speed', 'direction', 'blend']) {
    if (found.length >= count) break;
    const name = freeName(wanted, names);
    names.add(name);
    found.push(name);
    c.set(['parameters', name], { type: isVersion1(view) ? 'number' : 'float', default: 0, min: 0, max: 1 });
  }
  return found.slice(0, count);
}

/** What a state of that kind says when it is new: it can be played as it is. */
export function contentOf(c: Changes, view: View, kind: Kind, clip?: string): Record<string, Value> {
  const known = clipsKnown(view);
  const one = clip ?? known[0] ?? 'idle';
  const other = known.find((name) => name !== one) ?? one;
  switch (kind) {
    case 'clip': return { clip: one };
    case '1d': return { blend: '1d', parameter: axes(c, view, 1)[0]!, motions: [{ clip: one, at: 0 }, { clip: other, at: 1 }] };
    case '2d': return { blend: '2d', parameters: axes(c, view, 2), ...(isVersion1(view) ? { algorithm: 'delaunay' } : {}),
      motions: [{ clip: one, at: [0, 0] }, { clip: other, at: [1, 0] }, { clip: other, at: [0, 1] }] };
    case 'direct': return { blend: 'direct', motions: [{ clip: one, weight: axes(c, view, 1)[0]! }] };
    case 'add': return { add: { base: { clip: one }, delta: { clip: other }, weight: 1 } };
    case 'machine': return { machine: { states: new Members([['Start', { empty: true }]]), transitions: [] } };
    case 'empty': return { empty: true };
  }
}

function create(view: View, kind: Kind, made: NewState): void {
  const machine = machineOf(view);
  const taken = machine.states.map((state) => state.name);
  if (made.name !== undefined) refuse(refuseState(made.name, taken));
  const name = made.name ?? freeName(made.clip ?? titles[kind], taken);
  const position = made.at ? rounded(made.at) : freePlace(machine, besideSelected(view));
  change(view, `Create ${name}`, (c) => {
    c.set([...machine.path, 'states', name], { ...contentOf(c, view, kind, made.clip), position });
    if (made.from !== undefined) c.insert([...machine.path, 'transitions'], machine.transitions.length, { from: made.from, to: name });
  });
  select({ states: [name] });
  if (made.name === undefined) viewStore.setState({ renaming: name });
}

function besideSelected(view: View): Point | undefined {
  const position = selectedStates(view)[0]?.position;
  return position && [position[0] + 220, position[1]];
}

function creating(kind: Kind, title: string, keys?: string) {
  return command<NewState>({
    title, group: 'state', changes: 'document', ...(keys ? { keys, native: true } : {}),
    args: (view) => (view.machine ? {} : null),
    why: () => 'Open a graph first.',
    run: (view, made) => create(view, kind, made),
    examples: (view) => (view.machine ? [{}, { name: 'Näw 1', at: [10.4, -0.2] as const, from: view.machine.states[0]?.name ?? '*' }] : []),
  });
}

/** From clips dragged in: a state each, one below the other. */
function createFromClips(view: View, clips: readonly string[], at: Point | undefined): void {
  const machine = machineOf(view);
  const taken = new Set(machine.states.map((state) => state.name));
  const [x, y] = at ?? freePlace(machine);
  const names: string[] = [];
  change(view, clips.length === 1 ? `Create ${clips[0]}` : `Create ${clips.length} states`, (c) => {
    clips.forEach((clip, index) => {
      const name = freeName(clip.replace(/^.*\//, '').replace(/\.[^.]*$/, ''), taken);
      taken.add(name);
      names.push(name);
      c.set([...machine.path, 'states', name], { clip, position: rounded([x, y + 80 * index]) });
    });
  });
  select({ states: names });
}

export type StateField = 'clip' | 'speed' | 'speedParameter' | 'loop' | 'tags' | 'stepped';
const leftOut: Partial<Record<StateField, Value>> = { speed: 1 };

export function removeStates(c: Changes, view: View, names: readonly string[]): void {
  const machine = machineOf(view);
  const gone = new Set(names);
  removeAll(c, machine.transitions.filter((one) => gone.has(one.from) || gone.has(one.to)).map((one) => one.path));
  if (machine.entryGiven && machine.entry !== undefined && gone.has(machine.entry)) c.remove([...machine.path, 'entry']);
  for (const name of gone) c.remove([...machine.path, 'states', name]);
}

// Fields that go with any content, and stay when it becomes another.
const lasting = new Set(['position', 'tags', 'speed', 'speedParameter', 'loop', 'stepped']);
const known = ['clip', 'blend', 'add', 'machine', 'empty', 'parameter', 'parameters', 'motions', 'algorithm', 'sync', 'normalizeAxes'];

function setKind(view: View, state: StateView, kind: Kind): void {
  if (state.kind === kind) return;
  change(view, `Make ${state.name} a ${kind} state`, (c) => {
    for (const field of known) if (!lasting.has(field)) c.remove([...state.path, field]);
    if (kind === 'machine' || kind === 'empty') for (const field of ['speed', 'speedParameter', 'loop']) c.remove([...state.path, field]);
    for (const [field, value] of Object.entries(contentOf(c, view, kind, state.motion?.clip))) c.set([...state.path, field], value);
  });
}

const kinds: readonly Kind[] = ['clip', '1d', '2d', 'direct', 'add', 'machine', 'empty'];

export const stateCommands = {
  'state.create': creating('empty', 'Create a state', 'N'),
  'state.createClip': creating('clip', 'Create a state that plays a clip'),
  'state.create1d': creating('1d', 'Create a 1D blend'),
  'state.create2d': creating('2d', 'Create a 2D blend'),
  'state.createDirect': creating('direct', 'Create a direct blend'),
  'state.createAdd': creating('add', 'Create an additive pair'),
  'state.createMachine': creating('machine', 'Create a sub-machine'),
  'state.fromClips': command<{ clips: readonly string[]; at?: Point }>({
    title: 'Create states from clips', group: 'state', changes: 'document', args: fromPanel,
    run: (view, { clips, at }) => createFromClips(view, clips, at),
    examples: () => [{ clips: ['walk'], at: [0, 0] }, { clips: ['anims/run.anim', 'run', '<img>'] }],
  }),
  'state.rename': command<{ state: string; name: string }>({
    title: 'Rename a state', group: 'state', changes: 'document', args: fromPanel,
    run(view, { state, name }) {
      const machine = machineOf(view);
      stateCalled(view, state);
      if (state === name) return;
      refuse(refuseState(name, machine.states.map((one) => one.name)));
      change(view, `Rename ${state} to ${name}`, (c) => renameState(c, machine, state, name));
      const { selection, place, renaming, blend } = view.state;
      viewStore.setState({
        selection: { ...selection, states: selection.states.map((one) => (one === state ? name : one)) }, place,
        renaming: renaming === state ? undefined : renaming, blend: blend && blend.state === state ? { ...blend, state: name } : blend,
      });
    },
    examples: (view) => view.machine?.states.map((state) => ({ state: state.name, name: 'constructor "ü"' })) ?? [],
  }),
  'state.move': command<{ places: readonly (readonly [string, Point])[] }>({
    title: 'Move states', group: 'state', changes: 'document', args: fromPanel,
    run: (view, { places }) => void change(view, places.length === 1 ? `Move ${places[0]![0]}` : `Move ${places.length} states`, (c) => moveStates(c, view, places)),
    examples: (view) => [{ places: view.machine?.states.map((state, index) => [state.name, [index * 10.6, -7] as const] as const) ?? [] }],
  }),
  'state.setEntry': command<{ state: string }>({
    title: 'Make the entry', group: 'state', changes: 'document', keys: 'E',
    args: (view) => { const state = onlyState(view); return state ? { state: state.name } : null; },
    why: () => 'Select one state first.',
    run(view, { state }) {
      const machine = machineOf(view);
      stateCalled(view, state);
      change(view, `Enter at ${state}`, (c) => setEntry(c, machine.path, state));
    },
    examples: (view) => view.machine?.states.map((state) => ({ state: state.name })) ?? [],
  }),
  'state.setKind': command<{ state: string; kind: Kind }>({
    title: 'Change what a state plays', group: 'state', changes: 'document', args: fromPanel,
    run: (view, { state, kind }) => setKind(view, stateCalled(view, state), kind),
    examples: (view) => kinds.flatMap((kind) => view.machine?.states.map((state) => ({ state: state.name, kind })) ?? []),
  }),
  'state.set': command<{ states: readonly string[]; field: StateField; value: Value | undefined }>({
    title: 'Change a state', group: 'state', changes: 'document', args: fromPanel,
    run(view, { states, field, value }) {
      change(view, `Change ${field} of ${states.length === 1 ? states[0] : `${states.length} states`}`, (c) => {
        for (const name of states) put(c, [...stateCalled(view, name).path, field], value, leftOut[field]);
      });
    },
    examples: (view) => {
      const states = view.machine?.states.filter((state) => state.kind !== 'machine').map((state) => state.name) ?? [];
      return states.length === 0 ? [] : [
        { states, field: 'speed', value: 1.25 }, { states, field: 'speed', value: 1 }, { states, field: 'loop', value: 'pingpong' }, { states, field: 'loop', value: undefined },
        { states, field: 'tags', value: ['ground', '__proto__'] }, { states, field: 'tags', value: undefined }, { states, field: 'stepped', value: 12 },
        { states, field: 'speedParameter', value: view.graph?.parameters[0]?.name }, { states: states.slice(0, 1), field: 'clip', value: 'run' },
      ];
    },
  }),
  'state.open': command<{ state: string }>({
    title: 'Open the sub-machine or blend', group: 'state', changes: 'view', keys: 'Enter',
    args: (view) => { const state = onlyState(view); return state && canOpen(state) ? { state: state.name } : null; },
    why: () => 'Select a sub-machine or a blend first.',
    run(view, { state }) {
      const one = stateCalled(view, state);
      if (one.machine) goTo({ layer: view.state.place.layer, machine: [...view.state.place.machine, state] });
      else if (canOpen(one)) viewStore.setState({ blend: { state, motion: [] } });
      else throw new Refused(`“${state}” has nothing inside: it is a sub-machine's or a blend's to be opened.`);
    },
    examples: (view) => view.machine?.states.filter(canOpen).map((state) => ({ state: state.name })) ?? [],
  }),
  'preview.travel': command<{ layer: number; path: string }>({
    title: 'Go to the state in the preview', group: 'preview', changes: 'preview', keys: 'Shift+Enter',
    args(view) {
      const state = onlyState(view);
      return state ? { layer: view.state.place.layer, path: [...view.state.place.machine, state.name].join('/') } : null;
    },
    why: () => 'Select one state first.',
    run(_view, { layer, path }) {
      if (!live.travel(layer, path)) throw new Refused('The preview does not have that state: it plays the last graph without errors.');
    },
    examples: () => [],
  }),
};

function canOpen(state: StateView): boolean {
  return state.machine !== undefined || ['1d', '2d', 'direct', 'add'].includes(state.kind);
}

/** New places of states: what a drag does too. */
export function moveStates(c: Changes, view: View, places: readonly (readonly [string, Point])[]): void {
  for (const [name, at] of places) c.set([...stateCalled(view, name).path, 'position'], rounded(at));
}

function setEntry(c: Changes, path: readonly (string | number)[], state: string): void {
  if (c.get([...path, 'entry'])) {
    c.set([...path, 'entry'], state);
    return;
  }
  c.set([...path, 'entry'], state);
  const node = c.get(path);
  const count = node?.type === 'object' ? node.members.length : 0;
  const before = node?.type === 'object' ? node.members.findIndex((member) => member.key === 'states') : -1;
  if (before >= 0 && before < count - 1) c.move(path, count - 1, before);
}
