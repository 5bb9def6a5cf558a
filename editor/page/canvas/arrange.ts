// Aligning and distributing: new places for boxes, from where they are. Nothing is moved that need not be.

import { snap, type Point, type Rect } from './geometry';

export type Align = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom';
export type Places = Map<string, Point>;

export function align(boxes: ReadonlyMap<string, Rect>, how: Align): Places {
  const all = [...boxes.values()];
  const left = Math.min(...all.map((r) => r.x));
  const right = Math.max(...all.map((r) => r.x + r.w));
  const top = Math.min(...all.map((r) => r.y));
  const bottom = Math.max(...all.map((r) => r.y + r.h));
  const place = (r: Rect): Point => {
    switch (how) {
      case 'left':
        return { x: left, y: r.y };
      case 'right':
        return { x: right - r.w, y: r.y };
      case 'centre':
        return { x: Math.round((left + right - r.w) / 2), y: r.y };
      case 'top':
        return { x: r.x, y: top };
      case 'bottom':
        return { x: r.x, y: bottom - r.h };
      case 'middle':
        return { x: r.x, y: Math.round((top + bottom - r.h) / 2) };
    }
  };
  return moved(boxes, place);
}

/** Equal gaps between boxes; the outermost two stay. */
export function distribute(boxes: ReadonlyMap<string, Rect>, axis: 'x' | 'y'): Places {
  const size = axis === 'x' ? 'w' : 'h';
  const sorted = [...boxes].sort(([, a], [, b]) => a[axis] + a[size] / 2 - b[axis] - b[size] / 2);
  const first = sorted[0];
  const last = sorted[sorted.length - 1];
  if (!first || !last || sorted.length < 3) return new Map();
  const span = last[1][axis] + last[1][size] - first[1][axis];
  const gap = (span - sorted.reduce((sum, [, r]) => sum + r[size], 0)) / (sorted.length - 1);
  const goal = new Map<string, number>();
  let at = first[1][axis];
  for (const [name, r] of sorted) {
    goal.set(name, Math.round(at));
    at += r[size] + gap;
  }
  return moved(boxes, (r, name) => (axis === 'x' ? { x: goal.get(name)!, y: r.y } : { x: r.x, y: goal.get(name)! }));
}

export function toGrid(boxes: ReadonlyMap<string, Rect>): Places {
  return moved(boxes, (r) => ({ x: snap(r.x), y: snap(r.y) }));
}

function moved(boxes: ReadonlyMap<string, Rect>, place: (r: Rect, name: string) => Point): Places {
  const places: Places = new Map();
  for (const [name, r] of boxes) {
    const p = place(r, name);
    if (p.x !== r.x || p.y !== r.y) places.set(name, p);
  }
  return places;
}
