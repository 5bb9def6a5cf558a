// States on the clipboard: text in the format's own words, so that they go from file to file. With them go the transitions
// among them, and the parameters that they ask, for a file that does not have these.
import { rawOf, type Changes } from '../document/changes';
import { Members, writeDocument, type Value } from '../document/format';
import { find, memberOf, parse, type Node, type Tree } from '../document/node';
import type { Path } from '../document/text';
import { freeName } from '../graph/names';
import { stateOf } from '../graph/places';
import { motionsIn } from '../graph/references';
import type { MachineView, Point, StateView } from '../graph/types';
import { machineOf, rounded } from './edits';
import type { View } from './context';
import { refuse, Refused } from './types';

/** Every parameter that a state and all inside it ask for. */
function* parametersOf(state: StateView): Generator<string> {
  if (state.speedParameter !== undefined) yield state.speedParameter;
  for (const motion of motionsIn(state.motion)) {
    if (motion.parameter !== undefined) yield motion.parameter;
    yield* motion.parameters;
    if (typeof motion.weight === 'string') yield motion.weight;
  }
  if (state.machine) yield* parametersIn(state.machine);
}

function* parametersIn(machine: MachineView): Generator<string> {
  for (const state of machine.states) yield* parametersOf(state);
  for (const transition of machine.transitions) for (const condition of transition.when) yield condition.parameter;
}

export function statesText(view: View, names: readonly string[]): string {
  const machine = machineOf(view);
  const { text, tree } = view.doc!;
  const chosen = new Set(names);
  const among = machine.transitions.filter((one) => chosen.has(one.from) && chosen.has(one.to));
  const asked = new Set(names.flatMap((name) => { const state = stateOf(machine, name); return state ? [...parametersOf(state)] : []; }));
  for (const one of among) for (const condition of one.when) asked.add(condition.parameter);
  const parameters = view.graph!.parameters.filter((one) => asked.has(one.name));
  const raw = (path: Path) => rawOf(text, tree, path)!;
  return writeDocument({
    sinew: 'states', version: view.graph!.version,
    parameters: new Members(parameters.map((one) => [one.name, raw(one.path)] as const)),
    states: new Members(machine.states.filter((state) => chosen.has(state.name)).map((state) => [state.name, raw(state.path)] as const)),
    transitions: among.map((one) => raw(one.path)),
  });
}

interface Pasted {
  readonly text: string;
  readonly tree: Tree;
  readonly version: number;
  readonly states: readonly string[];
  readonly positions: ReadonlyMap<string, Point>;
  readonly transitions: readonly { readonly path: Path; readonly from: string; readonly to: string }[];
  readonly parameters: readonly string[];
}

const textIn = (node: Node | undefined, key: string): string => {
  const found = node && memberOf(node, key)?.node;
  return found?.type === 'string' ? found.value : '';
};

const keysIn = (node: Node | undefined): string[] => (node?.type === 'object' ? [...new Set(node.members.map((member) => member.key))] : []);

/** What the text holds where it is states that were copied; nothing where it is something else. */
export function pastedStates(text: string): Pasted | undefined {
  if (!text.includes('"sinew"')) return undefined;
  const tree = parse(text);
  const root = tree.root?.node;
  if (!root || textIn(root, 'sinew') !== 'states') return undefined;
  const version = memberOf(root, 'version')?.node;
  const states = memberOf(root, 'states')?.node;
  const transitions = memberOf(root, 'transitions')?.node;
  const positions = new Map<string, Point>();
  for (const name of keysIn(states)) {
    const at = find(tree.root, ['states', name, 'position'])?.node;
    const [x, y] = at?.type === 'array' ? at.items.map((item) => (item.node.type === 'number' ? item.node.value : 0)) : [];
    if (x !== undefined && y !== undefined) positions.set(name, [x, y]);
  }
  return {
    text, tree, version: version?.type === 'number' ? version.value : 2, states: keysIn(states), positions,
    transitions: transitions?.type === 'array' ? transitions.items.map(({ node }, index) => ({ path: ['transitions', index], from: textIn(node, 'from'), to: textIn(node, 'to') })) : [],
    parameters: keysIn(memberOf(root, 'parameters')?.node),
  };
}

/** Puts them into the machine that is shown, under names that are free; gives the names. */
export function pasteStates(c: Changes, view: View, pasted: Pasted, at: Point | undefined): string[] {
  const machine = machineOf(view);
  const graph = view.graph!;
  if (pasted.version !== graph.version)
    refuse(`These states are of a file of version ${pasted.version}, this one is of version ${graph.version}: upgrade the older one first.`);
  if (pasted.states.length === 0) throw new Refused('There are no states on the clipboard.');
  const raw = (path: Path): Value => rawOf(pasted.text, pasted.tree, path)!;
  for (const name of pasted.parameters)
    if (!graph.parameters.some((one) => one.name === name)) c.set(['parameters', name], raw(['parameters', name]));
  const names = new Map<string, string>();
  const taken = new Set(machine.states.map((state) => state.name));
  const by = shift(machine, pasted, at);
  for (const name of pasted.states) {
    const free = freeName(name, taken);
    taken.add(free);
    names.set(name, free);
    const path = [...machine.path, 'states', free];
    c.set(path, raw(['states', name]));
    const position = pasted.positions.get(name);
    if (position) c.set([...path, 'position'], rounded([position[0] + by[0], position[1] + by[1]]));
  }
  const ends = pasted.transitions.filter((one) => names.has(one.from) && names.has(one.to));
  ends.forEach(({ path, from, to }, index) => {
    const list = [...machine.path, 'transitions'];
    const place = machine.transitions.length + index;
    c.insert(list, place, raw(path));
    c.set([...list, place, 'from'], names.get(from)!);
    c.set([...list, place, 'to'], names.get(to)!);
  });
  return [...names.values()];
}

// To where they are wanted; or a little aside where they would lie upon others.
function shift(machine: MachineView, pasted: Pasted, at: Point | undefined): Point {
  const all = [...pasted.positions.values()];
  if (at && all.length > 0) return [at[0] - Math.min(...all.map(([x]) => x)), at[1] - Math.min(...all.map(([, y]) => y))];
  for (let by = 0; ; by += 40) {
    const covered = all.some(([x, y]) => machine.states.some(({ position: p }) => p && Math.abs(p[0] - x - by) < 20 && Math.abs(p[1] - y - by) < 20));
    if (!covered) return [by, by];
  }
}
