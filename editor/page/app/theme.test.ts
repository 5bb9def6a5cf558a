import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

// The contrast of what is written on what, by WCAG 2: 4.5 for text, 3 for the rims of controls.

const sheet = readFileSync(new URL('./theme.css', import.meta.url), 'utf8');
const colours = new Map<string, [string, string]>();
for (const found of sheet.matchAll(/--([\w-]+):\s*light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)) {
  colours.set(found[1]!, [found[2]!, found[3]!]);
}

function luminance(hex: string): number {
  const part = (at: number): number => {
    const v = parseInt(hex.slice(at, at + 2), 16) / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
}

function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const surfaces = ['ground', 'canvas', 'panel', 'raised', 'sunken', 'hover'];
const text: [string, string[]][] = [
  ['ink', [...surfaces, 'accent-soft', 'live-soft', 'error-soft', 'warning-soft']],
  ['dim', surfaces],
  ['faint', ['canvas', 'panel', 'raised']],
  ['accent', [...surfaces, 'accent-soft']],
  ['live', ['canvas', 'panel', 'raised', 'live-soft']],
  ['error', ['canvas', 'panel', 'raised', 'error-soft']],
  ['warning', ['canvas', 'panel', 'raised', 'warning-soft']],
  ['good', ['panel', 'raised']],
  ['record', ['panel', 'raised']],
  ['accent-ink', ['accent']],
  ['live-ink', ['live']],
  ...['clip', 'blend', 'add', 'machine', 'empty'].map((kind): [string, string[]] => [kind, ['raised', `${kind}-soft`]]),
];

describe.each([['light', 0], ['dark', 1]] as const)('contrast, %s', (_theme, which) => {
  const colour = (name: string): string => {
    const pair = colours.get(name);
    if (!pair) throw new Error(`theme.css has no colour --${name}`);
    return pair[which];
  };

  it.each(text.flatMap(([ink, grounds]) => grounds.map((ground) => [ink, ground] as const)))('%s on %s', (ink, ground) => {
    expect(contrast(colour(ink), colour(ground))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['canvas', 'panel', 'raised'])('the rim of a control on %s', (ground) => {
    expect(contrast(colour('edge'), colour(ground))).toBeGreaterThanOrEqual(3);
  });
});
