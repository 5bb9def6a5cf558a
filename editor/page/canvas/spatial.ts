// Moving by the arrow keys: which box lies next in a direction.

import { centre, type Rect } from './geometry';

export type Direction = 'left' | 'right' | 'up' | 'down';

const VECTORS: Record<Direction, readonly [number, number]> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

/** The box that a user would call the next one in that direction; null when there is none. Ways aside count double. */
export function nextBox(boxes: ReadonlyMap<string, Rect>, from: string, direction: Direction): string | null {
  const start = boxes.get(from);
  if (!start) return null;
  const p = centre(start);
  const [dx, dy] = VECTORS[direction];
  let best: string | null = null;
  let least = Infinity;
  for (const [name, rect] of boxes) {
    if (name === from) continue;
    const q = centre(rect);
    const ahead = (q.x - p.x) * dx + (q.y - p.y) * dy;
    const aside = Math.abs((q.x - p.x) * dy) + Math.abs((q.y - p.y) * dx);
    if (ahead < 1 || aside > ahead * 2.5) continue;
    const cost = ahead + aside * 2;
    if (cost < least) {
      least = cost;
      best = name;
    }
  }
  return best;
}

/** Where a walk by the keys begins when nothing is selected: the box furthest to the top left. */
export function firstBox(boxes: ReadonlyMap<string, Rect>): string | null {
  let best: string | null = null;
  let least = Infinity;
  for (const [name, r] of boxes) {
    if (r.x + r.y < least) {
      least = r.x + r.y;
      best = name;
    }
  }
  return best;
}
