// The typed view of a text. Lenient: what is of the wrong type counts as left out, for the findings are the runtime's to
// tell; and a graph with errors can still be seen and repaired.
import type { Marks } from '../document/ids';
import { jsonOf } from '../document/changes';
import { child, memberOf, type Node, type Placed } from '../document/node';
import type { Doc } from '../document/store';
import type { Path } from '../document/text';
import type {
  ClipsView, ClipView, ConditionView, EventView, GraphView, GroupView, LayerView, MachineView, MaskView, MixView, MotionView,
  ParameterView, Point, PropertyValue, PropertyView, Reference, StateView, TransitionView,
} from './types';

// A place in the tree with its path, from which views are read.
interface At extends Placed {
  readonly path: Path;
  readonly marks: Marks;
}

const empty: GraphView = { version: 0, rig: undefined, defaultMix: 0.2, parameters: [], masks: [], mixes: [], layers: [] };
const emptyMachine = (path: Path): MachineView =>
  ({ path, entry: undefined, entryGiven: false, states: [], transitions: [], groups: [], places: {} });

function step(from: At | undefined, key: string | number): At | undefined {
  const there = from && child(from, key);
  return there && { ...there, path: [...from.path, key], marks: from.marks };
}

function list(from: At | undefined): At[] {
  if (from?.node.type !== 'array') return [];
  const { at, path, marks } = from;
  return from.node.items.map((item, index) => ({ at: at + item.at, node: item.node, path: [...path, index], marks }));
}

function members(from: At | undefined): { key: string; value: At }[] {
  if (from?.node.type !== 'object') return [];
  const { at, path, marks } = from;
  return from.node.members.map(({ key, at: by, node }) => ({ key, value: { at: at + by, node, path: [...path, key], marks } }));
}

function isObject(from: At): boolean {
  return from.node.type === 'object';
}

function idOf(from: At): number {
  return from.marks.get(from.at) ?? -1;
}

function field(from: At, key: string): Node | undefined {
  return memberOf(from.node, key)?.node;
}

function text(from: At, key: string): string | undefined {
  const node = field(from, key);
  return node?.type === 'string' ? node.value : undefined;
}

function number(from: At, key: string): number | undefined {
  const node = field(from, key);
  return node?.type === 'number' && Number.isFinite(node.value) ? node.value : undefined;
}

function flag(from: At, key: string, leftOut: boolean): boolean {
  const node = field(from, key);
  return node?.type === 'boolean' ? node.value : leftOut;
}

function word<T extends string>(from: At, key: string, words: readonly T[]): T {
  const said = text(from, key);
  return words.find((one) => one === said) ?? words[0]!;
}

function texts(node: Node | undefined): string[] {
  return node?.type === 'array' ? node.items.flatMap((item) => (item.node.type === 'string' ? [item.node.value] : [])) : [];
}

function point(node: Node | undefined): Point | undefined {
  if (node?.type !== 'array') return undefined;
  const [x, y] = node.items.map((item) => item.node);
  return x?.type === 'number' && y?.type === 'number' ? [x.value, y.value] : undefined;
}

function parameterOf(name: string, from: At): ParameterView {
  const said = text(from, 'type');
  const type = said === 'number' ? 'float' : word(from, 'type', ['float', 'int', 'bool', 'trigger'] as const);
  const initial = type === 'bool' || type === 'trigger' ? flag(from, 'default', false) : number(from, 'default') ?? 0;
  return {
    name, path: from.path, type, initial, min: number(from, 'min'), max: number(from, 'max'),
    latch: flag(from, 'latch', true), expires: number(from, 'expires'),
  };
}

function maskOf(name: string | undefined, from: At): MaskView {
  const bones = list(step(from, 'bones')).flatMap((bone) => {
    if (bone.node.type === 'string') return [{ name: bone.node.value, weight: 1 }];
    const joint = text(bone, 'name');
    return joint === undefined ? [] : [{ name: joint, weight: number(bone, 'weight') ?? 1 }];
  });
  return { name, path: from.path, children: flag(from, 'children', true), bones };
}

function mixOf(from: At): MixView {
  return { id: idOf(from), path: from.path, from: text(from, 'from') ?? '', to: text(from, 'to') ?? '', duration: number(from, 'duration') ?? 0 };
}

function referenceOf(from: At): Reference | undefined {
  const there = step(from, 'reference');
  const clip = there && text(there, 'clip');
  return there && clip !== undefined ? { clip, time: number(there, 'time') ?? 0 } : undefined;
}

function layerOf(index: number, from: At): LayerView {
  const mask = step(from, 'mask');
  const machine = step(from, 'machine');
  return {
    id: idOf(from), index, name: text(from, 'name') ?? '', path: from.path,
    blend: word(from, 'blend', ['replace', 'additive'] as const),
    weight: number(from, 'weight') ?? 1, weightParameter: text(from, 'weightParameter'),
    mask: mask?.node.type === 'string' ? mask.node.value : mask && isObject(mask) ? maskOf(undefined, mask) : undefined,
    reference: referenceOf(from), rootMotion: flag(from, 'rootMotion', false), eventThreshold: number(from, 'eventThreshold') ?? 0,
    machine: machine && isObject(machine) ? machineOf(machine, 2) : emptyMachine([...from.path, 'machine']),
  };
}

function machineOf(from: At, version: number): MachineView {
  const states = members(step(from, 'states')).map(({ key, value }) => cached(value, key, version));
  const entry = text(from, 'entry');
  const editor = step(from, 'editor');
  return {
    path: from.path, entry: entry ?? states[0]?.name, entryGiven: entry !== undefined, states,
    transitions: list(step(from, 'transitions')).flatMap((one, index) => (isObject(one) ? [transitionOf(one, index)] : [])),
    groups: list(step(editor, 'groups')).flatMap((one) => (isObject(one) ? [groupOf(one)] : [])),
    places: placesOf(step(editor, 'places')),
  };
}

function placesOf(from: At | undefined): MachineView['places'] {
  if (!from) return {};
  const places: { any?: Point; entry?: Point; exit?: Point } = {};
  for (const key of ['any', 'entry', 'exit'] as const) {
    const at = point(field(from, key));
    if (at) places[key] = at;
  }
  return places;
}

function groupOf(from: At): GroupView {
  return {
    id: idOf(from), path: from.path, name: text(from, 'name') ?? '', at: point(field(from, 'at')) ?? [0, 0],
    size: point(field(from, 'size')) ?? [200, 120], color: text(from, 'color'),
  };
}

// A state without entries of lists has nothing in its view that moves with the text but its path: where the node is the
// same and the path too, so is the view.
const statesSeen = new WeakMap<Node, { view: StateView; key: string; marks: readonly number[]; version: number }>();

function cached(from: At, name: string, version: number): StateView {
  const key = from.path.join('\n');
  const marks = marksIn(from);
  const known = statesSeen.get(from.node);
  if (known && known.key === key && known.version === version && sameNumbers(known.marks, marks)) return known.view;
  const view = stateOf(name, from, version);
  statesSeen.set(from.node, { view, key, marks, version });
  return view;
}

function sameNumbers(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

function marksIn(from: At): number[] {
  const found: number[] = [];
  const walk = (at: number, node: Node): void => {
    if (node.type === 'object') for (const member of node.members) walk(at + member.at, member.node);
    if (node.type !== 'array') return;
    for (const item of node.items) {
      if (item.node.type === 'object') found.push(from.marks.get(at + item.at) ?? -1);
      walk(at + item.at, item.node);
    }
  };
  walk(from.at, from.node);
  return found;
}

function stateOf(name: string, from: At, version: number): StateView {
  const machine = step(from, 'machine');
  const motion = motionOf(from, version);
  const kind = machine ? 'machine' : motion.kind !== 'nothing' ? motion.kind : flag(from, 'empty', false) ? 'empty' : 'nothing';
  const loop = field(from, 'loop');
  return {
    name, path: from.path, kind, motion: kind === 'machine' || motion.kind === 'nothing' ? undefined : motion,
    machine: machine && (isObject(machine) ? machineOf(machine, version) : emptyMachine(machine.path)),
    position: point(field(from, 'position')), speed: number(from, 'speed') ?? 1, speedParameter: text(from, 'speedParameter'),
    loop: loop?.type === 'boolean' ? loop.value : loop?.type === 'string' && loop.value === 'pingpong' ? 'pingpong' : undefined,
    tags: texts(field(from, 'tags')), stepped: number(from, 'stepped'),
  };
}

function motionKind(from: At): MotionView['kind'] {
  const blend = text(from, 'blend');
  if (blend === '1d' || blend === '2d' || blend === 'direct') return blend;
  if (field(from, 'add')) return 'add';
  return text(from, 'clip') !== undefined ? 'clip' : 'nothing';
}

function motionOf(from: At, version: number): MotionView {
  const kind = motionKind(from);
  const pair = kind === 'add' ? step(from, 'add') : undefined;
  const sync = field(from, 'sync');
  const at = field(from, 'at');
  const weight = pair ? field(pair, 'weight') : field(from, 'weight');
  const inner = (key: string) => {
    const there = step(pair, key);
    return there && isObject(there) ? motionOf(there, version) : undefined;
  };
  return {
    id: from.marks.get(from.at), path: from.path, kind, clip: text(from, 'clip'), parameter: text(from, 'parameter'),
    parameters: texts(field(from, 'parameters')),
    algorithm: algorithmOf(from, version),
    sync: sync?.type === 'boolean' && !sync.value ? false : sync?.type === 'string' && sync.value === 'duration' ? 'duration' : 'rate',
    normalizeAxes: flag(from, 'normalizeAxes', false),
    motions: list(step(from, 'motions')).flatMap((one) => (isObject(one) ? [motionOf(one, version)] : [])),
    at: at?.type === 'number' ? at.value : point(at),
    weight: weight?.type === 'string' || weight?.type === 'number' ? weight.value : undefined,
    speed: number(from, 'speed') ?? 1, base: inner('base'), delta: inner('delta'), reference: pair && referenceOf(pair),
  };
}

function algorithmOf(from: At, version: number): MotionView['algorithm'] {
  if (version === 1 && text(from, 'algorithm') === undefined) return 'gradient';
  return word(from, 'algorithm', ['delaunay', 'gradient', 'polar', 'grid'] as const);
}

function conditionOf(from: At): ConditionView {
  const value = field(from, 'value');
  return {
    id: idOf(from), path: from.path, parameter: text(from, 'parameter') ?? '',
    test: word(from, 'test', ['==', '!=', '<', '<=', '>', '>='] as const),
    value: value?.type === 'number' || value?.type === 'boolean' ? value.value : undefined,
  };
}

const transitionsSeen = new WeakMap<Node, { view: TransitionView; key: string; marks: readonly number[] }>();

function transitionOf(from: At, index: number): TransitionView {
  const key = from.path.join('\n');
  const marks = [idOf(from), ...marksIn(from)];
  const known = transitionsSeen.get(from.node);
  if (known && known.key === key && sameNumbers(known.marks, marks)) return known.view;
  const view = newTransition(from, index);
  transitionsSeen.set(from.node, { view, key, marks });
  return view;
}

function newTransition(from: At, index: number): TransitionView {
  const source = text(from, 'from') ?? '';
  const offset = field(from, 'offset');
  return {
    id: idOf(from), index, path: from.path, from: source === 'any' ? '*' : source, to: text(from, 'to') ?? '',
    when: list(step(from, 'when')).flatMap((one) => (isObject(one) ? [conditionOf(one)] : [])),
    fade: number(from, 'fade'), exit: number(from, 'exit'), exitEachLoop: flag(from, 'exitEachLoop', false),
    offset: offset?.type === 'string' && offset.value === 'match' ? 'match' : number(from, 'offset') ?? 0,
    curve: word(from, 'curve', ['linear', 'smooth'] as const),
    interrupt: word(from, 'interrupt', ['none', 'source', 'target', 'both'] as const),
    hold: word(from, 'hold', ['pose', 'live', 'inertial'] as const), resume: flag(from, 'resume', false),
    priority: number(from, 'priority') ?? 0, self: flag(from, 'self', false), disabled: flag(from, 'disabled', false),
    events: word(from, 'events', ['dominant', 'both'] as const),
  };
}

const graphs = new WeakMap<Marks, { root: Node; view: GraphView }>();

/** The view of a graph's text; the same object for the same text. */
export function graphOf(doc: Doc): GraphView {
  const root = doc.tree.root;
  if (!root) return empty;
  const known = graphs.get(doc.marks);
  if (known?.root === root.node) return known.view;
  const view = readGraph({ ...root, path: [], marks: doc.marks });
  graphs.set(doc.marks, { root: root.node, view });
  return view;
}

function readGraph(root: At): GraphView {
  const version = number(root, 'version') ?? 0;
  return {
    version, rig: text(root, 'rig'), defaultMix: number(root, 'defaultMix') ?? 0.2,
    parameters: members(step(root, 'parameters')).map(({ key, value }) => parameterOf(key, value)),
    masks: members(step(root, 'masks')).map(({ key, value }) => maskOf(key, value)),
    mixes: list(step(root, 'mixes')).flatMap((one) => (isObject(one) ? [mixOf(one)] : [])),
    layers: version === 1 ? [onlyLayer(root)] : list(step(root, 'layers')).map((one, index) => layerOf(index, one)),
  };
}

function onlyLayer(root: At): LayerView {
  return {
    id: 0, index: 0, name: 'Base', path: [], blend: 'replace', weight: 1, weightParameter: undefined, mask: undefined,
    reference: undefined, rootMotion: false, eventThreshold: 0, machine: machineOf(root, 1),
  };
}

function eventOf(from: At): EventView {
  const end = number(from, 'end');
  const payload = field(from, 'payload');
  return {
    id: idOf(from), path: from.path, time: number(from, 'time') ?? 0, end, name: text(from, 'name') ?? '',
    kind: text(from, 'kind') ?? (end === undefined ? 'script' : 'window'), payload: payload && jsonOf(payload),
  };
}

function propertyValue(node: Node): PropertyValue {
  if (node.type === 'number' || node.type === 'string') return node.value;
  return node.type === 'array' ? node.items.map((item) => (item.node.type === 'number' ? item.node.value : 0)) : 0;
}

function propertyOf(from: At): PropertyView {
  const times = field(from, 'times');
  const values = field(from, 'values');
  return {
    id: idOf(from), path: from.path, component: text(from, 'component'), field: text(from, 'field'), pointer: text(from, 'pointer'),
    times: times?.type === 'array' ? times.items.map((item) => (item.node.type === 'number' ? item.node.value : 0)) : [],
    values: values?.type === 'array' ? values.items.map((item) => propertyValue(item.node)) : [],
    step: flag(from, 'step', false),
  };
}

function clipOf(name: string, from: At): ClipView {
  const loop = field(from, 'loop');
  return {
    name, path: from.path, loop: loop?.type === 'boolean' ? loop.value : undefined,
    root: word(from, 'root', ['none', 'hold', 'motion'] as const), rootJoint: text(from, 'rootJoint'),
    rootAxes: text(from, 'rootAxes') ?? 'xz', rootYaw: flag(from, 'rootYaw', false),
    events: list(step(from, 'events')).flatMap((one) => (isObject(one) ? [eventOf(one)] : [])),
    properties: list(step(from, 'properties')).flatMap((one) => (isObject(one) ? [propertyOf(one)] : [])),
  };
}

const clipsSeen = new WeakMap<Marks, { root: Node; view: ClipsView }>();

/** The view of what lies beside a model. */
export function clipsOf(doc: Doc): ClipsView {
  const root = doc.tree.root;
  if (!root) return { clips: [] };
  const known = clipsSeen.get(doc.marks);
  if (known?.root === root.node) return known.view;
  const from: At = { ...root, path: [], marks: doc.marks };
  const view = { clips: members(from).map(({ key, value }) => clipOf(key, value)) };
  clipsSeen.set(doc.marks, { root: root.node, view });
  return view;
}

