// What single commands mean, beside what the table's tests say of all.
import { beforeEach, expect, test } from 'vitest';
import { close, docOf, documents, open, setReadOnly, undo } from '../document/store';
import { everyClip, everything, hero } from '../testing/files';
import { leaving } from '../graph/order';
import { nothing, view } from '../app/view';
import { context } from './context';
import { lastCopied } from './edit';
import { perform, performAny } from './run';

beforeEach(() => {
  for (const id of documents.getState().docs.keys()) close(id);
  open({ id: 1, name: 'hero.animgraph', kind: 'graph', text: hero });
  open({ id: 2, name: 'hero.clips.json', kind: 'clips', text: everyClip });
  view.setState({ graph: 1, clips: 2, place: { layer: 0, machine: [] }, selection: nothing, notice: undefined });
});

// Where the example's last state stands is not what these tests are about.
const placeOfHurt = /"Hurt":.*"position": (\[\d+, \d+\])/.exec(hero)![1];

const text = (id = 1) => docOf(id)!.text;
const said = () => view.getState().notice?.text ?? '';
const parsed = (id = 1) => JSON.parse(text(id)) as { parameters: Record<string, { type: string }>; layers: { mask?: unknown; machine: { entry: string; states: Record<string, Record<string, unknown>>; transitions: Record<string, unknown>[] } }[] };

test('names that are taken or mean something else are refused with the reason', () => {
  const rename = (name: string) => perform('state.rename', { state: 'Move', name });
  for (const [name, reason] of [['Strafe', '“Strafe” is taken'], ['', 'needs a name'], ['*', 'meaning of its own'], ['any', 'meaning'], ['<exit>', 'meaning'], ['<held>', 'meaning'], ['a/b', '“/”']] as const) {
    expect(rename(name)).toBe(false);
    expect(said()).toContain(reason);
  }
  expect(text()).toBe(hero);
  expect(perform('parameter.rename', { name: 'speed', to: 'aim' })).toBe(false);
  expect(perform('mask.rename', { name: 'upper', to: 'look' })).toBe(false);
  expect(perform('layer.rename', { index: 0, name: 'Aim' })).toBe(false);
  expect(text()).toBe(hero);
});

test('a renamed state is followed by transitions and the entry, and by what is selected', () => {
  view.setState({ selection: { ...nothing, states: ['Move'] } });
  perform('state.rename', { state: 'Move', name: 'Walk' });
  expect(text()).not.toContain('"Move"');
  expect(parsed().layers[0]!.machine.entry).toBe('Walk');
  expect(text().match(/"Walk"/g)).toHaveLength(hero.match(/"Move"/g)!.length);
  expect(view.getState().selection.states).toEqual(['Walk']);
});

test('a renamed parameter is followed everywhere, also by the lane that drives it', () => {
  open({ id: 2, name: 'x.clips.json', kind: 'clips', text: '{ "walk": { "properties": [ { "pointer": "@speed", "times": [0], "values": [1] } ] } }' });
  open({ id: 1, name: 'x.animgraph', kind: 'graph', text: everything });
  perform('parameter.rename', { name: 'speed', to: 'pace' });
  expect(text().replace('"speed": -1', '').replace('"speed": 1.2', '')).not.toContain('"speed"');
  expect(text(2)).toContain('"@pace"');
  expect(documents.getState().done).toHaveLength(1);
  undo();
  expect(text()).toBe(everything);
});

test('a mask is followed by its layers, and is not removed under them', () => {
  perform('mask.rename', { name: 'upper', to: 'arms' });
  expect(parsed().layers[1]!.mask).toBe('arms');
  expect(perform('mask.delete', { name: 'arms' })).toBe(false);
  expect(said()).toContain('layer “Upper”');
  expect(perform('mask.delete', { name: 'arms', withUses: true })).toBe(true);
  expect(parsed().layers[1]!.mask).toBeUndefined();
});

test('a parameter that a blend needs is kept, one that conditions ask goes with them', () => {
  expect(perform('parameter.delete', { name: 'speed', withUses: true })).toBe(false);
  expect(said()).toContain('blend of “Move”');
  expect(perform('parameter.delete', { name: 'grounded' })).toBe(false);
  expect(perform('parameter.delete', { name: 'grounded', withUses: true })).toBe(true);
  expect(text()).not.toContain('grounded');
});

test('another type of parameter takes its conditions with it', () => {
  perform('parameter.setType', { name: 'locked', type: 'float' });
  expect(parsed().layers[0]!.machine.transitions.filter((one) => JSON.stringify(one).includes('locked')).map((one) => one['when']))
    .toEqual([[{ parameter: 'locked', value: 0 }], [{ parameter: 'locked', value: 0 }]]);
  perform('parameter.setType', { name: 'locked', type: 'trigger' });
  expect(text()).toContain('"when": [ { "parameter": "locked" } ]');
});

test('deleting a state takes its transitions and the entry', () => {
  view.setState({ selection: { ...nothing, states: ['Move', 'Hurt'] } });
  perform('edit.delete');
  const { machine } = parsed().layers[0]!;
  expect(Object.keys(machine.states)).toEqual(['Strafe', 'Air']);
  expect(machine.entry).toBeUndefined();
  expect(machine.transitions).toHaveLength(1);
});

test('states go from file to file as text, with what they ask, and get names that are free', () => {
  view.setState({ selection: { ...nothing, states: ['Move', 'Strafe', 'Air'] } });
  perform('edit.copy');
  const copied = lastCopied();
  expect(JSON.parse(copied)).toMatchObject({ sinew: 'states', version: 2 });
  open({ id: 5, name: 'other.animgraph', kind: 'graph', text: everything });
  view.setState({ graph: 5, selection: nothing, place: { layer: 0, machine: ['Hurt'] } });
  expect(perform('edit.paste', { text: copied, at: [1000, 500] })).toBe(true);
  expect(view.getState().selection.states).toEqual(['Move', 'Strafe', 'Air']);
  const other = parsed(5);
  expect(Object.keys(other.parameters)).toEqual(expect.arrayContaining(['strafe_x', 'locked', 'jump', 'grounded']));
  const inner = (other.layers[0]!.machine.states['Hurt']!['machine'] as typeof other.layers[0]['machine']);
  expect(inner.states['Move']!['position']).toEqual([1000, 500]);
  expect(inner.transitions.slice(-5).map(({ from, to }) => [from, to])).toEqual([['Move', 'Air'], ['Strafe', 'Air'], ['Move', 'Strafe'], ['Strafe', 'Move'], ['Air', 'Move']]);
  expect(perform('edit.paste', { text: copied })).toBe(true);
  expect(view.getState().selection.states).toEqual(['Move 2', 'Strafe 2', 'Air 2']);
  undo();
  undo();
  expect(text(5)).toBe(everything);
});

test('what is not states or settings is refused, also where it pretends to be', () => {
  for (const other of ['', 'hello', '{}', '{"sinew":"states"}', '{"sinew":"states","states":[]}', '[1', '{"sinew":"transition"}', '{"sinew":"states","version":1,"states":{"A":{}}}']) {
    expect(perform('edit.paste', { text: other }), other).toBe(false);
    expect(said()).not.toBe('');
  }
  expect(text()).toBe(hero);
  expect(perform('edit.paste', { text: '{"sinew":"states","version":2,"states":{"__proto__":{"clip":"x","position":["a",1]},"a/b":7}}' })).toBe(true);
  expect(Object.keys(parsed().layers[0]!.machine.states)).toEqual(expect.arrayContaining(['__proto__', 'a b']));
});

test('settings of a transition are pasted, its ends stay', () => {
  const [first, , , match] = context().machine!.transitions;
  view.setState({ selection: { ...nothing, transitions: [match!.id] } });
  perform('edit.copy');
  view.setState({ selection: { ...nothing, transitions: [first!.id] } });
  expect(perform('edit.paste', { text: lastCopied() })).toBe(true);
  expect(parsed().layers[0]!.machine.transitions[0]).toEqual({ from: '*', to: 'Hurt', when: [{ parameter: 'locked' }], offset: 'match', interrupt: 'both', curve: 'smooth' });
});

test('a file that another tab edits is left alone, and why is said', () => {
  setReadOnly(1, true);
  expect(perform('state.setEntry', { state: 'Air' })).toBe(false);
  expect(said()).toContain('Edit here');
  expect(text()).toBe(hero);
});

test('a new state is written as its neighbours are, and its name field opens', () => {
  perform('state.createClip', { clip: 'dance', at: [10.2, 20] });
  expect(text()).toContain(`"position": ${placeOfHurt} },\n          "dance":  { "clip": "dance", "position": [10, 20] }\n        },`);
  expect(view.getState().renaming).toBe('dance');
});

test('version 1 stays version 1 until the upgrade is asked for, which is one step', () => {
  const old = '{\n  "version": 1,\n  "entry": "Move",\n  "states": {\n    "Move": { "blend": "clip", "clip": "idle" }\n  }\n}\n';
  open({ id: 1, name: 'old.animgraph', kind: 'graph', text: old });
  expect(perform('layer.add')).toBe(false);
  expect(said()).toContain('Upgrade');
  perform('state.create', { name: 'New' });
  expect(text()).toContain('"version": 1');
  undo();
  expect(perform('file.upgrade')).toBe(true);
  expect(parsed().layers[0]!.machine.states).toEqual({ Move: { clip: 'idle' } });
  undo();
  expect(text()).toBe(old);
});

test('a box that is dragged stands where it was let go, and its neighbours in the text stay', () => {
  open({ id: 1, name: 'x.animgraph', kind: 'graph', text: everything });
  expect(context().machine!.places).toEqual({ any: [10, 20] });
  expect(perform('canvas.place', { states: [], boxes: [['any', [33.4, -8]], ['entry', [0, 0]]], groups: [] })).toBe(true);
  expect(context().machine!.places).toEqual({ any: [33, -8], entry: [0, 0] });
  expect(text()).toContain('"mine": [1, 2]');
});

test('clips that are added to a blend go past its last motion, each by itself; a pair takes none', () => {
  open({ id: 1, name: 'x.animgraph', kind: 'graph', text: everything });
  const place = { layer: 0, machine: [] };
  const motions = (state: string) => (parsed().layers[0]!.machine.states[state]!['motions'] as { clip?: string; at?: unknown; weight?: string }[]);
  const add = (state: string) => performAny('blend.add', { place, state, motion: [], clips: ['x', 'y'] });
  expect(add('Move')).toBe(true);
  expect(motions('Move').slice(2)).toEqual([{ clip: 'x', at: 3 }, { clip: 'y', at: 4.5 }]);
  expect(add('Aim')).toBe(true);
  expect(motions('Aim').slice(3).map((one) => one.at)).toEqual([[2, 0], [3, 0]]);
  expect(add('Faces')).toBe(true);
  expect(motions('Faces').slice(2)).toEqual([{ clip: 'x', weight: 'speed' }, { clip: 'y', weight: 'speed' }]);
  expect(add('Lean')).toBe(false);
  expect(said()).toContain('pair');
});

test('one transition alone: another one takes its place, the same one ends it, and one of another machine is none', () => {
  const [one, other] = context().machine!.transitions;
  const solo = (id?: number) => { view.setState({ selection: { ...nothing, transitions: id === undefined ? [] : [id] } }); performAny('transition.solo'); return view.getState().soloTransition; };
  view.setState({ soloTransition: undefined });
  expect(solo(one!.id)).toBe(one!.id);
  expect(solo(other!.id)).toBe(other!.id);
  expect(solo(other!.id)).toBeUndefined();
  expect(solo(one!.id)).toBe(one!.id);
  expect(solo()).toBeUndefined();
  view.setState({ soloTransition: one!.id, place: { layer: 0, machine: ['Air'] } });
  const inner = context().machine!.transitions[0]!.id;
  expect(solo(inner)).toBe(inner);
});

test('the key that leaves goes out of a blend within, then of the blend, then of the machine', () => {
  const place = { layer: 0, machine: ['Air'] };
  view.setState({ place, blend: { state: 'Fall', motion: [1, 0] } });
  const up = () => { const did = performAny('view.up'); const { blend, place: { machine }, selection } = view.getState(); return [did, blend?.motion, machine, selection.states]; };
  expect(up()).toEqual([true, [1], ['Air'], ['Fall']]);
  expect(up()).toEqual([true, [], ['Air'], ['Fall']]);
  expect(up()).toEqual([true, undefined, ['Air'], ['Fall']]);
  expect(up()).toEqual([true, undefined, [], ['Air']]);
  expect(up()[0]).toBe(false);
});

test('order counts among those that leave the same state, behind their priority', () => {
  open({ id: 1, name: 'x.animgraph', kind: 'graph', text: '{ "version": 2, "layers": [ { "name": "A", "machine": { "states": { "A": { "empty": true }, "B": { "empty": true } }, "transitions": [ { "from": "A", "to": "B", "fade": 1 }, { "from": "B", "to": "A" }, { "from": "A", "to": "B", "fade": 2 }, { "from": "A", "to": "B", "fade": 3, "priority": 1 } ] } } ] }' });
  const fades = () => leaving(context().machine!.transitions, 'A').map((one) => one.fade);
  const choose = (fade: number) => view.setState({ selection: { ...nothing, transitions: [context().machine!.transitions.find((one) => one.fade === fade)!.id] } });
  expect(fades()).toEqual([3, 1, 2]);
  choose(2);
  expect(performAny('transition.earlier')).toBe(true);
  expect(fades()).toEqual([3, 2, 1]);
  expect(context().machine!.transitions.map((one) => one.from)).toEqual(['A', 'A', 'B', 'A']);
  expect(performAny('transition.earlier')).toBe(false);
  expect(said()).toContain('priority');
  choose(1);
  expect(performAny('transition.later')).toBe(false);
  expect(fades()).toEqual([3, 2, 1]);
});

test('a motion that is moved on a line takes the place that was there, elsewhere it keeps its own', () => {
  open({ id: 1, name: 'x.animgraph', kind: 'graph', text: everything });
  const path = (state: string) => ['layers', 0, 'machine', 'states', state];
  const motions = (state: string) => parsed().layers[0]!.machine.states[state]!['motions'] as { clip?: string; at?: unknown; speed?: number }[];
  perform('motion.order', { path: path('Move'), from: 1, to: 0 });
  expect(motions('Move')).toEqual([{ clip: 'wälk', at: 0, speed: 1.2 }, { clip: 'idle', at: 1.5 }]);
  perform('motion.order', { path: path('Aim'), from: 0, to: 2 });
  expect(motions('Aim').map(({ clip, at }) => [clip, at])).toEqual([[undefined, [1, 0]], ['c', [0, 1]], ['idle', [0, 0]]]);
});
