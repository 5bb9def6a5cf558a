/* The clip timeline: events, windows and properties over a clip's time. */
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject, type WheelEvent } from 'react';
import { ChevronDown, ChevronUp, Circle, GripVertical, Magnet, Pause, Play, Repeat, SkipBack, StepBack, StepForward } from 'lucide-react';
import { onTheme, themeColour } from '../app/theme';
import { dragClips } from '../app/drag';
import { beginGesture } from '../app/gesture';
import { count } from '../app/number';
import { keep, kept } from '../app/kept';
import { useView, view } from '../app/view';
import { nextFrame, playClip, previousFrame, toStart } from '../commands/clip';
import { context } from '../commands/context';
import { perform } from '../commands/run';
import { setStyle, setText, usePainted } from '../live/frame';
import { preview, show, usePreview } from '../live/preview';
import { want } from '../live/session';
import { EventTrack } from './events';
import { Lanes } from './lanes';
import { clamp, fitSpan, holdSpan, panSpan, stepFrame, ticks, toTime, toX, zoomSpan, type Span } from './math';
import { beginRecord, choose, endRecord, leaveClip, play, scrub, stop, timeline, useTimeline } from './state';
import { Strip } from './strip';
import { useShown, type Shown } from './use';
import './timeline.css';

const LABELS = 210; // pixels of the column with names
const RULER = 22;

function ClipChoice({ shown }: { shown: Shown }) {
  const name = shown.clip?.name ?? '';
  return (
    <label className="timeline-clip">
      <span className="timeline-drag" draggable={name !== ''} title="Drag this clip onto the canvas or into a blend space" aria-hidden
        onDragStart={(event) => dragClips(event, [name])}><GripVertical /></span>
      <span className="aside">Clip</span>
      <select value={name} onChange={(event) => {
        stop();
        choose(null);
        view.setState({ clip: event.target.value });
        timeline.setState({ time: 0 });
        scrub(event.target.value, 0);
      }}>
        {shown.clips.map((clip) => <option key={clip.name} value={clip.name}>{clip.name}</option>)}
      </select>
    </label>
  );
}

function Readout({ length }: { length: number }) {
  const text = useRef<HTMLSpanElement>(null);
  const write = (): void => {
    const { time, fps } = timeline.getState();
    const frame = time * fps;
    const whole = Math.abs(frame - Math.round(frame)) < 1e-3;
    setText(text.current, `${time.toFixed(3)} of ${length.toFixed(3)} s, frame ${frame.toFixed(whole ? 0 : 1)}`);
  };
  usePainted(useCallback((mark) => timeline.subscribe(mark), []), write);
  useEffect(write);
  return <span ref={text} className="timeline-readout" />;
}

function Transport({ shown }: { shown: Shown }) {
  const playing = useTimeline((state) => state.playing);
  const speed = useTimeline((state) => state.speed);
  const loop = useTimeline((state) => state.loop);
  const clip = shown.clip!;
  const { name } = clip;
  return (
    <div className="timeline-transport" role="toolbar" aria-label="Clip">
      <button type="button" className="icon" aria-label="To the start of the clip" title="To the start (Home)" onClick={() => toStart.run(context(), { clip: name })}><SkipBack aria-hidden /></button>
      <button type="button" className="icon" aria-label="One frame back" title="One frame back (←)" onClick={() => previousFrame.run(context(), { clip: name })}><StepBack aria-hidden /></button>
      <button type="button" className="icon" aria-label={playing ? 'Stop the clip' : 'Play the clip'} title={playing ? 'Stop (Space)' : 'Play (Space)'} onClick={() => playClip.run(context(), { clip: name })}>
        {playing ? <Pause aria-hidden /> : <Play aria-hidden />}
      </button>
      <button type="button" className="icon" aria-label="One frame on in the clip" title="One frame on (→)" onClick={() => nextFrame.run(context(), { clip: name })}><StepForward aria-hidden /></button>
      <button type="button" className="icon" aria-pressed={loop} aria-label="Play round and round" title="Play round and round" onClick={() => timeline.setState({ loop: !loop })}><Repeat aria-hidden /></button>
      <label>
        <span className="aside">Speed of the clip</span>
        <select value={speed} onChange={(event) => timeline.setState({ speed: Number(event.target.value) })}>
          {[-1, 0.1, 0.25, 0.5, 1, 2].map((value) => <option key={value} value={value}>{`${value}×`}</option>)}
        </select>
      </label>
    </div>
  );
}

function Record({ shown }: { shown: Shown }) {
  const recording = useView((state) => state.recording);
  const clip = shown.clip!.name;
  /* Also when the timeline is folded away meanwhile. */
  useEffect(() => {
    if (!recording) return undefined;
    beginRecord(clip);
    return endRecord;
  }, [recording]);
  return (
    <button type="button" className="timeline-record" aria-pressed={recording} disabled={shown.doc?.readOnly}
      title="While this is on, a change of a lane’s value is keyed at the playhead" onClick={() => view.setState({ recording: !recording })}>
      <Circle aria-hidden />{recording ? 'Recording' : 'Record'}
    </button>
  );
}

function Header({ shown, open, setOpen }: { shown: Shown; open: boolean; setOpen: (open: boolean) => void }) {
  const snap = useTimeline((state) => state.snap);
  const fps = useTimeline((state) => state.fps);
  const clipShown = usePreview((state) => state.shown.mode === 'clip');
  return (
    <header className="timeline-header">
      <button type="button" className="icon" aria-expanded={open} aria-label="Clip timeline" title={open ? 'Fold the timeline' : 'Unfold the timeline'} onClick={() => setOpen(!open)}>
        {open ? <ChevronDown aria-hidden /> : <ChevronUp aria-hidden />}
      </button>
      {shown.clip ? (
        <>
          <ClipChoice shown={shown} />
          <Transport shown={shown} />
          {open && <Record shown={shown} />}
          <Readout length={shown.clip.length} />
          <span className="timeline-space" />
          {shown.doc?.tree.fault && (
            <>
              <span role="alert" className="sentence-error">{`${shown.doc.name} is no JSON`}</span>
              <button type="button" onClick={() => perform('view.clipsText')}>Repair its text</button>
            </>
          )}
          {clipShown && <button type="button" onClick={() => {
            view.setState({ recording: false });
            leaveClip();
          }}>Show the graph again</button>}
          {open && (
            <>
              <button type="button" className="icon" aria-pressed={snap} aria-label="Snap to frames and the playhead" title="Snap to frames and the playhead (Alt: not)" onClick={() => timeline.setState({ snap: !snap })}><Magnet aria-hidden /></button>
              <label>
                <span className="aside">Frames a second</span>
                <select value={fps} onChange={(event) => timeline.setState({ fps: Number(event.target.value) })}>
                  {[12, 24, 25, 30, 60, 120].map((value) => <option key={value} value={value}>{`${value} fps`}</option>)}
                </select>
              </label>
            </>
          )}
        </>
      ) : <span className="hint">The clips of the model are shown here, to be scrubbed and given events.</span>}
    </header>
  );
}

function drawRuler(canvas: HTMLCanvasElement, span: Span, length: number): void {
  const g = canvas.getContext('2d');
  if (!g) return;
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(span.width * ratio);
  canvas.height = Math.round(RULER * ratio);
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  g.clearRect(0, 0, span.width, RULER);
  g.fillStyle = themeColour('--dim');
  g.strokeStyle = themeColour('--edge');
  g.font = '10.5px system-ui, sans-serif';
  g.lineWidth = 1;
  for (const tick of ticks(span, length)) {
    const x = Math.round(toX(span, tick.time)) + 0.5;
    g.beginPath();
    g.moveTo(x, RULER);
    g.lineTo(x, RULER - (tick.label === null ? 4 : 8));
    g.stroke();
    if (tick.label === null) continue;
    const room = span.width - x - 3 > g.measureText(tick.label).width;
    g.textAlign = room ? 'left' : 'right';
    g.fillText(tick.label, room ? x + 3 : x - 3, RULER - 9);
  }
}

function Ruler({ span, shown }: { span: Span; shown: Shown }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const length = shown.clip!.length;
  const clip = shown.clip!.name;
  useEffect(() => {
    const draw = (): void => void (canvas.current && drawRuler(canvas.current, span, length));
    draw();
    return onTheme(draw);
  }, [span, length]);
  const to = ({ clientX, altKey }: { clientX: number; altKey: boolean }): void => {
    const left = slider.current?.getBoundingClientRect().left ?? 0;
    const { fps, snap } = timeline.getState();
    const time = clamp(toTime(span, clientX - left), 0, length);
    scrub(clip, snap && !altKey ? clamp(Math.round(time * fps) / fps, 0, length) : time);
  };
  const press = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    stop();
    const { time } = timeline.getState();
    const { shown: before } = preview.getState();
    event.currentTarget.setPointerCapture(event.pointerId);
    to(event);
    beginGesture(event.nativeEvent, {
      move: to,
      cancel: () => {
        timeline.setState({ time });
        show(before);
      },
    }, true);
  };
  const keys = (event: KeyboardEvent): void => {
    const { time, fps } = timeline.getState();
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0;
    if (way) scrub(clip, stepFrame(time, length, fps, way * (event.shiftKey ? 10 : 1)));
    else if (event.key === 'Home') scrub(clip, 0);
    else if (event.key === 'End') scrub(clip, length);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const slider = useRef<HTMLDivElement>(null);
  usePainted(useCallback((mark) => timeline.subscribe(mark), []), () => {
    const text = timeline.getState().time.toFixed(3);
    slider.current?.setAttribute('aria-valuenow', text);
    slider.current?.setAttribute('aria-valuetext', `${text} s`);
  });
  return (
    <div ref={slider} className="timeline-ruler" tabIndex={0} role="slider" aria-label="Playhead" aria-valuemin={0} aria-valuemax={length} aria-valuenow={0} onKeyDown={keys} onPointerDown={press}>
      <canvas ref={canvas} aria-hidden />
    </div>
  );
}

/* The span follows the width; another clip is shown whole. */
function useSpan(box: RefObject<HTMLDivElement | null>, length: number, clip: string): [Span, (make: (span: Span) => Span) => void] {
  const [span, setSpan] = useState<Span>(() => fitSpan(length, 600));
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = (): void => setSpan((now) => {
      const width = Math.max(50, element.clientWidth - LABELS);
      return width === now.width ? now : now.perPixel >= fitSpan(length, now.width).perPixel ? fitSpan(length, width) : holdSpan({ ...now, width }, length);
    });
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    measure();
    return () => watch.disconnect();
  }, [box, length]);
  useLayoutEffect(() => setSpan((now) => fitSpan(length, now.width)), [clip, length]);
  return [span, setSpan];
}

function Tracks({ shown }: { shown: Shown }) {
  const box = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const { name, length } = shown.clip!;
  const [span, setSpan] = useSpan(box, length, name);
  const now = useMemo(() => ({ span }), [span]);
  const place = (): void => {
    const x = toX(now.span, timeline.getState().time);
    setStyle(head.current, 'transform', `translateX(${x}px)`);
    setStyle(head.current, 'visibility', x < -1 || x > now.span.width + 1 ? 'hidden' : 'visible');
  };
  usePainted(useCallback((mark) => timeline.subscribe(mark), []), place);
  useEffect(place);
  const wheel = (event: WheelEvent<HTMLElement>): void => {
    const rect = box.current!.getBoundingClientRect();
    const x = event.clientX - rect.left - LABELS;
    if (x < 0) return;
    if (event.ctrlKey || event.altKey) setSpan((old) => zoomSpan(old, x, Math.exp(event.deltaY * 0.002), length));
    else if (event.shiftKey || event.deltaX) setSpan((old) => panSpan(old, event.deltaX || event.deltaY, length));
  };
  const keys = (event: KeyboardEvent): void => {
    if ((event.target as Element).closest('input, select, textarea')) return;
    if (event.key === ' ') {
      if (timeline.getState().playing) stop();
      else play(name, length);
    } else if (event.key === '+') setSpan((old) => zoomSpan(old, old.width / 2, 0.7, length));
    else if (event.key === '-') setSpan((old) => zoomSpan(old, old.width / 2, 1.4, length));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={box} className="timeline-tracks" onWheel={wheel} onKeyDown={keys} style={{ ['--labels' as string]: `${LABELS}px` }}>
      <div className="timeline-row timeline-top">
        <div className="timeline-label"><span className="hint">{`${count(shown.said.events.length, 'event')}, ${count(shown.said.properties.length, 'lane')}`}</span></div>
        <Ruler span={span} shown={shown} />
      </div>
      <EventTrack span={span} shown={shown} />
      <Lanes span={span} shown={shown} />
      <div className="timeline-over" aria-hidden><div ref={head} className="timeline-head" /></div>
    </div>
  );
}

const LEAST = 140; // pixels
const MOST = 620;

const heightKept = (): number => clamp(Number(kept('timeline.height')) || 236, LEAST, MOST);

/* The upper edge, to make room for more lanes. */
function Edge({ height, setHeight }: { height: number; setHeight: (height: number) => void }) {
  const set = (to: number): void => {
    setHeight(clamp(to, LEAST, MOST));
    keep('timeline.height', String(clamp(to, LEAST, MOST)));
  };
  return (
    <div className="timeline-edge" role="separator" aria-orientation="horizontal" aria-label="Height of the timeline" tabIndex={0}
      aria-valuemin={LEAST} aria-valuemax={MOST} aria-valuenow={height}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        beginGesture(event.nativeEvent, { move: (_now, _right, down) => set(height - down), cancel: () => set(height) });
      }}
      onKeyDown={(event) => {
        const way = { ArrowUp: 1, ArrowDown: -1 }[event.key] ?? 0;
        if (!way) return;
        set(height + way * 24);
        event.preventDefault();
        event.stopPropagation();
      }} />
  );
}

export function Timeline() {
  const shown = useShown();
  const [open, setOpenState] = useState(() => kept('timeline') !== 'folded');
  const recording = useView((state) => state.recording);
  const [height, setHeight] = useState(heightKept);
  useEffect(() => want('state'), []);
  const setOpen = (next: boolean): void => {
    setOpenState(next);
    keep('timeline', next ? 'open' : 'folded');
    if (!next) view.setState({ recording: false });
  };
  return (
    <div className="timeline" data-open={open && shown.clip !== undefined} data-recording={recording} style={open && shown.clip ? { height } : {}}>
      {open && shown.clip && <Edge height={height} setHeight={setHeight} />}
      <Header shown={shown} open={open} setOpen={setOpen} />
      {open && shown.clip && (
        <>
          <Tracks shown={shown} />
          <Strip shown={shown} />
        </>
      )}
    </div>
  );
}
