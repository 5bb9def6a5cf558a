import { describe, expect, it } from 'vitest';
import { align, distribute, toGrid } from './arrange';
import { overlaps, type Rect } from './geometry';
import { layOut } from './layout';
import { firstBox, nextBox } from './spatial';

const box = (x: number, y: number, w = 160): Rect => ({ x, y, w, h: 60 });

describe('moving by the arrow keys', () => {
  const boxes = new Map<string, Rect>([
    ['a', box(0, 0)],
    ['b', box(300, 20)],
    ['c', box(0, 200)],
    ['d', box(320, 220)],
    ['far', box(900, 0)],
  ]);

  it('goes to the box that lies there', () => {
    expect(nextBox(boxes, 'a', 'right')).toBe('b');
    expect(nextBox(boxes, 'a', 'down')).toBe('c');
    expect(nextBox(boxes, 'd', 'left')).toBe('c');
    expect(nextBox(boxes, 'd', 'up')).toBe('b');
    expect(nextBox(boxes, 'b', 'right')).toBe('far');
  });

  it('stays where nothing lies that way, and for a name that is none', () => {
    expect(nextBox(boxes, 'a', 'left')).toBeNull();
    expect(nextBox(boxes, 'nobody', 'left')).toBeNull();
  });

  it('reaches every box of a grid from its first', () => {
    const grid = new Map<string, Rect>();
    for (let i = 0; i < 30; i++) grid.set(`s${i}`, box((i % 6) * 240, Math.floor(i / 6) * 120));
    const seen = new Set<string>();
    const queue = [firstBox(grid)!];
    for (let at = queue.pop(); at; at = queue.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      for (const way of ['left', 'right', 'up', 'down'] as const) {
        const next = nextBox(grid, at, way);
        if (next) queue.push(next);
      }
    }
    expect(seen.size).toBe(30);
  });
});

describe('arranging', () => {
  const boxes = new Map<string, Rect>([
    ['a', box(3, 5)],
    ['b', box(250, 90, 200)],
    ['c', box(700, 40)],
  ]);

  it('aligns, and names only what moves', () => {
    expect(align(boxes, 'top')).toEqual(new Map([['b', { x: 250, y: 5 }], ['c', { x: 700, y: 5 }]]));
    expect(align(boxes, 'right')).toEqual(new Map([['a', { x: 700, y: 5 }], ['b', { x: 660, y: 90 }]]));
    expect(align(boxes, 'left')).toEqual(new Map([['b', { x: 3, y: 90 }], ['c', { x: 3, y: 40 }]]));
  });

  it('distributes with equal gaps, the outermost staying', () => {
    expect(distribute(boxes, 'x')).toEqual(new Map([['b', { x: 332, y: 90 }]]));
    expect(distribute(new Map([...boxes].slice(0, 2)), 'x')).toEqual(new Map());
  });

  it('snaps to the grid', () => {
    expect(toGrid(boxes)).toEqual(new Map([['a', { x: 0, y: 0 }], ['b', { x: 260, y: 100 }]]));
  });
});

describe('layout', () => {
  it('overlaps no boxes, keeps to the corner that is asked for, and is the same each time', () => {
    const boxes = Array.from({ length: 60 }, (_, i) => ({ name: `s${i}`, w: 140 + 20 * (i % 4), h: 60 }));
    const links = Array.from({ length: 150 }, (_, i) => ({ from: `s${(i * 7) % 60}`, to: `s${(i * 13 + 5) % 60}`, label: 80 }));
    const places = layOut({ boxes, links, at: [100, 60] });
    expect(places).toHaveLength(60);
    expect(Math.min(...places.map((p) => p[1]))).toBe(100);
    expect(Math.min(...places.map((p) => p[2]))).toBe(60);
    const rects = places.map(([, x, y], i): Rect => ({ x, y, w: boxes[i]!.w, h: 60 }));
    for (let i = 0; i < 60; i++) for (let j = i + 1; j < 60; j++) expect(overlaps(rects[i]!, rects[j]!)).toBe(false);
    expect(layOut({ boxes, links, at: [100, 60] })).toEqual(places);
  });

  it('goes from left to right', () => {
    const places = layOut({
      boxes: ['a', 'b', 'c'].map((name) => ({ name, w: 140, h: 60 })),
      links: [{ from: 'a', to: 'b', label: 60 }, { from: 'b', to: 'c', label: 60 }, { from: 'c', to: 'c', label: 60 }, { from: 'c', to: 'gone', label: 0 }],
      at: [0, 0],
    });
    expect(places[0]![1]).toBeLessThan(places[1]![1]);
    expect(places[1]![1]).toBeLessThan(places[2]![1]);
  });
});
