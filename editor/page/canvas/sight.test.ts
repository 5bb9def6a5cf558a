import { expect, test } from 'vitest';
import { viewportFor, viewportToShow } from './sight';

const inSight = (rect: { x: number; y: number; w: number; h: number }, { x, y, zoom }: { x: number; y: number; zoom: number }): boolean =>
  rect.x * zoom + x >= 0 && rect.y * zoom + y >= 0 && (rect.x + rect.w) * zoom + x <= 800 && (rect.y + rect.h) * zoom + y <= 600;

test('what is jumped to comes into sight, and what is in sight stays where it is', () => {
  expect(viewportToShow({ x: 100, y: 100, w: 160, h: 56 }, { x: 0, y: 0, zoom: 1 }, 800, 600)).toBeUndefined();
  for (const rect of [{ x: 5000, y: 0, w: 160, h: 56 }, { x: -900, y: 4000, w: 160, h: 56 }, { x: 790, y: 590, w: 160, h: 56 }, { x: 0, y: 0, w: 9000, h: 100 }]) {
    const there = viewportToShow(rect, { x: 0, y: 0, zoom: 1 }, 800, 600)!;
    expect(inSight(rect, there)).toBe(true);
    expect(viewportToShow(rect, there, 800, 600) ?? there).toEqual(there);
  }
  // It zooms out where it must, never in.
  expect(viewportToShow({ x: 5000, y: 0, w: 160, h: 56 }, { x: 0, y: 0, zoom: 0.5 }, 800, 600)!.zoom).toBe(0.5);
  expect(viewportFor({ x: 0, y: 0, w: 10, h: 10 }, 800, 600).zoom).toBeLessThanOrEqual(1.2);
});
