// The arrow that is being drawn: from a box, or from empty space, to the pointer or to a box.

import { centre, reach, type Curve, type Point, type Rect } from './geometry';
import { curveOf } from './lanes';
import { ANY, ENTRY, EXIT, isState } from './model';

const ONE = { lane: 0, lanes: 1, both: false };

function rimToPoint(box: Rect, p: Point): Point {
  const c = centre(box);
  const length = Math.hypot(p.x - c.x, p.y - c.y) || 1;
  const d = { x: (p.x - c.x) / length, y: (p.y - c.y) / length };
  const out = Math.min(reach(box, c, d), length);
  return { x: c.x + d.x * out, y: c.y + d.y * out };
}

const straight = (a: Point, d: Point): Curve => ({
  a,
  b: { x: a.x + (d.x - a.x) / 3, y: a.y + (d.y - a.y) / 3 },
  c: { x: d.x - (d.x - a.x) / 3, y: d.y - (d.y - a.y) / 3 },
  d,
});

/** Between two boxes, or from or to a point where there is no box. */
export function wireCurve(from: { name: string; box: Rect } | Point, to: { name: string; box: Rect } | Point): Curve {
  if ('box' in from && 'box' in to) return curveOf({ from: from.name, to: to.name, ...ONE }, from.box, to.box);
  if ('box' in from) return straight(rimToPoint(from.box, to as Point), to as Point);
  if ('box' in to) return straight(from, rimToPoint(to.box, from));
  return straight(from, to);
}

/** Why there can be no arrow between two boxes; none: there can. */
export function refusal(from: string, to: string): string | undefined {
  if (to === ENTRY) return 'Nothing leads to the entry: a machine begins there.';
  if (to === ANY) return 'Nothing leads to "any state": it stands for the states that a transition leaves.';
  if (from === EXIT) return 'Nothing leaves the exit: the machine ends there.';
  if (from === ENTRY && !isState(to)) return 'A machine begins in a state.';
  return undefined;
}
