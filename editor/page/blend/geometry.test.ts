import { describe, expect, it } from 'vitest';
import { between, edgesOf, frameOf, gridOf, hit, niceStep, placeAt, snapTo, toScreen, toSpace } from './geometry';

const points = [{ x: 0, y: 0 }, { x: 0, y: 1.4 }, { x: -1.1, y: 0 }];
const frame = frameOf(points, { min: -1.1, max: 1.1 }, { min: -1, max: 1.4 }, 400, 300, 20);

describe('the plot of a blend', () => {
  it('goes to the screen and back, y up', () => {
    for (const p of points) {
      const back = toSpace(frame, toScreen(frame, p));
      expect(back.x).toBeCloseTo(p.x, 10);
      expect(back.y).toBeCloseTo(p.y, 10);
    }
    expect(toScreen(frame, { x: 0, y: 1 }).y).toBeLessThan(toScreen(frame, { x: 0, y: 0 }).y);
  });
  it('has all points and both ranges inside', () => {
    expect(frame.left).toBeLessThan(-1.1);
    expect(frame.right).toBeGreaterThan(1.1);
    expect(frame.bottom).toBeLessThan(-1);
    const none = frameOf([], {}, {}, 10, 10, 0);
    expect([none.left, none.right]).toEqual([-1, 1]);
    const one = frameOf([{ x: 3, y: 3 }], {}, {}, 10, 10, 0);
    expect([one.left, one.right]).toEqual([2, 4]);
  });
  it('finds the point under the pointer', () => {
    const at = toScreen(frame, points[1]!);
    expect(hit(frame, points, { x: at.x + 5, y: at.y - 5 }, 10)).toBe(1);
    expect(hit(frame, points, { x: at.x + 20, y: at.y }, 10)).toBe(-1);
  });
  it('asks for weights in the middle of each cell', () => {
    const grid = gridOf(frame, 4, 3);
    expect(grid.length).toBe(12);
    const first = toScreen(frame, grid[0]!);
    expect(first.x).toBeCloseTo(20 + 360 / 8);
    expect(first.y).toBeCloseTo(280 - 260 / 6);
  });
  it('draws each edge once', () => {
    expect(edgesOf([0, 1, 2, 2, 1, 3])).toEqual([[0, 1], [1, 2], [0, 2], [1, 3], [2, 3]]);
  });
});

describe('positions', () => {
  it('steps by round numbers', () => {
    expect(niceStep(6)).toBe(0.1);
    expect(niceStep(2.2)).toBe(0.05);
    expect(niceStep(0.001)).toBe(0.00001);
    expect(snapTo(0.1234, 0.05)).toBe(0.1);
  });
  it('stay between their neighbours', () => {
    expect(between([0, 1.4, 4], 1, 9, 0.01)).toBe(3.99);
    expect(between([0, 1.4, 4], 1, -9, 0.01)).toBe(0.01);
    expect(between([0, 1.4, 4], 2, 99, 0.01)).toBe(99);
    expect(between([0, 0.005, 0.01], 1, 9, 0.01)).toBe(0.005);
  });
  it('takes in another in its place, on no other', () => {
    expect(placeAt([0, 1.4, 4], 2, 0.1)).toEqual({ index: 2, at: 2 });
    expect(placeAt([0, 1.4, 4], 4, 0.1)).toEqual({ index: 3, at: 4.1 });
    expect(placeAt([], 4, 0.1)).toEqual({ index: 0, at: 4 });
  });
});
