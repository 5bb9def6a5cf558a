/* Property lanes: each a curve with its keys, and the value at the playhead. */
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { Diamond, Trash2 } from 'lucide-react';
import { readNumber } from '../app/number';
import { onTheme, themeColour } from '../app/theme';
import { tell, useView } from '../app/view';
import { addLane, moveKey, removeKey, removeLane, setKey, setStep } from '../commands/clip';
import type { PropertyView } from '../graph/types';
import { usePainted } from '../live/frame';
import { startDrag } from './drag';
import { keysOf, laneName, laneTitle, moveKey as move, sameLane, setKey as put } from './edits';
import { keyAt, kindOfValue, outline, parseValue, rangeOf, sameTime, showValue, valueAt, type Keys, type LaneValue } from './lane';
import { clamp, snap, tidy, toTime, toX, type Span } from './math';
import { choose, scrub, timeline, useTimeline } from './state';
import { change, type Shown } from './use';

const followHead = (mark: () => void): (() => void) => timeline.subscribe(mark);

const HEIGHT = 46;
const ROOM = 8;

const yOf = (value: number, range: { low: number; high: number }): number =>
  HEIGHT - ROOM - ((value - range.low) / (range.high - range.low)) * (HEIGHT - 2 * ROOM);

const numberOf = (value: LaneValue | undefined): number | null =>
  typeof value === 'number' ? value : Array.isArray(value) ? (value[0] ?? null) : null;

const PARTS = ['--error', '--good', '--clip', '--blend'];

function Curve({ keys, step, span, length }: { keys: Keys; step: boolean; span: Span; length: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [theme, setTheme] = useState(0);
  useEffect(() => onTheme(() => setTheme((count) => count + 1)), []);
  useEffect(() => {
    const g = canvas.current?.getContext('2d');
    if (!g || !canvas.current) return;
    const ratio = window.devicePixelRatio || 1;
    canvas.current.width = Math.round(span.width * ratio);
    canvas.current.height = Math.round(HEIGHT * ratio);
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    g.clearRect(0, 0, span.width, HEIGHT);
    const first = keys.values[0];
    if (kindOfValue(first) === 'text') return;
    const range = rangeOf(keys);
    const parts = Array.isArray(first) ? first.length : 1;
    for (let part = 0; part < parts; ++part) {
      g.strokeStyle = themeColour(parts === 1 ? '--accent' : PARTS[part % PARTS.length]!);
      g.lineWidth = 1.5;
      g.beginPath();
      outline(keys, step, length, part).forEach(([time, value], i) => {
        if (i) g.lineTo(toX(span, time), yOf(value, range));
        else g.moveTo(toX(span, time), yOf(value, range));
      });
      g.stroke();
    }
  }, [keys, step, span, length, theme]);
  return <canvas ref={canvas} className="timeline-curve" aria-hidden />;
}

/* The value at the playhead. With Record on, what is typed or dragged is keyed there; without it, only a key that is there
   already can be changed. */
function ValueField({ lane, keys, shown }: { lane: PropertyView; keys: Keys; shown: Shown }) {
  const recording = useView((state) => state.recording);
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const shownValue = (): LaneValue | undefined => valueAt(keys, timeline.getState().time, lane.step);
  const write = (): void => {
    if (!field.current || typed !== null) return;
    const text = showValue(shownValue());
    if (field.current.value !== text) field.current.value = text;
  };
  usePainted(followHead, write);
  useEffect(write);
  const keyable = (): number | null => {
    const { time } = timeline.getState();
    if (recording) return tidy(time);
    const at = keyAt(keys, time);
    if (at >= 0) return keys.times[at]!;
    tell('Turn on Record to key this value here, or double-click the lane.', 'refused');
    return null;
  };
  const commit = (): void => {
    if (typed === null) return;
    setTyped(null);
    const value = parseValue(typed, keys.values[0]);
    if (value === null) return tell(`“${typed}” is no value of this lane: ${kindOfValue(keys.values[0]) === 'vector' ? `it has ${(keys.values[0] as number[]).length} numbers.` : 'it is a number.'}`, 'refused');
    if (showValue(value) === showValue(shownValue()) && !recording) return;
    const time = keyable();
    if (time !== null) void change(setKey, { clip: shown.said.name, lane: lane.id, time, value });
  };
  const scrubValue = kindOfValue(keys.values[0]) === 'number';
  return (
    <input ref={field} type="text" className="timeline-value" aria-label={`Value of ${laneTitle(lane)} at the playhead`} readOnly={shown.doc?.readOnly}
      data-recording={recording} title={scrubValue ? 'Type a value, or drag up and down with Alt' : 'Type a value'} defaultValue={showValue(shownValue())}
      onFocus={(event) => setTyped(event.target.value)} onChange={(event) => setTyped(event.target.value)} onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') {
          setTyped(null);
          event.stopPropagation();
        }
        const way = { ArrowUp: 1, ArrowDown: -1 }[event.key] ?? 0;
        const now = shownValue();
        if (way && typeof now === 'number') {
          event.preventDefault();
          const range = rangeOf(keys);
          const value = tidy(now + way * (range.high - range.low) * (event.shiftKey ? 0.1 : 0.01));
          const time = keyable();
          if (time === null) return;
          void change(setKey, { clip: shown.said.name, lane: lane.id, time, value }).then(() => setTyped(showValue(value)));
          event.currentTarget.value = showValue(value);
        }
      }}
      onPointerDown={(event) => {
        const now = shownValue();
        if (!event.altKey || typeof now !== 'number' || !shown.doc || shown.doc.readOnly) return;
        const time = keyable();
        if (time === null) return;
        event.preventDefault();
        const { low, high } = rangeOf(keys);
        startDrag(event, {
          label: `Key ${laneTitle(lane)}`, doc: shown.doc.id,
          change: (c, _right, down) => put(c, lane, time, tidy(now - (down / 100) * (high - low))),
        });
      }} />
  );
}

function Key({ lane, keys, index, span, shown, selected }: { lane: PropertyView; keys: Keys; index: number; span: Span; shown: Shown; selected: boolean }) {
  const length = shown.clip?.length ?? 0;
  const time = keys.times[index]!;
  const value = numberOf(keys.values[index]);
  const y = value === null ? HEIGHT / 2 : yOf(value, rangeOf(keys));
  const clip = shown.said.name;
  const target = useRef(time);
  const keysPressed = (event: KeyboardEvent): void => {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0;
    const { fps } = timeline.getState();
    if (way) void change(moveKey, { clip, lane: lane.id, index, time: tidy(clamp(time + (way * (event.shiftKey ? 10 : 1)) / fps, 0, length)) });
    else if (event.key === 'Delete' || event.key === 'Backspace') void change(removeKey, { clip, lane: lane.id, index });
    else if (event.key === 'Enter') scrub(clip, time);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const text = `Key of ${laneTitle(lane)} at ${time} s: ${showValue(keys.values[index])}`;
  return (
    <button type="button" className="timeline-key" aria-label={text} title={text} aria-pressed={selected} data-selected={selected}
      style={{ transform: `translate(${toX(span, time)}px, ${y}px) rotate(45deg)` }}
      onFocus={() => choose({ what: 'key', lane: lane.id, index })} onKeyDown={keysPressed} onDoubleClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => {
        choose({ what: 'key', lane: lane.id, index });
        if (shown.doc?.readOnly) return;
        target.current = time;
        startDrag(event, {
          label: `Move a key of ${laneTitle(lane)}`, doc: shown.doc?.id,
          change: (c, right, _down, altKey) => {
            const { fps, snap: on, time: head } = timeline.getState();
            const to = snap(time + right * span.perPixel, length, on && !altKey ? [head] : [], 6 * span.perPixel, on && !altKey ? fps : null);
            target.current = keys.times.some((other, i) => i !== index && sameTime(other, to)) ? target.current : to;
            move(c, lane, index, target.current);
          },
          ended: () => choose({ what: 'key', lane: lane.id, index: keys.times.filter((other, i) => i !== index && other < target.current).length }),
        });
      }} />
  );
}

function Lane({ lane, span, shown }: { lane: PropertyView; span: Span; shown: Shown }) {
  const chosen = useTimeline((state) => state.chosen);
  const keys = keysOf(lane);
  const length = shown.clip?.length ?? 0;
  const clip = shown.said.name;
  const text = kindOfValue(keys.values[0]) === 'text';
  const key = (event: MouseEvent<HTMLElement>): void => {
    const rect = event.currentTarget.getBoundingClientRect();
    const { fps, snap: on, time: head } = timeline.getState();
    const time = snap(toTime(span, event.clientX - rect.left), length, [head], 6 * span.perPixel, on ? fps : null);
    void change(setKey, { clip, lane: lane.id, time });
  };
  const times = keys.times.length === keys.values.length ? keys.times : [];
  return (
    <div className="timeline-row">
      <div className="timeline-label timeline-lane">
        <span className="timeline-title" title={laneTitle(lane)}>{laneTitle(lane)}</span>
        <div className="timeline-tools">
          <ValueField lane={lane} keys={keys} shown={shown} />
          <button type="button" className="icon" aria-label={`Key ${laneTitle(lane)} at the playhead`} title="Key at the playhead"
            onClick={() => void change(setKey, { clip, lane: lane.id, time: tidy(timeline.getState().time) })}><Diamond aria-hidden /></button>
          <button type="button" className="quiet timeline-step" aria-pressed={lane.step || text} disabled={text} title={text ? 'Text always steps' : 'Step instead of interpolating'}
            onClick={() => void change(setStep, { clip, lane: lane.id, step: !lane.step })}>step</button>
          <button type="button" className="icon" aria-label={`Remove the lane ${laneTitle(lane)}`} title="Remove the lane"
            onClick={() => void change(removeLane, { clip, lane: lane.id })}><Trash2 aria-hidden /></button>
        </div>
      </div>
      <div className="timeline-area" style={{ height: HEIGHT }} onDoubleClick={key}>
        <Curve keys={keys} step={lane.step} span={span} length={length} />
        {times.map((time, i) => (
          <span key={i} className="timeline-key-place">
            {text && <span className="timeline-text" style={{ transform: `translate(${toX(span, time) + 9}px, 0)` }}>{showValue(keys.values[i])}</span>}
            <Key lane={lane} keys={keys} index={i} span={span} shown={shown}
              selected={chosen?.what === 'key' && chosen.lane === lane.id && chosen.index === i} />
          </span>
        ))}
        {times.length === 0 && <span className="timeline-empty">This lane has not as many values as times; see the findings.</span>}
      </div>
    </div>
  );
}

/* What the first value looks like says what the lane is of. */
function firstValue(text: string): LaneValue {
  const words = text.split(',').map((word) => word.trim());
  const numbers = words.flatMap((word) => readNumber(word) ?? []);
  if (numbers.length < words.length) return text;
  return numbers.length === 1 ? numbers[0]! : numbers;
}

function NewLane({ shown }: { shown: Shown }) {
  const [name, setName] = useState('');
  const [value, setValue] = useState('0');
  const add = (): void => {
    const lane = laneName(name);
    if (!lane) return tell('A lane is called by component and field (sprite.cell), by a pointer (/materials/0/…), or by @ and a parameter.', 'refused');
    if (shown.said.properties.some((other) => sameLane(lane, other))) return tell(`“${name}” is there already.`, 'refused');
    const first = firstValue(value);
    if (lane.pointer?.startsWith('@') && typeof first !== 'number') return tell('A lane that drives a parameter has single numbers.', 'refused');
    void change(addLane, { clip: shown.said.name, lane, time: tidy(timeline.getState().time), value: first }).then(() => setName(''));
  };
  return (
    <form className="timeline-new" onSubmit={(event) => {
      event.preventDefault();
      add();
    }}>
      <input value={name} placeholder="sprite.cell, /materials/0/…, @speed" aria-label="Name of a new lane" onChange={(event) => setName(event.target.value)} />
      <input value={value} className="timeline-first" aria-label="Its first value" title="A number, numbers with commas, or text" onChange={(event) => setValue(event.target.value)} />
      <button type="submit" disabled={name.trim() === ''}>Add a lane</button>
    </form>
  );
}

export function Lanes({ span, shown }: { span: Span; shown: Shown }) {
  return (
    <>
      {shown.said.properties.map((lane) => <Lane key={lane.id} lane={lane} span={span} shown={shown} />)}
      <NewLane shown={shown} />
    </>
  );
}

