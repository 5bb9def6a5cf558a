// Where the labels of the arrows stand: on their arrow where there is room, else beside it, never on each other and not
// on a box. The order of the arrows decides who chooses first, so the same graph always looks the same.

import { along, overlaps, type Curve, type Point, type Rect } from "./geometry";

export const LABEL_HEIGHT = 18;
const GAP = 3;
const CELL = 80;

export interface Wish {
  readonly curve: Curve;
  readonly w: number;
  /** Whether the label may leave the middle for the middle of the curve's own line only (a bundle's count). */
  readonly h?: number;
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

const TIMES = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82];

const around = (p: Point, w: number, h: number): Rect => ({ x: p.x - w / 2, y: p.y - h / 2, w, h });

function placeOne(wish: Wish, taken: Taken): Rect {
  const h = wish.h ?? LABEL_HEIGHT;
  for (const t of TIMES) {
    const r = around(along(wish.curve, t), wish.w, h);
    if (taken.free(r)) return r;
  }
  const middle = along(wish.curve, 0.5);
  const { a, d } = wish.curve;
  const length = Math.hypot(d.x - a.x, d.y - a.y) || 1;
  const right = { x: -(d.y - a.y) / length, y: (d.x - a.x) / length };
  for (let step = 1; step < 24; step++) {
    for (const side of [1, -1]) {
      const k = side * step * 7;
      const r = around({ x: middle.x + right.x * k, y: middle.y + right.y * k }, wish.w, h);
      if (taken.free(r)) return r;
    }
  }
  // A heap of arrows: straight down from the middle until there is room. Ends, as what is taken ends somewhere.
  for (let y = middle.y; ; y += h + GAP) {
    const r = around({ x: middle.x, y }, wish.w, h);
    if (taken.free(r)) return r;
  }
}

/** A place for each wish, in their order; `boxes` are kept free. A wish of no width has none. */
export function placeLabels(wishes: readonly Wish[], boxes: Iterable<Rect>): (Rect | null)[] {
  const taken = new Taken();
  for (const box of boxes) taken.add(box);
  return wishes.map((wish) => {
    if (wish.w <= 0) return null;
    const r = placeOne(wish, taken);
    taken.add(r);
    return r;
  });
}

// Widths of the interface's fonts differ little; these are on the wide side, in hundredths of the font's size.
const NARROW = "iljtfrI.,:;|!'()[]- ";
const WIDE = "mwMW@%&";

/** About how wide a text is, in pixels; never much less than it is. */
export function textWidth(s: string, size: number, bold = false): number {
  let sum = 0;
  for (const ch of s) {
    const code = ch.codePointAt(0)!;
    if (code > 0x2e80) sum += 100;
    else if (NARROW.includes(ch)) sum += 36;
    else if (WIDE.includes(ch)) sum += 90;
    else if (ch >= "A" && ch <= "Z") sum += 68;
    else sum += 58;
  }
  return (sum * size * (bold ? 1.05 : 1)) / 100;
}

/** The text, or its beginning and an ellipsis where it is longer than `most` characters. */
export function shorten(s: string, most: number): string {
  const chars = s.length > most ? Array.from(s.slice(0, most * 2 + 2)) : null;
  return chars && chars.length > most ? `${chars.slice(0, most - 1).join("")}…` : s;
}
