// Which way each arrow takes between two boxes. Arrows of one direction lie on the right of their way, so A→B and B→A
// never share a lane; several of one direction lie beside each other; from BUNDLE on they are drawn as one, with a count,
// until the user opens the bundle.

import type { Id } from '../document/ids';
import { add, centre, clamp, reach, type Curve, type Point, type Rect } from './geometry';

export const LANE = 24;
export const BUNDLE = 4;
const LOOP = 40;

/** What is to be drawn as one arrow: one transition, or a bundle of them. */
export interface Way {
  /** By the id of the transition; of a bundle the pair. */
  readonly key: string;
  readonly ids: readonly Id[];
  readonly from: string;
  readonly to: string;
  /** Place among those of its direction, and how many there are. */
  readonly lane: number;
  readonly lanes: number;
  /** Whether there are arrows the other way, too. */
  readonly both: boolean;
}

export interface Link {
  readonly id: Id;
  readonly from: string;
  readonly to: string;
}

/** A pair as one text; JSON, so that no name can pass for two. */
export const pairKey = (from: string, to: string): string => JSON.stringify([from, to]);

/** The arrows of a machine, in the order of the links. `open`: the pairs whose bundles are fanned out. */
export function waysOf(links: readonly Link[], open: ReadonlySet<string>): Way[] {
  const pairs = new Map<string, Link[]>();
  for (const link of links) {
    const key = pairKey(link.from, link.to);
    const list = pairs.get(key);
    if (list) list.push(link);
    else pairs.set(key, [link]);
  }
  const ways: Way[] = [];
  for (const [key, list] of pairs) {
    const { from, to } = list[0]!;
    const both = from !== to && pairs.has(pairKey(to, from));
    if (list.length >= BUNDLE && !open.has(key)) {
      ways.push({ key, ids: list.map((link) => link.id), from, to, lane: 0, lanes: 1, both });
    } else {
      list.forEach((link, lane) => ways.push({ key: `t${link.id}`, ids: [link.id], from, to, lane, lanes: list.length, both }));
    }
  }
  return ways;
}

/** How far to the right of the straight line between the centres the middle of a way lies. */
export function offsetOf(way: Pick<Way, 'lane' | 'lanes' | 'both'>): number {
  return way.both ? (way.lane + 0.5) * LANE : (way.lane - (way.lanes - 1) / 2) * LANE;
}

/** A way from a box to itself, above it; each lane around the one before. */
function loop(box: Rect, lane: number): Curve {
  const x = box.x + box.w - 34;
  const spread = 12 + lane * 9;
  const height = LOOP + lane * LANE * 1.34;
  const a = { x: x - spread, y: box.y };
  const d = { x: x + Math.min(spread, 26), y: box.y };
  return { a, b: { x: a.x - 6, y: box.y - height }, c: { x: d.x + 6, y: box.y - height }, d };
}

/** Boxes that touch or lie on each other leave no straight way: one direction goes over them, the other below. */
function round(from: Rect, to: Rect, lane: number, above: boolean): Curve {
  const side = above ? -1 : 1;
  const edge = (r: Rect): number => (above ? r.y : r.y + r.h);
  const a = { x: from.x + from.w / 2, y: edge(from) };
  const d = { x: to.x + to.w / 2, y: edge(to) };
  const far = (above ? Math.min(a.y, d.y) : Math.max(a.y, d.y)) + side * (50 + lane * LANE * 1.34);
  const lean = (a.x <= d.x ? -1 : 1) * 24;
  return { a, b: { x: a.x + lean, y: far }, c: { x: d.x - lean, y: far }, d };
}

export function curveOf(way: Pick<Way, 'from' | 'to' | 'lane' | 'lanes' | 'both'>, from: Rect, to: Rect): Curve {
  if (way.from === way.to) return loop(from, way.lane);
  const p = centre(from);
  const q = centre(to);
  const length = Math.hypot(q.x - p.x, q.y - p.y);
  const above = p.x < q.x || (p.x === q.x && (p.y < q.y || (p.y === q.y && way.from < way.to)));
  if (length < 1) return round(from, to, way.lane, above);
  const d: Point = { x: (q.x - p.x) / length, y: (q.y - p.y) / length };
  const right: Point = { x: -d.y, y: d.x };
  const offset = offsetOf(way);
  const room = (r: Rect): number => Math.max(0, (Math.abs(right.x) * r.w + Math.abs(right.y) * r.h) / 2 - 8);
  const end = clamp(offset * 0.6, -Math.min(room(from), room(to)), Math.min(room(from), room(to)));
  const start = add(p, right, end);
  const stop = add(q, right, end);
  const out = reach(from, inside(start, from), d);
  const back = reach(to, inside(stop, to), { x: -d.x, y: -d.y });
  const gap = length - out - back;
  if (gap < 14) return round(from, to, way.lane, above);
  const a = add(start, d, out + 1);
  const z = add(stop, d, -(back + 2));
  const bow = (offset - end) / 0.75;
  const pull = gap * 0.3;
  return { a, b: add(add(a, d, pull), right, bow), c: add(add(z, d, -pull), right, bow), d: z };
}

function inside(p: Point, r: Rect): Point {
  return { x: clamp(p.x, r.x, r.x + r.w), y: clamp(p.y, r.y, r.y + r.h) };
}
