/* Where a blend's points lie on screen. Invariant: toSpace(toScreen(p)) is p; y is up in the space and down on the screen. */

export interface Point {
  x: number;
  y: number;
}

export interface Frame {
  left: number; // of the space
  right: number;
  bottom: number;
  top: number;
  width: number; // of the screen, in pixels
  height: number;
  pad: number; // pixels around
}

export interface Range {
  min?: number;
  max?: number;
}

/* All points and the parameters' ranges, with a tenth of room; a space without extent gets 1 around. */
export function frameOf(points: readonly Point[], x: Range, y: Range, width: number, height: number, pad: number): Frame {
  const [left, right] = extent(points.map((p) => p.x), x);
  const [bottom, top] = extent(points.map((p) => p.y), y);
  return { left, right, bottom, top, width, height, pad };
}

function extent(values: readonly number[], range: Range): [number, number] {
  const all = [...values, ...(range.min !== undefined ? [range.min] : []), ...(range.max !== undefined ? [range.max] : [])];
  if (!all.length) return [-1, 1];
  const low = Math.min(...all);
  const high = Math.max(...all);
  const room = high > low ? 0.08 * (high - low) : 1;
  return [low - room, high + room];
}

export const toScreen = (f: Frame, p: Point): Point => ({
  x: f.pad + ((p.x - f.left) / (f.right - f.left)) * (f.width - 2 * f.pad),
  y: f.height - f.pad - ((p.y - f.bottom) / (f.top - f.bottom)) * (f.height - 2 * f.pad),
});

export const toSpace = (f: Frame, s: Point): Point => ({
  x: f.left + ((s.x - f.pad) / Math.max(1, f.width - 2 * f.pad)) * (f.right - f.left),
  y: f.bottom + ((f.height - f.pad - s.y) / Math.max(1, f.height - 2 * f.pad)) * (f.top - f.bottom),
});

/* A step for keys and snapping: a hundredth of the extent, as 1, 2 or 5 times a power of ten. */
export function niceStep(extentOf: number, parts = 100): number {
  const least = Math.max(extentOf, 1e-9) / parts;
  const power = Math.pow(10, Math.floor(Math.log10(least)));
  for (const by of [1, 2, 5]) if (power * by >= least * (1 - 1e-9)) return tidy(power * by);
  return tidy(power * 10);
}

export const tidy = (value: number): number => Number(value.toPrecision(6)) + 0;

export const snapTo = (value: number, step: number): number => tidy(Math.round(value / step) * step);

/* Which point is under the pointer: the nearest within `reach` pixels; of two the later drawn. */
export function hit(f: Frame, points: readonly Point[], at: Point, reach: number): number {
  let best = -1;
  let least = reach * reach;
  points.forEach((point, i) => {
    const s = toScreen(f, point);
    const off = (s.x - at.x) ** 2 + (s.y - at.y) ** 2;
    if (off > least) return;
    least = off;
    best = i;
  });
  return best;
}

/* Points of a grid over the frame, row by row from the bottom, each in the middle of its cell. */
export function gridOf(f: Frame, columns: number, rows: number): Point[] {
  const out: Point[] = [];
  for (let row = 0; row < rows; ++row)
    for (let column = 0; column < columns; ++column) {
      const sx = f.pad + ((column + 0.5) / columns) * (f.width - 2 * f.pad);
      const sy = f.height - f.pad - ((row + 0.5) / rows) * (f.height - 2 * f.pad);
      out.push(toSpace(f, { x: sx, y: sy }));
    }
  return out;
}

/* Each edge of a triangulation once, as pairs of points. */
export function edgesOf(corners: readonly number[]): [number, number][] {
  const seen = new Map<string, [number, number]>();
  for (let i = 0; i + 2 < corners.length; i += 3)
    for (const [a, b] of [[0, 1], [1, 2], [2, 0]] as const) {
      const from = Math.min(corners[i + a]!, corners[i + b]!);
      const to = Math.max(corners[i + a]!, corners[i + b]!);
      seen.set(`${from} ${to}`, [from, to]);
    }
  return [...seen.values()];
}

/* Positions of a 1D blend ascend strictly: a point that is dragged stays between its neighbours, `gap` away from them. */
export function between(positions: readonly number[], index: number, wanted: number, gap: number): number {
  const before = positions[index - 1];
  const after = positions[index + 1];
  const low = before === undefined ? -Infinity : before + gap;
  const high = after === undefined ? Infinity : after - gap;
  return low > high ? positions[index]! : tidy(Math.min(Math.max(wanted, low), high));
}

/* Where a motion that comes to `at` stands in a list that ascends, and where it then is: not on another. */
export function placeAt(positions: readonly number[], at: number, gap: number): { index: number; at: number } {
  let value = at;
  while (positions.some((p) => Math.fround(p) === Math.fround(value))) value = tidy(value + gap);
  const index = positions.findIndex((p) => p > value);
  return { index: index < 0 ? positions.length : index, at: value };
}
