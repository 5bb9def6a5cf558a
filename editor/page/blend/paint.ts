/* The plot behind a blend's points: heat map, triangulation, axes; for 1D the weights as curves. Numbers are the
   runtime's; this only draws them. */
import type { Rgb } from '../viewport/color';
import { edgesOf, toScreen, type Frame, type Point } from './geometry';

export interface Colors {
  back: Rgb;
  line: Rgb;
  ink: Rgb;
  dim: Rgb;
  dark: boolean;
}

/* Hues that lie far apart, however many there are. */
export function motionColor(index: number, dark: boolean): Rgb {
  const hue = (0.47 + index * 0.618034) % 1;
  return hsl(hue, dark ? 0.55 : 0.6, dark ? 0.6 : 0.46);
}

function hsl(h: number, s: number, l: number): Rgb {
  const a = s * Math.min(l, 1 - l);
  const part = (n: number): number => {
    const k = (n + h * 12) % 12;
    return l - a * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  return [part(0), part(8), part(4)];
}

export const css = ([r, g, b]: Rgb, alpha = 1): string =>
  `rgba(${Math.round(r * 255)}, ${Math.round(g * 255)}, ${Math.round(b * 255)}, ${alpha})`;

/* `shown`: the motion whose weight is shown alone, or -1 for all by their colours. Rows come from the bottom up. */
export function heatPixels(rows: readonly number[][], columns: number, count: number, shown: number, colors: Colors): Uint8ClampedArray<ArrayBuffer> {
  const lines = Math.floor(rows.length / columns);
  const out = new Uint8ClampedArray(4 * columns * lines);
  const palette = Array.from({ length: count }, (_, i) => motionColor(i, colors.dark));
  const strength = colors.dark ? 0.5 : 0.45;
  for (let line = 0; line < lines; ++line)
    for (let column = 0; column < columns; ++column) {
      const weights = rows[line * columns + column] ?? [];
      const at = 4 * ((lines - 1 - line) * columns + column);
      for (let c = 0; c < 3; ++c) {
        let value = colors.back[c]!;
        for (let i = 0; i < count; ++i)
          if (shown < 0 || shown === i) value += (weights[i] ?? 0) * strength * (palette[i]![c]! - colors.back[c]!);
        out[at + c] = Math.round(255 * Math.min(Math.max(value, 0), 1));
      }
      out[at + 3] = 255;
    }
  return out;
}

function niceLines(low: number, high: number): number[] {
  const least = (high - low) / 8;
  const power = Math.pow(10, Math.floor(Math.log10(least)));
  const step = [1, 2, 5, 10].map((by) => by * power).find((by) => by >= least) ?? power * 10;
  const out: number[] = [];
  for (let i = Math.ceil(low / step); i <= Math.floor(high / step); ++i) out.push(i * step);
  return out;
}

const label = (value: number): string => String(Number(value.toPrecision(6)));

export function drawAxes(g: CanvasRenderingContext2D, f: Frame, colors: Colors, names: { x: string; y: string | null }): void {
  g.font = '11px system-ui, sans-serif';
  g.lineWidth = 1;
  g.textBaseline = 'alphabetic';
  for (const x of niceLines(f.left, f.right)) {
    const at = Math.round(toScreen(f, { x, y: 0 }).x) + 0.5;
    line(g, [at, f.pad], [at, f.height - f.pad], css(colors.line, x === 0 ? 1 : 0.5));
    g.fillStyle = css(colors.dim);
    g.textAlign = 'center';
    g.fillText(label(x), at, f.height - f.pad + 14);
  }
  if (names.y !== null)
    for (const y of niceLines(f.bottom, f.top)) {
      const at = Math.round(toScreen(f, { x: 0, y }).y) + 0.5;
      line(g, [f.pad, at], [f.width - f.pad, at], css(colors.line, y === 0 ? 1 : 0.5));
      g.fillStyle = css(colors.dim);
      g.textAlign = 'right';
      g.fillText(label(y), f.pad - 5, at + 4);
    }
  g.fillStyle = css(colors.ink);
  g.textAlign = 'right';
  g.fillText(`${names.x} →`, f.width - f.pad, f.height - f.pad + 28);
  if (names.y === null) return;
  g.textAlign = 'left';
  g.fillText(`↑ ${names.y}`, f.pad, f.pad - 8);
}

function line(g: CanvasRenderingContext2D, from: [number, number], to: [number, number], style: string): void {
  g.strokeStyle = style;
  g.beginPath();
  g.moveTo(from[0], from[1]);
  g.lineTo(to[0], to[1]);
  g.stroke();
}

export function drawTriangles(g: CanvasRenderingContext2D, f: Frame, points: readonly Point[], corners: readonly number[], colors: Colors): void {
  g.lineWidth = 1;
  for (const [from, to] of edgesOf(corners)) {
    const a = points[from] && toScreen(f, points[from]);
    const b = points[to] && toScreen(f, points[to]);
    if (a && b) line(g, [a.x, a.y], [b.x, b.y], css(colors.ink, 0.45));
  }
}

export function drawHeat(g: CanvasRenderingContext2D, f: Frame, pixels: Uint8ClampedArray<ArrayBuffer>, columns: number): void {
  const rows = pixels.length / 4 / columns;
  if (!rows) return;
  const small = document.createElement('canvas');
  small.width = columns;
  small.height = rows;
  small.getContext('2d')?.putImageData(new ImageData(pixels, columns, rows), 0, 0);
  g.imageSmoothingEnabled = true;
  g.drawImage(small, f.pad, f.pad, f.width - 2 * f.pad, f.height - 2 * f.pad);
}

/* 1D: each motion's weight over the parameter; `rows[i]` is at the i-th of `at`. */
export function drawCurves(g: CanvasRenderingContext2D, f: Frame, at: readonly Point[], rows: readonly number[][], count: number, shown: number, colors: Colors): void {
  const floor = f.height - f.pad;
  const height = f.height - 2 * f.pad;
  for (let i = 0; i < count; ++i) {
    const color = motionColor(i, colors.dark);
    g.beginPath();
    at.forEach((point, k) => {
      const x = toScreen(f, point).x;
      const y = floor - (rows[k]?.[i] ?? 0) * height;
      if (k) g.lineTo(x, y);
      else g.moveTo(x, y);
    });
    g.lineWidth = shown === i ? 2.5 : 1.5;
    g.strokeStyle = css(color, shown < 0 || shown === i ? 1 : 0.35);
    g.stroke();
    const first = at[0];
    const last = at[at.length - 1];
    if (!first || !last) continue;
    g.lineTo(toScreen(f, last).x, floor);
    g.lineTo(toScreen(f, first).x, floor);
    g.closePath();
    g.fillStyle = css(color, shown < 0 || shown === i ? 0.14 : 0.04);
    g.fill();
  }
}
