/* The viewport with its controls. The picture is the scene's own; React draws what stands around it. */
import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { Bone, Footprints, Ghost, Grid3x3, Maximize, Pause, PersonStanding, Play, RotateCcw, StepForward, Video } from 'lucide-react';
import { isDark, onTheme, themeColour } from '../app/theme';
import { performAny } from '../commands/run';
import { live } from '../live/bus';
import { setText, usePainted } from '../live/frame';
import { useModel } from '../live/model';
import { preview, SPEEDS, toggle, told, usePreview } from '../live/preview';
import { want } from '../live/session';
import { mixed, rgbOf } from './color';
import { setViewer } from './current';
import { maskShown } from './mask';
import { ModelChoice } from './model';
import { Viewer, type Options, type Theme } from './scene';
import { drawing } from './slow';
import './viewport.css';

function theme(): Theme {
  const back = rgbOf(themeColour('--sunken'));
  return {
    back, grid: mixed(back, rgbOf(themeColour('--edge')), 0.8), body: isDark() ? [0.66, 0.69, 0.7] : [0.8, 0.8, 0.78],
    accent: rgbOf(themeColour('--accent')), bone: rgbOf(themeColour('--live')),
  };
}

const NO_WEBGL = 'This browser has no WebGL, so the character cannot be drawn. The preview plays on: states, weights and ' +
  'events are right. Turn on hardware acceleration, or start the browser with software rendering.';

/* One scene for one canvas; null with a sentence where there can be none. */
function useViewer(canvas: RefObject<HTMLCanvasElement | null>): { viewer: RefObject<Viewer | null>; missing: string } {
  const viewer = useRef<Viewer | null>(null);
  const [missing, setMissing] = useState('');
  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    let made: Viewer;
    const kind = drawing();
    try {
      if (kind === 'none') throw new Error(NO_WEBGL);
      made = new Viewer(element, kind === 'slow');
    } catch {
      setMissing(NO_WEBGL);
      return undefined;
    }
    viewer.current = made;
    setViewer(made);
    const ends = [attach(made), fit(made, element), expose(made)];
    return () => {
      for (const end of ends) end();
      made.dispose();
      viewer.current = null;
      setViewer(null);
    };
  }, [canvas]);
  return { viewer, missing };
}

function attach(viewer: Viewer): () => void {
  const model = (): void => viewer.setModel(live.source.model ?? live.preview.model);
  const meshes = (): void => {
    const sent = live.source.meshes ?? live.preview.meshes;
    if (sent) viewer.setMeshes(sent);
  };
  const pose = (): void => {
    if (live.source.pose) viewer.setPose(live.source.pose);
  };
  viewer.setTheme(theme());
  viewer.setOptions(preview.getState().options);
  model();
  meshes();
  pose();
  viewer.setMask(maskShown.getState().weights);
  const ends = [
    live.on(['model'], model), live.on(['meshes'], meshes), live.on(['pose'], pose),
    onTheme(() => viewer.setTheme(theme())),
    preview.subscribe((now, before) => {
      if (now.options !== before.options) viewer.setOptions(now.options);
      if (now.shown.mode !== before.shown.mode) viewer.forget();
    }),
    maskShown.subscribe((now) => viewer.setMask(now.weights)),
    want('pose'), want('state'),
  ];
  return () => ends.forEach((end) => end());
}

function fit(viewer: Viewer, canvas: HTMLCanvasElement): () => void {
  const box = canvas.parentElement ?? canvas;
  const watch = new ResizeObserver(() => {
    if (box.clientWidth > 0 && box.clientHeight > 0) viewer.resize(box.clientWidth, box.clientHeight);
  });
  watch.observe(box);
  return () => watch.disconnect();
}

/* What is shown, for tests and for the curious: window.sinewViewport.pose() */
function expose(viewer: Viewer): () => void {
  const shown = {
    pose: () => ({ time: viewer.time, locals: viewer.locals, worlds: Array.from(viewer.worlds) }),
    drawn: () => viewer.drawn,
  };
  Object.assign(window, { sinewViewport: shown });
  return () => void Reflect.deleteProperty(window, 'sinewViewport');
}

function useKeys(viewer: RefObject<Viewer | null>): (event: KeyboardEvent) => void {
  return useCallback((event) => {
    const view = viewer.current;
    if (!view || event.ctrlKey || event.metaKey || event.altKey) return;
    const across = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0;
    const up = { ArrowUp: 1, ArrowDown: -1 }[event.key] ?? 0;
    if (across || up) {
      if (event.shiftKey) view.pan(across * 0.06, up * 0.06);
      else view.orbit(across * 0.12, up * 0.12);
    } else if (event.key === '+' || event.key === '=') view.zoom(0.87);
    else if (event.key === '-') view.zoom(1.15);
    else if (event.key === 'f' || event.key === 'F') view.frame();
    else if (event.key === '1') view.lookFrom(0, 0.05, 1);
    else if (event.key === '3') view.lookFrom(1, 0.05, 0);
    else if (event.key === '7') view.lookFrom(0.01, 1, 0.02);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }, [viewer]);
}

const TOGGLES: { key: keyof Options; title: string; Icon: typeof Bone }[] = [
  { key: 'mesh', title: 'Show the mesh', Icon: PersonStanding },
  { key: 'skeleton', title: 'Show the skeleton', Icon: Bone },
  { key: 'grid', title: 'Show the grid', Icon: Grid3x3 },
  { key: 'ghosts', title: 'Show where it was: ghosts', Icon: Ghost },
  { key: 'path', title: 'Show the path of the root', Icon: Footprints },
  { key: 'follow', title: 'Follow the character', Icon: Video },
];

function Toggles({ viewer }: { viewer: RefObject<Viewer | null> }) {
  const options = usePreview((view) => view.options);
  return (
    <div className="viewport-tools" role="toolbar" aria-label="What the viewport shows">
      {TOGGLES.map(({ key, title, Icon }) => (
        <button key={key} type="button" className="icon" aria-pressed={options[key]} aria-label={title} title={title} onClick={() => toggle(key)}>
          <Icon aria-hidden />
        </button>
      ))}
      <button type="button" className="icon" aria-label="Frame the character" title="Frame the character (F)" onClick={() => viewer.current?.frame()}>
        <Maximize aria-hidden />
      </button>
    </div>
  );
}

function Transport() {
  const paused = usePreview((view) => view.paused);
  const speed = usePreview((view) => view.speed);
  const clip = usePreview((view) => view.shown.mode === 'clip');
  const time = useRef<HTMLSpanElement>(null);
  usePainted(useCallback((mark) => live.on(['state', 'pose'], mark), []), () => {
    const now = live.source.state?.time;
    setText(time.current, now === undefined ? '–' : `${now.toFixed(2)} s`);
  });
  const choices = SPEEDS.includes(speed) ? SPEEDS : [...SPEEDS, speed].sort((a, b) => a - b);
  return (
    <div className="viewport-transport" role="toolbar" aria-label="Preview">
      <button type="button" className="icon" disabled={clip} aria-label={paused ? 'Play' : 'Pause'} title={paused ? 'Play' : 'Pause'}
        onClick={() => told(live.pause(!paused))}>
        {paused ? <Play aria-hidden /> : <Pause aria-hidden />}
      </button>
      <button type="button" className="icon" disabled={clip} aria-label="One frame on" title="One frame on"
        onClick={() => told((paused || live.pause(true)) && live.step())}>
        <StepForward aria-hidden />
      </button>
      <button type="button" className="icon" disabled={clip} aria-label="Start again" title="Start again, from the graph’s defaults"
        onClick={() => performAny('preview.restart')}>
        <RotateCcw aria-hidden />
      </button>
      <label className="viewport-speed">
        <span className="aside">Speed of the preview</span>
        <select value={speed} disabled={clip} onChange={(event) => told(live.speed(Number(event.target.value)))}>
          {choices.map((value) => <option key={value} value={value}>{`${value}×`}</option>)}
        </select>
      </label>
      <span ref={time} className="viewport-time" />
      <ModelChoice />
    </div>
  );
}

/* Whose picture this is. */
function Tag() {
  const clip = usePreview(({ shown }) => (shown.mode === 'clip' ? shown.clip : undefined));
  const at = useRef<HTMLSpanElement>(null);
  usePainted(preview.subscribe, () => {
    const { shown } = preview.getState();
    if (shown.mode === 'clip') setText(at.current, `clip ${shown.clip}, ${shown.time.toFixed(3)} s`);
  });
  const [source, setSource] = useState(() => live.current);
  useEffect(() => live.on(['instance'], () => setSource(live.current)), []);
  const name = source === 0 ? 'PREVIEW' : `LIVE ${live.source.name}`;
  return (
    <div className="viewport-tag" data-kind={source === 0 ? 'preview' : 'live'}>
      <strong>{name}</strong>
      {clip !== undefined && <span ref={at}>{`clip ${clip}`}</span>}
    </div>
  );
}

/* Why there is nothing to see, and what to do. */
function Trouble({ missing }: { missing: string }) {
  const model = useModel();
  const trouble = usePreview((view) => view.trouble);
  if (missing) return <div className="viewport-trouble nothing" role="alert"><strong>No WebGL</strong><span>{missing}</span></div>;
  if (model?.error)
    return (
      <div className="viewport-trouble nothing" role="alert">
        <strong>{model.name ? `The model “${model.name}” is not shown` : 'No model is shown'}</strong>
        <span>{model.error}</span>
        <span>Choose another below, or put the file right: it is loaded again when it changes.</span>
      </div>
    );
  if (trouble) return <div className="viewport-note" role="status">{trouble}</div>;
  if (!model)
    return <div className="viewport-trouble nothing"><strong>No model yet</strong><span>Open a graph; the model that it names is shown here.</span></div>;
  return null;
}

export function Viewport() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const label = useRef<HTMLDivElement>(null);
  const { viewer, missing } = useViewer(canvas);
  const keys = useKeys(viewer);
  const hover = (event: PointerEvent): void => {
    const element = label.current;
    if (!element) return;
    const found = event.buttons ? null : viewer.current?.pick(event.nativeEvent.offsetX, event.nativeEvent.offsetY);
    element.hidden = !found;
    if (!found) return;
    setText(element, found.name || `joint ${found.joint}`);
    element.style.transform = `translate(${found.x + 10}px, ${found.y - 10}px)`;
  };
  return (
    <section className="viewport" aria-label="Preview of the character" data-kind={live.current === 0 ? 'preview' : 'live'}>
      <div className="viewport-picture">
        <canvas ref={canvas} tabIndex={0} role="img" onKeyDown={keys} onPointerMove={hover}
          onPointerLeave={() => label.current && (label.current.hidden = true)}
          aria-label="The character. Arrow keys turn the view, with Shift they move it; plus and minus zoom, F frames." />
        <div ref={label} className="viewport-joint" hidden aria-hidden />
        <Tag />
        <Toggles viewer={viewer} />
        <Trouble missing={missing} />
      </div>
      <Transport />
    </section>
  );
}
