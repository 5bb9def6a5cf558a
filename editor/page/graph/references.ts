// Who names whom: a rename is followed everywhere, and a removal knows who is left without.
import type { Changes } from '../document/changes';
import type { Path } from '../document/text';
import { machines } from './places';
import type { ClipsView, GraphView, MachineView, MotionView } from './types';

/** A place in the text where something is named, and what it is in words. */
export interface Use {
  readonly path: Path;
  readonly what: string;
  readonly kind: 'condition' | 'blend' | 'speed' | 'weight' | 'layer' | 'motion' | 'mix' | 'reference';
}

/** A motion and all inside it. */
export function* motionsIn(motion: MotionView | undefined): Generator<MotionView> {
  if (!motion) return;
  yield motion;
  for (const inner of motion.motions) yield* motionsIn(inner);
  yield* motionsIn(motion.base);
  yield* motionsIn(motion.delta);
}

function* states(graph: GraphView) {
  for (const { place, machine } of machines(graph))
    for (const state of machine.states) yield { state, path: [...place.machine, state.name].join('/') };
}

/** Where a parameter is named. */
export function* usesOfParameter(graph: GraphView, name: string): Generator<Use> {
  for (const layer of graph.layers)
    if (layer.weightParameter === name) yield { path: [...layer.path, 'weightParameter'], what: `the weight of layer “${layer.name}”`, kind: 'layer' };
  for (const { machine } of machines(graph))
    for (const transition of machine.transitions)
      for (const condition of transition.when)
        if (condition.parameter === name)
          yield { path: [...condition.path, 'parameter'], what: `a condition of ${transition.from} → ${transition.to}`, kind: 'condition' };
  for (const { state, path } of states(graph)) {
    if (state.speedParameter === name) yield { path: [...state.path, 'speedParameter'], what: `the speed of “${path}”`, kind: 'speed' };
    for (const motion of motionsIn(state.motion)) yield* parameterUsesIn(motion, name, path);
  }
}

function* parameterUsesIn(motion: MotionView, name: string, state: string): Generator<Use> {
  if (motion.kind === '1d' && motion.parameter === name) yield { path: [...motion.path, 'parameter'], what: `the blend of “${state}”`, kind: 'blend' };
  if (motion.kind === '2d')
    for (const [index, axis] of motion.parameters.entries())
      if (axis === name) yield { path: [...motion.path, 'parameters', index], what: `the blend of “${state}”`, kind: 'blend' };
  if (motion.kind === 'direct')
    for (const child of motion.motions) if (child.kind !== 'add' && child.weight === name) yield { path: [...child.path, 'weight'], what: `a weight in “${state}”`, kind: 'weight' };
  if (motion.kind === 'add' && motion.weight === name) yield { path: [...motion.path, 'add', 'weight'], what: `the weight in “${state}”`, kind: 'weight' };
}

/** Where a shared mask is named. */
export function* usesOfMask(graph: GraphView, name: string): Generator<Use> {
  for (const layer of graph.layers) if (layer.mask === name) yield { path: [...layer.path, 'mask'], what: `layer “${layer.name}”`, kind: 'layer' };
}

/** Where a clip is named. */
export function* usesOfClip(graph: GraphView, name: string): Generator<Use> {
  for (const mix of graph.mixes)
    for (const end of ['from', 'to'] as const) if (mix[end] === name) yield { path: [...mix.path, end], what: `the mix ${mix.from} → ${mix.to}`, kind: 'mix' };
  for (const layer of graph.layers)
    if (layer.reference?.clip === name) yield { path: [...layer.path, 'reference', 'clip'], what: `the reference of layer “${layer.name}”`, kind: 'reference' };
  for (const { state, path } of states(graph))
    for (const motion of motionsIn(state.motion)) {
      if (motion.kind === 'clip' && motion.clip === name) yield { path: [...motion.path, 'clip'], what: `“${path}”`, kind: 'motion' };
      if (motion.kind === 'add' && motion.reference?.clip === name) yield { path: [...motion.path, 'add', 'reference', 'clip'], what: `the reference in “${path}”`, kind: 'reference' };
    }
}

/** Every clip that the graph names, in the order of the text, once each. */
export function clipsNamed(graph: GraphView): string[] {
  const names = new Set<string>();
  for (const { state } of states(graph)) for (const motion of motionsIn(state.motion)) if (motion.clip !== undefined && motion.kind === 'clip') names.add(motion.clip);
  return [...names];
}

export function renameState(c: Changes, machine: MachineView, from: string, to: string): void {
  for (const transition of machine.transitions) {
    if (transition.from === from) c.set([...transition.path, 'from'], to);
    if (transition.to === from) c.set([...transition.path, 'to'], to);
  }
  if (machine.entryGiven && machine.entry === from) c.set([...machine.path, 'entry'], to);
  c.rename([...machine.path, 'states', from], to);
}

export function renameParameter(c: Changes, graph: GraphView, from: string, to: string): void {
  for (const use of usesOfParameter(graph, from)) c.set(use.path, to);
  c.rename(['parameters', from], to);
}

/** A lane “@speed” drives the parameter “speed”: it follows too. */
export function renameDrivenParameter(c: Changes, clips: ClipsView, from: string, to: string): void {
  for (const clip of clips.clips)
    for (const lane of clip.properties) if (lane.pointer === `@${from}`) c.set([...lane.path, 'pointer'], `@${to}`);
}

export function renameMask(c: Changes, graph: GraphView, from: string, to: string): void {
  for (const use of usesOfMask(graph, from)) c.set(use.path, to);
  c.rename(['masks', from], to);
}

export function renameClip(c: Changes, graph: GraphView, from: string, to: string): void {
  for (const use of usesOfClip(graph, from)) c.set(use.path, to);
}

/** A sentence's list: "a, b and 3 more". */
export function listed(uses: readonly Use[]): string {
  const all = [...new Set(uses.map((use) => use.what))];
  if (all.length <= 2) return all.join(' and ');
  return `${all.slice(0, 2).join(', ')} and ${all.length - 2} more`;
}
