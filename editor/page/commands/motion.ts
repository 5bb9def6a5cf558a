// What a state's motion is made of, by its path: a blend's parameters and ways, the clip and speed of each part.
import { moveMotion, nameOf } from '../blend/edits';
import type { Value } from '../document/format';
import type { Path } from '../document/text';
import { machines } from '../graph/places';
import { motionsIn, renameClip, usesOfClip } from '../graph/references';
import type { MotionView } from '../graph/types';
import { editAll } from '../document/store';
import { change, put } from './edits';
import type { View } from './context';
import { command, fromPanel, refuse, Refused } from './types';

export type MotionField = 'clip' | 'parameter' | 'parameters' | 'algorithm' | 'sync' | 'normalizeAxes' | 'speed' | 'weight' | 'reference';

function* all(view: View): Generator<MotionView> {
  if (!view.graph) return;
  for (const { machine } of machines(view.graph)) for (const state of machine.states) yield* motionsIn(state.motion);
}

function motionAt(view: View, path: Path): MotionView {
  const key = path.join('\n');
  for (const motion of all(view)) if (motion.path.join('\n') === key) return motion;
  throw new Refused('That motion is gone.');
}

function leftOut(view: View, field: MotionField): Value | undefined {
  switch (field) {
    case 'algorithm': return view.graph?.version === 1 ? 'gradient' : 'delaunay';
    case 'sync': return 'rate';
    case 'normalizeAxes': return false;
    case 'speed': return 1;
    default: return undefined;
  }
}

function problem(motion: MotionView, field: MotionField, value: Value | undefined): string | undefined {
  if (field === 'speed' && typeof value === 'number' && motion.id !== undefined && value <= 0) return 'The speed of a motion in a blend is above 0.';
  if (field === 'parameters' && Array.isArray(value) && value[0] === value[1]) return 'The two axes of a blend ask two different parameters.';
  return undefined;
}

export const motionCommands = {
  'motion.set': command<{ path: Path; field: MotionField; value: Value | undefined }>({
    title: 'Change a motion', group: 'blend', changes: 'document', args: fromPanel,
    run(view, { path, field, value }) {
      const motion = motionAt(view, path);
      refuse(problem(motion, field, value));
      const inPair = motion.kind === 'add' && (field === 'weight' || field === 'reference');
      change(view, `Change ${field}`, (c) => put(c, inPair ? [...path, 'add', field] : [...path, field], value, leftOut(view, field)));
    },
    examples: (view) => [...all(view)].flatMap((motion): { path: Path; field: MotionField; value: Value | undefined }[] => {
      const { path } = motion;
      switch (motion.kind) {
        case 'clip': return [{ path, field: 'clip', value: 'wave' }, { path, field: 'speed', value: 2 }, { path, field: 'speed', value: 1 }];
        case '1d': return [{ path, field: 'sync', value: false }, { path, field: 'sync', value: 'rate' }, { path, field: 'parameter', value: '1' }];
        case '2d': return [{ path, field: 'algorithm', value: 'grid' }, { path, field: 'algorithm', value: 'delaunay' }, { path, field: 'normalizeAxes', value: true }, { path, field: 'parameters', value: ['__proto__', 'speed'] }];
        case 'add': return [{ path, field: 'weight', value: 0.5 }, { path, field: 'reference', value: undefined }, { path, field: 'reference', value: { clip: 'walk', time: 0.25 } }];
        default: return [];
      }
    }),
  }),
  'motion.order': command<{ path: Path; from: number; to: number }>({
    title: 'Change the order of a blend’s motions', group: 'blend', changes: 'document', args: fromPanel,
    run(view, { path, from, to }) {
      const blend = motionAt(view, path);
      const moved = blend.motions[from];
      if (moved) change(view, `Move ${nameOf(moved)}`, (c) => moveMotion(c, blend, from, to));
    },
    examples: (view) => [...all(view)].filter(({ motions }) => motions.length > 1).flatMap(({ path, motions }) => [{ path, from: 0, to: motions.length - 1 }, { path, from: 1, to: 0 }]),
  }),
  'motion.wrap': command<{ path: Path; kind: '1d' | 'add'; parameter?: string }>({
    title: 'Put a motion into a blend of its own', group: 'blend', changes: 'document', args: fromPanel,
    run(view, { path, kind, parameter }) {
      const motion = motionAt(view, path);
      if (motion.kind !== 'clip' || motion.clip === undefined) throw new Refused('Only a clip is put into a blend.');
      const asked = parameter ?? view.graph?.parameters.find((one) => one.type === 'float' || one.type === 'int')?.name;
      if (kind === '1d' && asked === undefined) throw new Refused('A blend asks a float or an int, and this graph has none: add one first.');
      const { clip } = motion;
      change(view, kind === '1d' ? `Blend ${clip}` : `Add to ${clip}`, (c) => {
        c.remove([...path, 'clip']);
        if (kind === 'add') c.set([...path, 'add'], { base: { clip }, delta: { clip }, weight: 1 });
        else {
          c.set([...path, 'blend'], '1d');
          c.set([...path, 'parameter'], asked!, 'blend');
          c.set([...path, 'motions'], [{ clip, at: 0 }], 'parameter');
        }
      });
    },
    examples: (view) => [...all(view)].filter((motion) => motion.kind === 'clip').flatMap(({ path }) => [{ path, kind: '1d' as const }, { path, kind: 'add' as const }]),
  }),
  'clip.rename': command<{ from: string; to: string }>({
    title: 'Follow a clip that has another name', group: 'clip', changes: 'document', args: fromPanel,
    run(view, { from, to }) {
      if (to === '' || from === to) return;
      const { doc, graph, clips, clipsDoc } = view;
      if (!doc || !graph) return;
      const own = clips?.clips.some((clip) => clip.name === from) && !clips.clips.some((clip) => clip.name === to) && clipsDoc && !clipsDoc.readOnly;
      editAll(`Rename the clip ${from} to ${to}`, [
        [doc.id, (c) => renameClip(c, graph, from, to)],
        ...(own ? [[clipsDoc.id, (c: Parameters<typeof renameClip>[0]) => c.rename([from], to)] as const] : []),
      ]);
    },
    examples: (view) => (view.graph && [...usesOfClip(view.graph, 'idle')].length > 0 ? [{ from: 'idle', to: 'ruhe "1"' }] : []),
  }),
};
