/* The plot of a blend: the picture on a canvas, and over it a button for each point and one for the preview, so that all of
   it can be done by keys. A drag computes from where it began, and Escape or a lost pointer ends it as if it had not been. */
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type DragEvent, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { beginGesture } from '../app/gesture';
import { isDark, onTheme, themeColour } from '../app/theme';
import { paint, setStyle, setText, unpaint, usePainted } from '../live/frame';
import { rgbOf } from '../viewport/color';
import { frameOf, niceStep, snapTo, tidy, toScreen, toSpace, type Frame, type Point, type Range } from './geometry';
import { css, drawAxes, drawCurves, drawHeat, drawTriangles, heatPixels, motionColor, type Colors } from './paint';

export interface PlotPoint {
  name: string;
  at: Point;
}

export interface PlotData {
  rows: readonly number[][]; // of the weights over the grid, or along the line
  grid: readonly Point[];
  columns: number;
  corners: readonly number[];
}

export interface PlotProps {
  flat: boolean; // 1D
  points: readonly PlotPoint[];
  names: { x: string; y: string | null };
  ranges: { x: Range; y: Range };
  data: PlotData | null;
  selected: number;
  readOnly: boolean;
  /* Where the parameters stand now, and how that is heard of. */
  preview(): Point | null;
  onPreview(mark: () => void): () => void;
  /* The weight of each motion there, as the runtime says it. */
  weights(): readonly number[] | null;
  select(index: number): void;
  setPreview(at: Point): void;
  drag: { move(index: number, to: Point): void; end(): void; cancel(): void };
  nudge(index: number, to: Point): void;
  remove(index: number): void;
  open(index: number): void;
  drop(event: DragEvent, at: Point): boolean;
  wantsGrid(frame: Frame): void;
}

const PAD = 36;

function colorsNow(): Colors {
  return {
    back: rgbOf(themeColour('--canvas')), line: rgbOf(themeColour('--line')), ink: rgbOf(themeColour('--ink')),
    dim: rgbOf(themeColour('--dim')), dark: isDark(),
  };
}

function useSize(box: RefObject<HTMLDivElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = (): void => setSize({ width: element.clientWidth, height: element.clientHeight });
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    measure();
    return () => watch.disconnect();
  }, [box]);
  return size;
}

/* The frame stands still while something is dragged: a plot that grew under the pointer would run away from it. */
function useFrame(props: PlotProps, size: { width: number; height: number }, held: RefObject<Frame | null>): Frame {
  const { points, ranges, flat } = props;
  const frame = useMemo(() => frameOf(points.map((point) => point.at), ranges.x, flat ? { min: 0, max: 1 } : ranges.y,
    Math.max(size.width, 2 * PAD + 1), Math.max(size.height, 2 * PAD + 1), PAD), [points, ranges, flat, size]);
  const now = held.current ?? (flat ? { ...frame, bottom: 0, top: 1 } : frame);
  return now.width === frame.width && now.height === frame.height ? now : frame;
}

function useDrawing(canvas: RefObject<HTMLCanvasElement | null>, frame: Frame, props: PlotProps): void {
  const job = useRef<() => void>(() => undefined);
  job.current = () => {
    const g = canvas.current?.getContext('2d');
    if (!g || !canvas.current) return;
    draw(g, canvas.current, frame, props, colorsNow());
  };
  useEffect(() => {
    const once = (): void => job.current();
    const end = onTheme(() => paint(once));
    return () => {
      end();
      unpaint(once);
    };
  }, []);
  useEffect(() => job.current());
}

function draw(g: CanvasRenderingContext2D, canvas: HTMLCanvasElement, f: Frame, props: PlotProps, colors: Colors): void {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(f.width * ratio);
  canvas.height = Math.round(f.height * ratio);
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  g.fillStyle = css(colors.back);
  g.fillRect(0, 0, f.width, f.height);
  const { data, points, flat, selected } = props;
  if (data && !flat) drawHeat(g, f, heatPixels(data.rows, data.columns, points.length, selected, colors), data.columns);
  drawAxes(g, f, colors, props.names);
  if (data && flat) drawCurves(g, f, data.grid, data.rows, points.length, selected, colors);
  if (data && !flat) drawTriangles(g, f, points.map((point) => point.at), data.corners, colors);
}

const STEPS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/* A step by a key: Shift goes ten times as far. */
function stepped(event: KeyboardEvent, from: Point, f: Frame, flat: boolean): Point | null {
  const by = STEPS[event.key];
  if (!by || event.ctrlKey || event.metaKey || event.altKey || (flat && by[1])) return null;
  const many = event.shiftKey ? 10 : 1;
  const x = niceStep(f.right - f.left);
  const y = niceStep(f.top - f.bottom);
  return { x: tidy(from.x + by[0] * many * x), y: flat ? 0 : tidy(from.y + by[1] * many * y) };
}

export function BlendPlot(props: PlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const marker = useRef<HTMLButtonElement>(null);
  const held = useRef<Frame | null>(null);
  const size = useSize(box);
  const frame = useFrame(props, size, held);
  const latest = useRef(props);
  latest.current = props;
  useDrawing(canvas, frame, props);
  const { wantsGrid } = props;
  useEffect(() => {
    if (size.width > 0) wantsGrid(frame);
  }, [wantsGrid, frame.left, frame.right, frame.bottom, frame.top, size.width > 0]);

  const place = useCallback((): void => {
    const at = latest.current.preview();
    const button = marker.current;
    if (!button) return;
    button.hidden = at === null;
    if (!at) return;
    const s = toScreen(held.current ?? frame, latest.current.flat ? { x: at.x, y: 0.5 } : at);
    setStyle(button, 'transform', `translate(${clampTo(s.x, frame.width)}px, ${clampTo(s.y, frame.height)}px)`);
    const { names } = latest.current;
    const text = names.y === null ? `Preview: ${names.x} ${tidy(at.x)}` : `Preview: ${names.x} ${tidy(at.x)}, ${names.y} ${tidy(at.y)}`;
    if (button.getAttribute('aria-label') !== text) button.setAttribute('aria-label', text);
    const weights = latest.current.weights();
    box.current?.querySelectorAll('.blend-weight').forEach((element, i) =>
      setText(element, weights?.[i] === undefined ? '' : weights[i]!.toFixed(2)));
  }, [frame]);
  usePainted(props.onPreview, place);
  useEffect(place);

  const at = (event: { clientX: number; clientY: number }): Point => {
    const rect = box.current!.getBoundingClientRect();
    return { x: event.clientX - rect.left, y: event.clientY - rect.top };
  };

  const snapped = (to: Point, fine = false): Point => {
    const by = fine ? 10 : 1;
    return { x: snapTo(to.x, niceStep(frame.right - frame.left) / by), y: props.flat ? 0 : snapTo(to.y, niceStep(frame.top - frame.bottom) / by) };
  };

  /* `index` -1: the preview, which goes back to `before` where the drag is taken back. */
  const begin = (event: PointerEvent<HTMLElement>, index: number, from: Point, before: Point, atOnce: boolean): void => {
    const start = toScreen(frame, props.flat ? { x: from.x, y: 0.5 } : from);
    const over = (then: () => void) => (): void => {
      held.current = null;
      then();
    };
    beginGesture(event.nativeEvent, {
      start: () => {
        held.current = frame;
      },
      move: ({ altKey }, right, down) => {
        const to = snapped(toSpace(frame, { x: start.x + right, y: start.y + down }), altKey);
        if (index < 0) latest.current.setPreview(within(to, latest.current.ranges));
        else latest.current.drag.move(index, to);
      },
      end: over(() => index >= 0 && latest.current.drag.end()),
      cancel: over(() => (index < 0 ? latest.current.setPreview(before) : latest.current.drag.cancel())),
    }, atOnce);
  };

  const take = (event: PointerEvent<HTMLElement>, index: number): void => {
    if (event.button !== 0) return;
    event.stopPropagation();
    const from = index < 0 ? props.preview() : (props.points[index]?.at ?? null);
    if (index >= 0) props.select(index);
    if (from && (index < 0 || !props.readOnly)) begin(event, index, from, from, false);
  };

  const keys = (event: KeyboardEvent, index: number): void => {
    const from = index < 0 ? props.preview() : props.points[index]?.at;
    if (!from) return;
    const to = stepped(event, from, frame, props.flat);
    if (to) {
      if (index < 0) props.setPreview(within(to, props.ranges));
      else if (!props.readOnly) props.nudge(index, to);
    } else if (index >= 0 && event.key === 'Delete' && !props.readOnly) props.remove(index);
    else if (index >= 0 && event.key === 'Enter') props.open(index);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const jump = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0 || event.target !== canvas.current) return;
    const to = within(snapped(toSpace(frame, at(event))), props.ranges);
    const before = props.preview() ?? to;
    props.select(-1);
    props.setPreview(to);
    // The press would take the focus from the marker again.
    event.preventDefault();
    marker.current?.focus({ preventScroll: true });
    begin(event, -1, to, before, true);
  };

  const dark = isDark();
  return (
    <div ref={box} className="blend-plot" onPointerDown={jump}
      onDragOver={(event) => !props.readOnly && event.preventDefault()}
      onDrop={(event) => {
        if (!props.readOnly && props.drop(event, toSpace(frame, at(event)))) event.preventDefault();
      }}>
      <canvas ref={canvas} className="blend-canvas" aria-hidden />
      {props.points.map((point, i) => {
        const s = toScreen(frame, props.flat ? { x: point.at.x, y: 0.5 } : point.at);
        const where = props.flat ? `${tidy(point.at.x)}` : `${tidy(point.at.x)}, ${tidy(point.at.y)}`;
        return (
          <button key={i} type="button" className="blend-point" data-selected={i === props.selected} aria-pressed={i === props.selected}
            title={`${point.name} at ${where}`}
            style={{ transform: `translate(${s.x}px, ${s.y}px)`, ['--motion' as string]: css(motionColor(i, dark)) }}
            onPointerDown={(event) => take(event, i)} onKeyDown={(event) => keys(event, i)} onFocus={() => props.select(i)}
            onDoubleClick={() => props.open(i)}>
            <span className="blend-dot" />
            <span className="blend-name">{point.name}<span className="aside"> at {where},</span> <span className="blend-weight" /></span>
          </button>
        );
      })}
      <button ref={marker} type="button" className="blend-preview" aria-label="Preview" title="The preview’s value: drag it, or use the arrow keys"
        onPointerDown={(event) => take(event, -1)} onKeyDown={(event) => keys(event, -1)} hidden>
        <span />
      </button>
    </div>
  );
}

const clampTo = (value: number, most: number): number => Math.min(Math.max(value, 2), most - 2);

function within(at: Point, ranges: { x: Range; y: Range }): Point {
  const hold = (value: number, range: Range): number => Math.min(Math.max(value, range.min ?? -Infinity), range.max ?? Infinity);
  return { x: hold(at.x, ranges.x), y: hold(at.y, ranges.y) };
}
