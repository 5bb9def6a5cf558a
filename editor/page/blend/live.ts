/* What the blend editor hears: where the preview's parameters stand, and what the runtime weighs the motions by there and
   all over the plot. Invariant: weights that are shown are of the graph that is bound; another graph asks again. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { live } from '../live/bus';
import { want, session } from '../live/session';
import { WeightAsker, type Asked } from './ask';
import { gridOf, toSpace, type Frame, type Point } from './geometry';
import type { PlotData } from './plot';

const COLUMNS = 44;
const ROWS = 32;
const SAMPLES = 161;
const ANSWER = 250; // milliseconds in which the preview says what it was told
const WAIT = 90; // milliseconds after the last change before the plot is asked for

const ask = (fields: Asked & { at: Point[] }): Promise<number[][]> =>
  session().request('weights', fields).then((reply) => reply.rows);

/* Counts up with each graph that the preview binds. */
export function useBound(): string {
  const [bound, setBound] = useState(0);
  useEffect(() => live.on(['graph'], () => setBound((count) => count + 1)), []);
  const graph = live.source.graph;
  return graph ? `${bound}:${graph.hashLow}:${graph.hashHigh}` : '';
}

export interface BlendLive {
  data: PlotData | null;
  trouble: string;
  wantsGrid(frame: Frame): void;
  preview(): Point | null;
  /* Tells the preview, and holds the marker there until its answer can have come. False: it could not be told. */
  setPreview(at: Point): boolean;
  onPreview(mark: () => void): () => void;
  weights(): readonly number[] | null;
}

/* 1D: evenly along the axis and at each point, where the curves bend. */
function samples(frame: Frame, flat: boolean, points: readonly number[]): Point[] {
  if (!flat) return gridOf(frame, COLUMNS, ROWS);
  const even = Array.from({ length: SAMPLES }, (_, i) =>
    toSpace(frame, { x: frame.pad + (i / (SAMPLES - 1)) * (frame.width - 2 * frame.pad), y: 0 }).x);
  const inside = points.filter((x) => x > frame.left && x < frame.right);
  return [...even, ...inside].sort((a, b) => a - b).map((x) => ({ x, y: 0 }));
}

/* `names`: the parameters of the axes. */
export function useBlendLive(of: Asked, names: { x: string; y: string | null }, points: readonly Point[], triangles: boolean): BlendLive {
  const bound = useBound();
  const flat = names.y === null;
  const [data, setData] = useState<PlotData | null>(null);
  const [trouble, setTrouble] = useState('');
  const [frame, setFrame] = useState<Frame | null>(null);
  const plotAsker = useMemo(() => new WeightAsker(ask), []);
  const pointAsker = useMemo(() => new WeightAsker(ask, 1), []);
  const { layer, state, motion } = of;
  const key = `${bound} ${layer} ${state} ${motion}`;
  const bends = useRef<readonly number[]>([]);
  bends.current = points.map((point) => point.x);

  useEffect(() => {
    if (!frame || !bound || motion < 0) return undefined;
    const grid = samples(frame, flat, bends.current);
    const timer = setTimeout(() => {
      const corners = triangles
        ? session().request('triangles', { layer, state, motion }).then((reply) => reply.corners, () => [])
        : Promise.resolve([]);
      plotAsker.ask(`${key} ${frame.left} ${frame.right} ${frame.bottom} ${frame.top}`, { layer, state, motion }, grid, (rows) => {
        void corners.then((found) => setData({ rows, grid, columns: COLUMNS, corners: found }));
        setTrouble('');
      }, setTrouble);
    }, WAIT);
    return () => clearTimeout(timer);
  }, [key, frame?.left, frame?.right, frame?.bottom, frame?.top, flat, triangles]);

  const weights = useRef<readonly number[] | null>(null);
  const marks = useRef(new Set<() => void>());
  const { x, y } = names;
  const wish = useRef<{ at: Point; until: number } | null>(null);
  const preview = useCallback((): Point | null => {
    if (wish.current && performance.now() < wish.current.until) return wish.current.at;
    const px = live.source.parameter(x);
    const py = y === null ? 0 : live.source.parameter(y);
    return px === undefined || py === undefined ? null : { x: px, y: py };
  }, [x, y]);
  useEffect(() => {
    weights.current = null;
    let last = '';
    const follow = (): void => {
      const at = preview();
      const now = at ? `${key} ${at.x} ${at.y}` : '';
      if (!at || now === last || motion < 0) return;
      last = now;
      pointAsker.ask(now, { layer, state, motion }, [at], (rows) => {
        weights.current = rows[0] ?? null;
        for (const mark of marks.current) mark();
      }, () => undefined);
    };
    follow();
    const ends = [live.on(['state'], follow), want('state')];
    return () => ends.forEach((end) => end());
  }, [key, preview]);
  const onPreview = useCallback((mark: () => void) => {
    marks.current.add(mark);
    const end = live.on(['state', 'graph'], mark);
    return () => {
      marks.current.delete(mark);
      end();
    };
  }, []);
  const setPreview = useCallback((at: Point): boolean => {
    if (!live.set(x, at.x) || (y !== null && !live.set(y, at.y))) return false;
    wish.current = { at, until: performance.now() + ANSWER };
    for (const mark of marks.current) mark();
    return true;
  }, [x, y]);
  return {
    data: bound ? data : null, trouble, preview, setPreview, onPreview,
    weights: useCallback(() => weights.current, []),
    wantsGrid: useCallback((now: Frame) => setFrame({ ...now }), []),
  };
}
