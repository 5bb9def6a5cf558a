/* Time on screen: a stretch of a clip drawn over a width. Invariant: toTime(toX(t)) is t, and a view never leaves its
   clip by more than the margin that keeps the ends in sight. */

export interface Span {
  start: number; // seconds at the left edge
  perPixel: number; // seconds
  width: number; // pixels
}

const MARGIN = 12; // pixels left of 0 and right of the end, so that markers there can be grabbed

export function fitSpan(length: number, width: number): Span {
  const inner = Math.max(1, width - 2 * MARGIN);
  const perPixel = Math.max(length, 1e-3) / inner;
  return { start: -MARGIN * perPixel, perPixel, width };
}

export const toX = (span: Span, time: number): number => (time - span.start) / span.perPixel;
export const toTime = (span: Span, x: number): number => span.start + x * span.perPixel;

/* Keeps the clip in view: it may not be zoomed out past its fit, nor dragged out of sight. */
export function holdSpan(span: Span, length: number): Span {
  const fit = fitSpan(length, span.width);
  const perPixel = Math.min(Math.max(span.perPixel, 1e-6), fit.perPixel);
  const room = MARGIN * perPixel;
  const most = Math.max(length, 1e-3) + room - span.width * perPixel;
  const start = Math.min(Math.max(span.start, -room), Math.max(most, -room));
  return { start, perPixel, width: span.width };
}

/* The time under `x` stays under it. */
export function zoomSpan(span: Span, x: number, factor: number, length: number): Span {
  const fit = fitSpan(length, span.width);
  const perPixel = Math.min(Math.max(span.perPixel * factor, 1e-6), fit.perPixel);
  return holdSpan({ start: toTime(span, x) - x * perPixel, perPixel, width: span.width }, length);
}

export const panSpan = (span: Span, pixels: number, length: number): Span =>
  holdSpan({ ...span, start: span.start + pixels * span.perPixel }, length);

export interface Tick {
  time: number;
  label: string | null; // null: a line without a number
}

/* 1, 2 or 5 times a power of ten, the least that keeps labels `apart` pixels from each other. */
export function tickStep(perPixel: number, apart = 64): number {
  const least = perPixel * apart;
  const power = Math.pow(10, Math.floor(Math.log10(least)));
  for (const by of [1, 2, 5]) if (power * by >= least) return power * by;
  return power * 10;
}

export function ticks(span: Span, length: number): Tick[] {
  const step = tickStep(span.perPixel);
  const small = step / 5;
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const first = Math.max(0, Math.ceil(span.start / small - 1e-6));
  const last = Math.floor(Math.min(length, toTime(span, span.width)) / small + 1e-6);
  const out: Tick[] = [];
  for (let i = first; i <= last; ++i)
    out.push({ time: i * small, label: i % 5 === 0 ? ((i / 5) * step).toFixed(digits) : null });
  return out;
}

export const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/* Shortest decimal that a hand would write for it: microseconds are enough for a marker. */
export const tidy = (value: number): number => Number(value.toFixed(6)) + 0;

/* To the nearest of `points` within `reach` seconds, else to the grid of `fps` if there is one, else as it is. */
export function snap(time: number, length: number, points: readonly number[], reach: number, fps: number | null): number {
  if (time <= 0) return 0;
  if (time >= length) return length;
  const inside = time;
  let best = inside;
  let distance = reach;
  for (const point of points) {
    const off = Math.abs(point - inside);
    if (off > distance) continue;
    best = point;
    distance = off;
  }
  if (best !== inside || points.includes(inside) || !fps) return clamp(tidy(best), 0, length);
  return clamp(tidy(Math.round(inside * fps) / fps), 0, length);
}

/* The next or previous frame: what lies between two frames goes to the nearer side in that direction. */
export function stepFrame(time: number, length: number, fps: number, by: number): number {
  const frame = time * fps;
  const whole = Math.round(frame);
  const on = Math.abs(frame - whole) < 1e-4;
  const from = on ? whole : by > 0 ? Math.floor(frame) : Math.ceil(frame);
  return clamp(tidy((from + by) / fps), 0, length);
}

/* Where a playhead that runs is after `dt`: round the loop, or at an end. */
export function runTime(time: number, dt: number, length: number, loop: boolean): number {
  if (!(length > 0)) return 0;
  const next = time + dt;
  if (!loop) return clamp(next, 0, length);
  const wrapped = next % length;
  return wrapped < 0 ? wrapped + length : wrapped;
}
