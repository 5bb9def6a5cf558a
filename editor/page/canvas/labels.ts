// Where the labels of the arrows stand: on their arrow where there is room, else beside it, never on each other and not
// on a box. The order of the arrows decides who chooses first, so the same graph always looks the same.

import { add, along, holds, overlaps, type Curve, type Point, type Rect } from './geometry';

export const LABEL_HEIGHT = 18;
const GAP = 3;
const CELL = 80;

export interface Wish {
  readonly curve: Curve;
  readonly w: number;
  readonly h: number;
  /** Whether an arrow the other way lies on the left: then the label stands on the right rather than on the line. */
  readonly both: boolean;
}

/** Rectangles by the cells of a grid that they touch. */
class Taken {
  private readonly cells = new Map<number, Rect[]>();

  private *keys(r: Rect): Generator<number> {
    const right = Math.floor((r.x + r.w + GAP) / CELL);
    const bottom = Math.floor((r.y + r.h + GAP) / CELL);
    for (let x = Math.floor((r.x - GAP) / CELL); x <= right; x++) {
      for (let y = Math.floor((r.y - GAP) / CELL); y <= bottom; y++) yield x * 1048576 + y;
    }
  }

  add(r: Rect): void {
    for (const key of this.keys(r)) {
      const list = this.cells.get(key);
      if (list) list.push(r);
      else this.cells.set(key, [r]);
    }
  }

  free(r: Rect): boolean {
    for (const key of this.keys(r)) {
      const list = this.cells.get(key);
      if (list) for (const other of list) if (overlaps(r, other, GAP)) return false;
    }
    return true;
  }
}

const TIMES = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74];
const SAMPLES = 24;
/** What a crossed arrow and a step away from the best place cost. */
const CROSSED = 4;
const BESIDE = 5;

const around = (p: Point, w: number, h: number): Rect => ({ x: p.x - w / 2, y: p.y - h / 2, w, h });

/** Points of all arrows by cells, to see which a label would cover. */
class Lines {
  private readonly cells = new Map<number, number[]>();

  constructor(wishes: readonly Wish[]) {
    wishes.forEach(({ curve }, index) => {
      for (let i = 1; i < SAMPLES; i++) {
        const p = along(curve, i / SAMPLES);
        const key = Math.floor(p.x / CELL) * 1048576 + Math.floor(p.y / CELL);
        const list = this.cells.get(key);
        if (list) list.push(index, p.x, p.y);
        else this.cells.set(key, [index, p.x, p.y]);
      }
    });
  }

  /** How many points of others than `mine` lie in the rectangle. */
  within(r: Rect, mine: number): number {
    let count = 0;
    const right = Math.floor((r.x + r.w) / CELL);
    const bottom = Math.floor((r.y + r.h) / CELL);
    for (let x = Math.floor(r.x / CELL); x <= right; x++) {
      for (let y = Math.floor(r.y / CELL); y <= bottom; y++) {
        const list = this.cells.get(x * 1048576 + y);
        if (!list) continue;
        for (let i = 0; i < list.length; i += 3) {
          if (list[i] !== mine && holds(r, { x: list[i + 1]!, y: list[i + 2]! })) count++;
        }
      }
    }
    return count;
  }
}

function normal(curve: Curve): Point {
  const { a, d } = curve;
  const length = Math.hypot(d.x - a.x, d.y - a.y) || 1;
  return { x: -(d.y - a.y) / length, y: (d.x - a.x) / length };
}

/** Places on the arrow and on both sides of it, each with what it costs that it is not the best one. */
function* places(wish: Wish): Generator<readonly [Rect, number]> {
  const { w, h } = wish;
  const right = normal(wish.curve);
  const away = Math.abs(right.x) * (w / 2) + Math.abs(right.y) * (h / 2) + 5;
  for (let i = 0; i < TIMES.length; i++) {
    const p = along(wish.curve, TIMES[i]!);
    const late = i * 0.8;
    yield [around(p, w, h), late + (wish.both ? BESIDE : 0)];
    yield [around(add(p, right, away), w, h), late + (wish.both ? 0 : BESIDE)];
    yield [around(add(p, right, -away), w, h), late + (wish.both ? BESIDE * 2 : BESIDE + 0.1)];
  }
}

function placeOne(wish: Wish, index: number, taken: Taken, lines: Lines): Rect {
  let best: Rect | undefined;
  let least = Infinity;
  for (const [r, cost] of places(wish)) {
    if (cost >= least || !taken.free(r)) continue;
    const whole = cost + lines.within(r, index) * CROSSED;
    if (whole < least) {
      least = whole;
      best = r;
    }
    if (least === 0) break;
  }
  return best ?? search(wish, taken);
}

/** All places at the arrow are taken: further and further away. */
function search(wish: Wish, taken: Taken): Rect {
  const middle = along(wish.curve, 0.5);
  const right = normal(wish.curve);
  for (let step = 1; step < 24; step++) {
    for (const side of [1, -1]) {
      const r = around(add(middle, right, side * step * 7), wish.w, wish.h);
      if (taken.free(r)) return r;
    }
  }
  // A heap of arrows: straight down from the middle until there is room. Ends, as what is taken ends somewhere.
  for (let y = middle.y; ; y += wish.h + GAP) {
    const r = around({ x: middle.x, y }, wish.w, wish.h);
    if (taken.free(r)) return r;
  }
}

/** A place for each wish, in their order; `boxes` are kept free. A wish of no width has none. */
export function placeLabels(wishes: readonly Wish[], boxes: Iterable<Rect>): (Rect | null)[] {
  const taken = new Taken();
  for (const box of boxes) taken.add(box);
  const lines = new Lines(wishes);
  return wishes.map((wish, index) => {
    if (wish.w <= 0) return null;
    const r = placeOne(wish, index, taken, lines);
    taken.add(r);
    return r;
  });
}

// Widths of the interface's fonts differ little; these are on the wide side, in hundredths of the font's size.
const NARROW = "iljtfrI.,:;|!'()[]- ";
const WIDE = 'mwMW@%&';

/** About how wide a text is where nothing can measure it; never much less than it is. */
function guessWidth(s: string, size: number, bold: boolean): number {
  let sum = 0;
  for (const ch of s) {
    const code = ch.codePointAt(0)!;
    if (code > 0x2e80) sum += 100;
    else if (NARROW.includes(ch)) sum += 36;
    else if (WIDE.includes(ch)) sum += 90;
    else if (ch >= 'A' && ch <= 'Z') sum += 68;
    else sum += 58;
  }
  return (sum * size * (bold ? 1.05 : 1)) / 100;
}

export type Measure = (s: string, size: number, bold: boolean) => number;

let measure: Measure = guessWidth;

/** The page measures by its own font. */
export function measureBy(by: Measure): void {
  measure = by;
}

/** How wide a text is, in pixels. */
export function textWidth(s: string, size: number, bold = false): number {
  return measure(s, size, bold);
}

/** The text, or its beginning and an ellipsis where it is longer than `most` characters. */
export function shorten(s: string, most: number): string {
  const chars = s.length > most ? Array.from(s.slice(0, most * 2 + 2)) : null;
  return chars && chars.length > most ? `${chars.slice(0, most - 1).join('')}…` : s;
}
