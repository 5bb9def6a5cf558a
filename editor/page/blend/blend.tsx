/* The blend space editor: it takes the canvas's place while one is open. */
import { useEffect, useMemo, useRef, useState, type DragEvent, type RefObject } from 'react';
import { ArrowLeft, ChevronRight, Plus, Trash2 } from 'lucide-react';
import type { OfBlend } from '../commands/blend';
import { performAny } from '../commands/run';
import { gesture, useDoc, type Doc, type Gesture } from '../document/store';
import { graphOf } from '../graph/view';
import { machineAt, stateOf } from '../graph/places';
import type { GraphView, MotionView } from '../graph/types';
import { tell, useView, view } from '../app/view';
import { readNumber } from '../app/number';
import { clipsDragged, hasClips } from '../app/drag';
import { live } from '../live/bus';
import { setStyle, setText, usePainted } from '../live/frame';
import { told } from '../live/preview';
import { useModel } from '../live/model';
import { isDark } from '../app/theme';
import { allowed, nameOf, placePoint, pointOf } from './edits';
import type { Point, Range } from './geometry';
import { useBlendLive, type BlendLive } from './live';
import { motionAt, motionNumber } from './motions';
import { css, motionColor } from './paint';
import { BlendPlot } from './plot';
import './blend.css';

interface Open {
  doc: Doc;
  graph: GraphView;
  blend: MotionView;
  state: string; // its whole path in the layer
  name: string;
  places: readonly number[];
  layer: number;
  number: number;
  of: OfBlend;
}

function useOpen(): Open | null {
  const doc = useDoc(useView((state) => state.graph));
  const place = useView((state) => state.place);
  const shown = useView((state) => state.blend);
  return useMemo(() => {
    if (!doc || !shown) return null;
    const graph = graphOf(doc);
    const machine = machineAt(graph, place);
    const root = machine && stateOf(machine, shown.state)?.motion;
    const blend = motionAt(root, shown.motion);
    if (!blend || blend.kind === 'clip' || blend.kind === 'nothing') return null;
    return {
      doc, graph, blend, name: shown.state, places: shown.motion, layer: place.layer,
      state: [...place.machine, shown.state].join('/'), number: motionNumber(root, shown.motion),
      of: { place, state: shown.state, motion: shown.motion },
    };
  }, [doc, place, shown]);
}

const go = (state: string, motion: readonly number[]): void => view.setState({ blend: { state, motion } });
const leave = (): void => view.setState({ blend: undefined });

function Crumbs({ open }: { open: Open }) {
  return (
    <nav className="blend-crumbs" aria-label="Where this blend is">
      <button type="button" className="quiet" onClick={leave} title="Back to the states (U)"><ArrowLeft aria-hidden />States</button>
      <ChevronRight aria-hidden />
      <button type="button" className="quiet" aria-current={open.places.length === 0} onClick={() => go(open.name, [])}>{open.name}</button>
      {open.places.map((place, i) => (
        <span key={i} className="blend-crumb">
          <ChevronRight aria-hidden />
          <button type="button" className="quiet" aria-current={i === open.places.length - 1}
            onClick={() => go(open.name, open.places.slice(0, i + 1))}>{`motion ${place + 1}`}</button>
        </span>
      ))}
    </nav>
  );
}

function rangeOf(graph: GraphView, name: string | undefined): Range {
  const parameter = graph.parameters.find((one) => one.name === name);
  const out: Range = {};
  if (parameter?.min !== undefined) out.min = parameter.min;
  if (parameter?.max !== undefined) out.max = parameter.max;
  return out;
}

function namesOf(blend: MotionView): { x: string; y: string | null } {
  if (blend.kind === '2d') return { x: blend.parameters[0] ?? '', y: blend.parameters[1] ?? '' };
  return { x: blend.parameter ?? '', y: null };
}

/* The clips of the model, to be added by choice; dragging does the same. */
function AddClip({ open }: { open: Open }) {
  const clips = useModel()?.clips ?? [];
  return (
    <label className="blend-add">
      <Plus aria-hidden />
      <span className="aside">Add a clip</span>
      <select value="" disabled={open.doc.readOnly || open.blend.kind === 'add'} onChange={(event) => performAny('blend.add', { ...open.of, clips: [event.target.value] })}>
        <option value="">Add a clip …</option>
        {clips.map((clip) => <option key={clip.name} value={clip.name}>{clip.name}</option>)}
      </select>
    </label>
  );
}

function Coordinate({ open, index, axis }: { open: Open; index: number; axis: 'x' | 'y' }) {
  const { blend, doc } = open;
  const motion = blend.motions[index]!;
  const [typed, setTyped] = useState<string | null>(null);
  const at = pointOf(motion);
  const commit = (): void => {
    if (typed === null) return;
    setTyped(null);
    const value = readNumber(typed);
    if (value === undefined) return tell(`“${typed}” is no number.`, 'refused');
    const to = { ...at, [axis]: value };
    const may = allowed(blend, index, to);
    if (may[axis] !== to[axis])
      tell(blend.kind === '1d' ? 'Points ascend: this one stays between its neighbours.' : 'Another motion stands there already.', 'refused');
    performAny('blend.place', { ...open.of, index, to });
  };
  return (
    <input type="text" inputMode="decimal" className="blend-number" readOnly={doc.readOnly} aria-label={`${axis} of ${nameOf(motion)}`}
      value={typed ?? String(at[axis])} onChange={(event) => setTyped(event.target.value)} onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') setTyped(null);
      }} />
  );
}

/* The motions as a list, with the runtime's weights as bars. */
function Motions({ open, hears, selected, select }: { open: Open; hears: BlendLive; selected: number; select: (index: number) => void }) {
  const { blend, doc } = open;
  const list = useRef<HTMLUListElement>(null);
  usePainted(hears.onPreview, () => {
    const weights = hears.weights();
    list.current?.querySelectorAll<HTMLElement>('[data-motion]').forEach((row) => {
      const weight = weights?.[Number(row.dataset.motion)];
      setText(row.querySelector('.blend-row-weight'), weight === undefined ? '' : weight.toFixed(3));
      setStyle(row.querySelector<HTMLElement>('.blend-bar'), 'transform', `scaleX(${weight ?? 0})`);
    });
  });
  return (
    <ul ref={list} className="list blend-list" aria-label="Motions of this blend">
      {blend.motions.map((motion, i) => (
        <li key={motion.id ?? i} className="list-row" data-motion={i} aria-current={i === selected} onClick={() => select(i)}
          style={{ ['--motion' as string]: css(motionColor(i, isDark())) }}>
          <span className="blend-dot" aria-hidden />
          <button type="button" className="quiet blend-row-name" title={motion.kind === 'clip' ? nameOf(motion) : 'Open this motion'}
            onClick={() => (motion.kind === 'clip' ? select(i) : go(open.name, [...open.places, i]))}>{nameOf(motion)}</button>
          <Coordinate open={open} index={i} axis="x" />
          {blend.kind === '2d' && <Coordinate open={open} index={i} axis="y" />}
          <span className="blend-row-weight" aria-label={`Weight of ${nameOf(motion)}`} />
          <span className="blend-track" aria-hidden><span className="blend-bar" /></span>
          <button type="button" className="icon" disabled={doc.readOnly} aria-label={`Remove ${nameOf(motion)}`} title="Remove"
            onClick={() => performAny('blend.remove', { ...open.of, index: i })}><Trash2 aria-hidden /></button>
        </li>
      ))}
    </ul>
  );
}

function Space({ open }: { open: Open }) {
  const { blend, doc, graph } = open;
  const names = useMemo(() => namesOf(blend), [blend]);
  const [selected, setSelected] = useState(-1);
  const drag = useRef<Gesture | null>(null);
  const points = useMemo(() => blend.motions.map((motion) => ({ name: nameOf(motion), at: pointOf(motion) })), [blend]);
  const hears = useBlendLive({ layer: open.layer, state: open.state, motion: open.number }, names, points.map((point) => point.at), blend.kind === '2d' && blend.algorithm === 'delaunay');
  const ranges = useMemo(() => ({ x: rangeOf(graph, names.x), y: rangeOf(graph, names.y ?? undefined) }), [graph, names]);
  /* A drag places the point in the blend as it was when it began, which is what its gesture starts from. */
  const start = useRef(blend);
  const move = (index: number, to: Point): void => {
    if (!drag.current?.running) {
      start.current = blend;
      drag.current = gesture(`Move ${nameOf(blend.motions[index]!)}`);
    }
    const from = start.current;
    drag.current.update(doc.id, (c) => placePoint(c, from, index, to));
  };
  const drop = (event: DragEvent, at: Point): boolean => {
    const clips = clipsDragged(event);
    if (!clips.length) return false;
    performAny('blend.add', { ...open.of, clips, at });
    return true;
  };
  const missing = !names.x || (names.y !== null && !names.y);
  return (
    <>
      <div className="blend-stage">
        <BlendPlot flat={names.y === null} points={points} names={names} ranges={ranges} data={hears.data} selected={selected}
          readOnly={doc.readOnly} preview={hears.preview} onPreview={hears.onPreview} weights={hears.weights} wantsGrid={hears.wantsGrid}
          select={setSelected} drop={drop}
          setPreview={(at) => void told(hears.setPreview(at))}
          drag={{
            move, end: () => drag.current?.commit(), cancel: () => drag.current?.cancel(),
          }}
          nudge={(index, to) => performAny('blend.place', { ...open.of, index, to })}
          remove={(index) => performAny('blend.remove', { ...open.of, index })}
          open={(index) => blend.motions[index]?.kind !== 'clip' && go(open.name, [...open.places, index])} />
        {blend.motions.length === 0 && <p className="blend-hint">Drag clips here, or add them below: each becomes a point of the space.</p>}
        {missing && <p className="blend-hint sentence-error">This blend names no parameter for an axis. Choose one in the inspector.</p>}
        {hears.trouble && <p className="blend-hint sentence-warning">{hears.trouble}</p>}
      </div>
      <Motions open={open} hears={hears} selected={selected} select={setSelected} />
    </>
  );
}

/* A direct blend: a weight parameter for each motion. */
function Direct({ open }: { open: Open }) {
  const { blend, doc, graph } = open;
  const list = useRef<HTMLUListElement>(null);
  const floats = graph.parameters.filter((parameter) => parameter.type === 'float' || parameter.type === 'int');
  usePainted((mark) => live.on(['state'], mark), () => {
    list.current?.querySelectorAll<HTMLElement>('[data-parameter]').forEach((row) => {
      const value = live.source.parameter(row.dataset.parameter ?? '');
      setText(row.querySelector('.blend-row-weight'), value === undefined ? '' : value.toFixed(3));
      setStyle(row.querySelector<HTMLElement>('.blend-bar'), 'transform', `scaleX(${Math.min(Math.max(value ?? 0, 0), 1)})`);
    });
  });
  return (
    <ul ref={list} className="list blend-list blend-direct" aria-label="Motions of this blend, each with its weight"
      onDragOver={(event) => !doc.readOnly && hasClips(event) && event.preventDefault()}
      onDrop={(event) => {
        const clips = clipsDragged(event);
        if (doc.readOnly || clips.length === 0) return;
        event.preventDefault();
        performAny('blend.add', { ...open.of, clips });
      }}>
      {blend.motions.map((motion, i) => (
        <li key={motion.id ?? i} className="list-row" data-parameter={typeof motion.weight === 'string' ? motion.weight : ''}
          style={{ ['--motion' as string]: css(motionColor(i, isDark())) }}>
          <span className="blend-dot" aria-hidden />
          <button type="button" className="quiet blend-row-name"
            onClick={() => motion.kind !== 'clip' && go(open.name, [...open.places, i])}>{nameOf(motion)}</button>
          <select aria-label={`Parameter that weighs ${nameOf(motion)}`} disabled={doc.readOnly} value={typeof motion.weight === 'string' ? motion.weight : ''}
            onChange={(event) => performAny('blend.weight', { ...open.of, index: i, parameter: event.target.value })}>
            {typeof motion.weight !== 'string' && <option value="">No parameter</option>}
            {floats.map((parameter) => <option key={parameter.name} value={parameter.name}>{parameter.name}</option>)}
          </select>
          <span className="blend-row-weight" />
          <span className="blend-track" aria-hidden><span className="blend-bar" /></span>
          <button type="button" className="icon" disabled={doc.readOnly} aria-label={`Remove ${nameOf(motion)}`} title="Remove"
            onClick={() => performAny('blend.remove', { ...open.of, index: i })}><Trash2 aria-hidden /></button>
        </li>
      ))}
      {blend.motions.length === 0 && <li className="hint">Drag clips here, or add them above: each is weighed by a parameter of its own.</li>}
    </ul>
  );
}

/* An additive pair: its two motions, to go on into. */
function Pair({ open }: { open: Open }) {
  const { blend } = open;
  const part = (motion: MotionView | undefined, name: string, place: number) => (
    <div className="row">
      <label>{name}</label>
      {motion && motion.kind !== 'clip'
        ? <button type="button" onClick={() => go(open.name, [...open.places, place])}>{nameOf(motion)}</button>
        : <span>{motion ? nameOf(motion) : 'none'}</span>}
    </div>
  );
  return <div className="blend-pair">{part(blend.base, 'Base', 0)}{part(blend.delta, 'Delta', 1)}</div>;
}

const KINDS: Record<string, string> = { '1d': '1D blend', '2d': '2D blend', direct: 'Direct blend', add: 'Additive pair' };

/* The canvas goes when this comes, and with it the focus; afterwards it goes back there. */
function useFocusComing(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;
    if (isLost()) root.current?.querySelector('button')?.focus({ preventScroll: true });
    return () => void requestAnimationFrame(() => {
      if (isLost()) document.querySelector<HTMLElement>('.canvas')?.focus({ preventScroll: true });
    });
  }, [root]);
}

export function BlendSpace() {
  const open = useOpen();
  const root = useRef<HTMLElement>(null);
  useFocusComing(root);
  if (!open)
    return (
      <div className="blend nothing">
        <strong>This blend is gone</strong>
        <span>The state was removed, or plays something else now.</span>
        <button type="button" onClick={leave}>Back to the states</button>
      </div>
    );
  const key = `${open.layer}/${open.state}/${open.places.join('.')}`;
  return (
    <section ref={root} className="blend" aria-label={`Blend space of ${open.state}`}>
      <header className="panel-title">
        <Crumbs open={open} />
        <span className="badge">{open.blend.kind === '2d' ? `2D blend, ${open.blend.algorithm}` : KINDS[open.blend.kind]}</span>
        <AddClip open={open} />
      </header>
      {open.blend.kind === 'direct' ? <Direct open={open} /> : open.blend.kind === 'add' ? <Pair open={open} /> : <Space key={key} open={open} />}
    </section>
  );
}

