/* What the browser says of a colour, as numbers from 0 to 1 in sRGB. */

export type Rgb = [number, number, number];

/* "rgb(1, 2, 3)", "rgb(1 2 3 / 0.5)" or "color(srgb 0.1 0.2 0.3)". */
export function rgbOf(css: string): Rgb {
  const numbers = (css.match(/[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);
  const by = css.startsWith('color(') ? 1 : 255;
  const at = (i: number): number => Math.min(Math.max((numbers[i] ?? 128) / by, 0), 1);
  return [at(0), at(1), at(2)];
}

export const mixed = (a: Rgb, b: Rgb, t: number): Rgb => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
