// Commands of the blend space editor: the motions of the blend that is open.
import { edit } from '../document/store';
import { machineAt, machines, stateOf } from '../graph/places';
import type { MotionView } from '../graph/types';
import { addClips, nameOf, placePoint, pointOf, removeMotion } from '../blend/edits';
import { motionAt } from '../blend/motions';
import type { Point } from '../blend/geometry';
import type { Place } from '../app/view';
import { view } from '../app/view';
import type { View } from './context';
import { Refused, type Command } from './types';

/** A blend by where it is. */
export interface OfBlend {
  readonly place: Place;
  readonly state: string;
  readonly motion: readonly number[];
}

export function blendOf(context: View, of: OfBlend): MotionView | undefined {
  const machine = context.graph && machineAt(context.graph, of.place);
  return motionAt(machine && stateOf(machine, of.state)?.motion, of.motion);
}

/** The blend that is open, by where it is. */
export function openBlend(context: View): OfBlend | null {
  const { blend, place } = context.state;
  return blend ? { place, state: blend.state, motion: blend.motion } : null;
}

/** The first blend of this kind, for the generated tests. */
function exampleBlend(context: View, kinds: readonly string[]): OfBlend | null {
  for (const { place, machine } of context.graph ? machines(context.graph) : [])
    for (const state of machine.states)
      if (state.motion && kinds.includes(state.motion.kind) && (state.motion.motions.length > 1 || state.motion.kind === 'add')) return { place, state: state.name, motion: [] };
  return null;
}

const whyBlend = (): string => 'Open a blend first: double-click its state.';

/** Without `at` they go past the last motion. */
export const addMotions: Command<OfBlend & { clips: readonly string[]; at?: Point }> = {
  name: 'blend.add', title: 'Add clips to the blend', group: 'blend', changes: 'document', menu: false,
  args: () => null, why: whyBlend,
  run: (context, { clips, at, ...of }) => {
    const blend = blendOf(context, of);
    if (!blend || !context.doc || clips.length === 0) return;
    if (blend.kind === 'add') throw new Refused('An additive pair has its two motions: put a blend into one of them first.');
    const weight = context.graph?.parameters.find((one) => one.type === 'float')?.name;
    if (blend.kind === 'direct' && weight === undefined) throw new Refused('A direct blend weighs each clip by a float parameter. Add one first.');
    edit(clips.length === 1 ? `Add ${clips[0]}` : 'Add clips', context.doc.id, (c) => addClips(c, blend, clips, at, weight));
  },
  examples: (context) => [
    { of: exampleBlend(context, ['1d', '2d']), clips: ['wave', 'jump'], at: { x: 2, y: 0.5 } },
    ...['1d', '2d', 'direct', 'add'].map((kind) => ({ of: exampleBlend(context, [kind]), clips: ['wave', 'jump'] })),
  ].flatMap(({ of, ...args }) => (of ? [{ ...of, ...args }] : [])),
};

export const removePoint: Command<OfBlend & { index: number }> = {
  name: 'blend.remove', title: 'Remove the motion from the blend', group: 'blend', changes: 'document', menu: false,
  args: () => null, why: whyBlend,
  run: (context, { index, ...of }) => {
    const blend = blendOf(context, of);
    const motion = blend?.motions[index];
    if (blend && motion && context.doc) edit(`Remove ${nameOf(motion)}`, context.doc.id, (c) => removeMotion(c, blend, index));
  },
  example: (context) => {
    const of = exampleBlend(context, ['1d', '2d', 'direct']);
    return of && { ...of, index: 1 };
  },
};

export const movePoint: Command<OfBlend & { index: number; to: Point }> = {
  name: 'blend.place', title: 'Move a point of the blend', group: 'blend', changes: 'document', menu: false,
  args: () => null, why: whyBlend,
  run: (context, { index, to, ...of }) => {
    const blend = blendOf(context, of);
    const motion = blend?.motions[index];
    if (blend && motion && context.doc) edit(`Move ${nameOf(motion)}`, context.doc.id, (c) => placePoint(c, blend, index, to));
  },
  example: (context) => {
    const of = exampleBlend(context, ['1d', '2d']);
    const blend = of && blendOf(context, of);
    const at = blend && pointOf(blend.motions[1]!);
    return of && at ? { ...of, index: 1, to: { x: at.x + 0.25, y: at.y } } : null;
  },
};

export const weighBy: Command<OfBlend & { index: number; parameter: string }> = {
  name: 'blend.weight', title: 'Weigh a motion by another parameter', group: 'blend', changes: 'document', menu: false,
  args: () => null, why: whyBlend,
  run: (context, { index, parameter, ...of }) => {
    const motion = blendOf(context, of)?.motions[index];
    if (motion && context.doc) edit(`Weigh ${nameOf(motion)}`, context.doc.id, (c) => c.set([...motion.path, 'weight'], parameter));
  },
  example: (context) => {
    const of = exampleBlend(context, ['direct']);
    const parameter = context.graph?.parameters.find((one) => one.type === 'float')?.name;
    return of && parameter !== undefined ? { ...of, index: 0, parameter } : null;
  },
};

export const openSpace: Command<OfBlend> = {
  name: 'blend.open', title: 'Open the blend space', group: 'blend', changes: 'view',
  args: (context) => {
    const state = context.state.selection.states[0];
    const kind = state !== undefined && context.machine ? stateOf(context.machine, state)?.kind : undefined;
    return state !== undefined && kind && ['1d', '2d', 'direct', 'add'].includes(kind) ? { place: context.state.place, state, motion: [] } : null;
  },
  why: () => 'Select a state that plays a blend.',
  run: (_, { place, state, motion }) => view.setState({ place, blend: { state, motion } }),
  example: (context) => exampleBlend(context, ['1d', '2d', 'direct']),
};

export const closeSpace: Command<void> = {
  name: 'blend.close', title: 'Back from the blend space to the states', group: 'blend', changes: 'view',
  args: (context) => (context.state.blend ? undefined : null),
  why: () => 'No blend space is open.',
  run: () => view.setState({ blend: undefined }),
  example: () => undefined,
};

export const blendCommands = [addMotions, removePoint, movePoint, weighBy, openSpace, closeSpace] as const;
