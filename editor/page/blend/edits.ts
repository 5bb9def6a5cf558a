/* What the blend editor changes of a document, as changes of its text. */
import type { Changes } from '../document/changes';
import type { Path } from '../document/text';
import type { MotionView } from '../graph/types';
import { between, niceStep, placeAt, tidy, type Point } from './geometry';

export const pointOf = (motion: MotionView): Point =>
  typeof motion.at === 'number' ? { x: motion.at, y: 0 } : { x: motion.at?.[0] ?? 0, y: motion.at?.[1] ?? 0 };

const positions = (blend: MotionView): number[] => blend.motions.map((motion) => pointOf(motion).x);

/* The least that two points of a 1D blend stay apart. */
function gapOf(blend: MotionView): number {
  return niceStep(extentOf(blend), 1000);
}

export const nameOf = (motion: MotionView): string =>
  motion.kind === 'clip' ? (motion.clip ?? 'no clip') : motion.kind === 'add' ? 'additive pair' : `${motion.kind} blend`;

/* Where a point may go: of a 1D blend between its neighbours, of a 2D one anywhere but onto another point. */
export function allowed(blend: MotionView, index: number, to: Point): Point {
  if (blend.kind === '1d') return { x: between(positions(blend), index, to.x, gapOf(blend)), y: 0 };
  const taken = blend.motions.some((motion, i) => i !== index && samePoint(pointOf(motion), to));
  return taken ? pointOf(blend.motions[index]!) : to;
}

export function placePoint(c: Changes, blend: MotionView, index: number, to: Point): void {
  const motion = blend.motions[index];
  if (!motion) return;
  const at = allowed(blend, index, to);
  const path: Path = [...motion.path, 'at'];
  if (blend.kind === '1d') c.set(path, at.x);
  else if (blend.kind === '2d') c.set(path, [at.x, at.y]);
}

/* Clips at a place of the space, one beside the other, or past the last motion; in a direct blend weighed by a parameter. */
export function addClips(c: Changes, blend: MotionView, clips: readonly string[], wanted: Point | undefined, weight: string | undefined): void {
  const list: Path = [...blend.path, 'motions'];
  const taken = blend.motions.map(pointOf);
  const step = niceStep(extentOf(blend), 10);
  for (const clip of clips) {
    const at = wanted ?? freePlace(blend.kind === '1d', taken);
    if (blend.kind === '1d') {
      const place = placeAt(taken.map((p) => p.x), tidy(at.x), step);
      taken.splice(place.index, 0, { x: place.at, y: 0 });
      c.insert(list, place.index, { clip, at: place.at });
    } else if (blend.kind === '2d') {
      const to = freePoint(taken, at, step);
      taken.push(to);
      c.insert(list, taken.length - 1, { clip, at: [to.x, to.y] });
    } else if (blend.kind === 'direct' && weight !== undefined) {
      taken.push(at);
      c.insert(list, taken.length - 1, { clip, weight });
    }
  }
}

function extentOf(blend: MotionView): number {
  const all = positions(blend);
  return all.length > 1 ? Math.max(...all) - Math.min(...all) || 1 : 1;
}

const samePoint = (a: Point, b: Point): boolean => Math.fround(a.x) === Math.fround(b.x) && Math.fround(a.y) === Math.fround(b.y);

function freePoint(taken: readonly Point[], at: Point, step: number): Point {
  let to = { x: tidy(at.x), y: tidy(at.y) };
  while (taken.some((p) => samePoint(p, to))) to = { x: tidy(to.x + step), y: to.y };
  return to;
}

/* Past the last of the points: of a line as far as that is from the one before it. */
function freePlace(line: boolean, taken: readonly Point[]): Point {
  const last = taken[taken.length - 1];
  if (!last) return { x: 0, y: 0 };
  const before = taken[taken.length - 2];
  if (line) return { x: tidy(last.x + (before ? last.x - before.x : 1)), y: 0 };
  return { x: tidy(Math.max(...taken.map((p) => p.x)) + 1), y: 0 };
}

export function removeMotion(c: Changes, blend: MotionView, index: number): void {
  const motion = blend.motions[index];
  if (motion) c.remove(motion.path);
}

/* Moves a motion within its list. On a line places ascend, so they stay as they are and the motions change theirs. */
export function moveMotion(c: Changes, blend: MotionView, from: number, to: number): void {
  const list: Path = [...blend.path, 'motions'];
  c.move(list, from, to);
  if (blend.kind === '1d') positions(blend).forEach((at, index) => c.set([...list, index, 'at'], at));
}
