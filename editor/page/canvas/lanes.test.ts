import { describe, expect, it } from 'vitest';
import { along, holds, overlaps, type Rect } from './geometry';
import { placeLabels, textWidth } from './labels';
import { curveOf, pairKey, waysOf, type Link } from './lanes';

/** Numbers that are the same at every run. */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

function machine(seed: number, states: number, links: number): { boxes: Map<string, Rect>; links: Link[] } {
  const next = numbers(seed);
  const boxes = new Map<string, Rect>();
  const columns = Math.ceil(Math.sqrt(states));
  for (let i = 0; i < states; i++) {
    const x = (i % columns) * 260 + Math.round(next() * 80);
    const y = Math.floor(i / columns) * 140 + Math.round(next() * 60);
    boxes.set(`s${i}`, { x, y, w: 140 + 20 * Math.floor(next() * 4), h: 60 });
  }
  const pick = (): string => `s${Math.floor(next() * states)}`;
  const list: Link[] = [];
  for (let i = 0; i < links; i++) list.push({ id: i + 1, from: pick(), to: pick() });
  return { boxes, links: list };
}

const directions: [string, number, number][] = Array.from({ length: 24 }, (_, i) => {
  const turn = (i / 24) * 2 * Math.PI;
  return [`${i * 15}°`, Math.cos(turn) * 400, Math.sin(turn) * 400];
});

describe('lanes', () => {
  it.each(directions)('A→B and B→A never share one: %s', (_name, x, y) => {
    const a: Rect = { x: 0, y: 0, w: 160, h: 60 };
    const b: Rect = { x, y, w: 200, h: 60 };
    for (let there = 1; there <= 6; there++) {
      for (let back = 1; back <= 6; back++) {
        const links: Link[] = [];
        for (let i = 0; i < there; i++) links.push({ id: i + 1, from: 'a', to: 'b' });
        for (let i = 0; i < back; i++) links.push({ id: i + 101, from: 'b', to: 'a' });
        const ways = waysOf(links, new Set([pairKey('a', 'b'), pairKey('b', 'a')]));
        const middles = ways.map((way) => along(curveOf(way, way.from === 'a' ? a : b, way.from === 'a' ? b : a), 0.5));
        for (let i = 0; i < middles.length; i++) {
          for (let j = i + 1; j < middles.length; j++) {
            expect(Math.hypot(middles[i]!.x - middles[j]!.x, middles[i]!.y - middles[j]!.y)).toBeGreaterThan(15);
          }
        }
      }
    }
  });

  it('starts and ends at the rims, not inside of the boxes', () => {
    const { boxes, links } = machine(7, 30, 120);
    for (const way of waysOf(links, new Set())) {
      const from = boxes.get(way.from)!;
      const to = boxes.get(way.to)!;
      const curve = curveOf(way, from, to);
      const shrunk = (r: Rect): Rect => ({ x: r.x + 1, y: r.y + 1, w: r.w - 2, h: r.h - 2 });
      expect(holds(shrunk(from), curve.a)).toBe(false);
      expect(holds(shrunk(to), curve.d)).toBe(false);
    }
  });

  it('bundles from four on, unless the bundle is open', () => {
    const links = [0, 1, 2, 3].map((i) => ({ id: i + 1, from: 'a', to: 'b' }));
    expect(waysOf(links.slice(0, 3), new Set()).map((way) => way.key)).toEqual(['t1', 't2', 't3']);
    expect(waysOf(links, new Set())).toMatchObject([{ key: pairKey('a', 'b'), ids: [1, 2, 3, 4] }]);
    expect(waysOf(links, new Set([pairKey('a', 'b')]))).toHaveLength(4);
  });

  it('takes a way round for boxes that touch, without numbers that are none', () => {
    const a: Rect = { x: 0, y: 0, w: 160, h: 60 };
    for (const [x, y] of [[0, 0], [40, 10], [160, 0], [0, 60], [-150, 30]] as const) {
      const b: Rect = { x, y, w: 160, h: 60 };
      const [there, back] = waysOf([{ id: 1, from: 'a', to: 'b' }, { id: 2, from: 'b', to: 'a' }], new Set());
      const one = curveOf(there!, a, b);
      const two = curveOf(back!, b, a);
      for (const p of [one.a, one.b, one.c, one.d]) expect(Number.isFinite(p.x + p.y)).toBe(true);
      const p = along(one, 0.5);
      const q = along(two, 0.5);
      expect(Math.hypot(p.x - q.x, p.y - q.y)).toBeGreaterThan(8);
    }
  });
});

describe('labels', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('never share a place, nor lie on a box (machine %i)', (seed) => {
    const { boxes, links } = machine(seed, 8 + seed * 6, 30 + seed * 70);
    const next = numbers(seed + 100);
    const ways = waysOf(links, new Set(seed % 2 ? links.map((link) => pairKey(link.from, link.to)) : []));
    const wishes = ways.map((way) => ({
      curve: curveOf(way, boxes.get(way.from)!, boxes.get(way.to)!),
      w: next() < 0.1 ? 0 : 20 + Math.round(next() * 160),
      h: 18,
      both: way.both,
    }));
    const places = placeLabels(wishes, boxes.values());
    const clashes: string[] = [];
    places.forEach((r, i) => {
      expect(r === null).toBe(wishes[i]!.w === 0);
      if (!r) return;
      for (const [name, box] of boxes) if (overlaps(r, box)) clashes.push(`${i} on ${name}`);
      for (let j = i + 1; j < places.length; j++) if (places[j] && overlaps(r, places[j]!)) clashes.push(`${i} on ${j}`);
    });
    expect(clashes).toEqual([]);
  });

  it('of an open bundle of 64 never share a place', () => {
    const a: Rect = { x: 0, y: 0, w: 160, h: 60 };
    for (const b of [{ x: 300, y: 0, w: 160, h: 60 }, { x: 0, y: 300, w: 160, h: 60 }, { x: 20, y: 20, w: 160, h: 60 }, a]) {
      const links = Array.from({ length: 64 }, (_, i) => ({ id: i + 1, from: 'a', to: b === a ? 'a' : 'b' }));
      const ways = waysOf(links, new Set([pairKey('a', 'b'), pairKey('a', 'a')]));
      const places = placeLabels(ways.map((way) => ({ curve: curveOf(way, a, b), w: 120, h: 18, both: way.both })), [a, b]);
      for (let i = 0; i < places.length; i++) {
        for (let j = i + 1; j < places.length; j++) expect(overlaps(places[i]!, places[j]!)).toBe(false);
      }
    }
  });

  it('stands in the middle of its arrow where there is room', () => {
    const a: Rect = { x: 0, y: 0, w: 160, h: 60 };
    const b: Rect = { x: 500, y: 0, w: 160, h: 60 };
    const [way] = waysOf([{ id: 1, from: 'a', to: 'b' }], new Set());
    const [place] = placeLabels([{ curve: curveOf(way!, a, b), w: 100, h: 18, both: false }], [a, b]);
    expect(Math.abs(place!.x + 50 - 330)).toBeLessThan(2);
    expect(place!.y + 9).toBeCloseTo(30, 0);
  });

  it('reckons wide letters wider', () => {
    expect(textWidth('mmmm', 11)).toBeGreaterThan(textWidth('iiii', 11) * 2);
    expect(textWidth('日本', 11)).toBe(22);
  });
});
