// Points, rectangles and curves of the canvas. Everything here is a pure function of numbers in graph units (one unit is
// one pixel at zoom 1; x to the right, y down).

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** A cubic Bézier: the two ends and the two points that it is pulled to. */
export interface Curve {
  readonly a: Point;
  readonly b: Point;
  readonly c: Point;
  readonly d: Point;
}

export const GRID = 20;

export const centre = (r: Rect): Point => ({ x: r.x + r.w / 2, y: r.y + r.h / 2 });
export const add = (p: Point, q: Point, k = 1): Point => ({ x: p.x + q.x * k, y: p.y + q.y * k });
export const snap = (v: number, step = GRID): number => Math.round(v / step) * step;
export const clamp = (v: number, low: number, high: number): number => Math.min(Math.max(v, low), high);

/** Whether two rectangles share an area, each grown by half of `gap`. */
export function overlaps(a: Rect, b: Rect, gap = 0): boolean {
  return a.x < b.x + b.w + gap && b.x < a.x + a.w + gap && a.y < b.y + b.h + gap && b.y < a.y + a.h + gap;
}

export function holds(r: Rect, p: Point): boolean {
  return p.x >= r.x && p.x <= r.x + r.w && p.y >= r.y && p.y <= r.y + r.h;
}

/** The rectangle with two corners, in whichever order they come. */
export function between(p: Point, q: Point): Rect {
  return { x: Math.min(p.x, q.x), y: Math.min(p.y, q.y), w: Math.abs(p.x - q.x), h: Math.abs(p.y - q.y) };
}

/** The least rectangle around all of them; null of none. */
export function bounds(rects: Iterable<Rect>): Rect | null {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const r of rects) {
    left = Math.min(left, r.x);
    top = Math.min(top, r.y);
    right = Math.max(right, r.x + r.w);
    bottom = Math.max(bottom, r.y + r.h);
  }
  return left <= right && top <= bottom ? { x: left, y: top, w: right - left, h: bottom - top } : null;
}

/** How far a ray from `p` (inside of `r`) along the unit vector `d` goes until it leaves `r`. */
export function reach(r: Rect, p: Point, d: Point): number {
  const across = d.x > 0 ? (r.x + r.w - p.x) / d.x : d.x < 0 ? (r.x - p.x) / d.x : Infinity;
  const down = d.y > 0 ? (r.y + r.h - p.y) / d.y : d.y < 0 ? (r.y - p.y) / d.y : Infinity;
  return Math.max(0, Math.min(across, down));
}

export function along(c: Curve, t: number): Point {
  const s = 1 - t;
  const a = s * s * s;
  const b = 3 * s * s * t;
  const m = 3 * s * t * t;
  const d = t * t * t;
  return { x: a * c.a.x + b * c.b.x + m * c.c.x + d * c.d.x, y: a * c.a.y + b * c.b.y + m * c.c.y + d * c.d.y };
}

/** The direction of the curve at its end, of length 1. */
export function heading(c: Curve): Point {
  let x = c.d.x - c.c.x;
  let y = c.d.y - c.c.y;
  let length = Math.hypot(x, y);
  if (length < 1e-6) {
    x = c.d.x - c.a.x;
    y = c.d.y - c.a.y;
    length = Math.hypot(x, y);
  }
  return length < 1e-6 ? { x: 1, y: 0 } : { x: x / length, y: y / length };
}

const text = (v: number): string => String(Math.round(v * 10) / 10);

export function pathOf(c: Curve): string {
  return `M${text(c.a.x)} ${text(c.a.y)}C${text(c.b.x)} ${text(c.b.y)} ${text(c.c.x)} ${text(c.c.y)} ${text(c.d.x)} ${text(c.d.y)}`;
}

/** An arrow's head, its tip at the curve's end. */
export function headOf(c: Curve, size = 9): string {
  const d = heading(c);
  const back = add(c.d, d, -size);
  const wide = size * 0.42;
  const left = { x: back.x - d.y * wide, y: back.y + d.x * wide };
  const right = { x: back.x + d.y * wide, y: back.y - d.x * wide };
  return `M${text(c.d.x)} ${text(c.d.y)}L${text(left.x)} ${text(left.y)}L${text(right.x)} ${text(right.y)}Z`;
}
