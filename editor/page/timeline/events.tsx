/* Events and windows of a clip as markers: dragged by mouse, moved by keys, edited in the strip below. */
import type { KeyboardEvent, MouseEvent } from 'react';
import { addEvent, placeEvent, removeEvent } from '../commands/clip';
import type { EventView } from '../graph/types';
import { startDrag } from './drag';
import { placeEvent as place } from './edits';
import { clamp, snap, tidy, toTime, toX, type Span } from './math';
import { rowsOf } from './rows';
import { choose, scrub, timeline, useTimeline } from './state';
import { change, type Shown } from './use';

const ROW = 24;
const NAME_WIDTH = 7; // pixels a letter, roughly

type Part = 'whole' | 'time' | 'end';

/* Where a marker goes when one part of it moves by so many seconds. */
export function moved(event: EventView, part: Part, by: number, length: number, fit: (time: number) => number): { time: number; end: number | undefined } {
  if (event.end === undefined) return { time: fit(event.time + by), end: undefined };
  if (part === 'time') return { time: Math.min(fit(event.time + by), event.end), end: event.end };
  if (part === 'end') return { time: event.time, end: Math.max(fit(event.end + by), event.time) };
  const span = event.end - event.time;
  const time = clamp(fit(event.time + by), 0, Math.max(0, length - span));
  return { time, end: tidy(time + span) };
}

const HUES: Record<string, string> = { sound: '--clip', vfx: '--blend', window: '--accent', script: '--add' };

const colorOf = (event: EventView): string => `var(${HUES[event.kind] ?? '--live'})`;

export const titleOf = (event: EventView): string =>
  event.end === undefined ? `${event.name}, ${event.kind}, at ${event.time} s` : `${event.name}, ${event.kind}, from ${event.time} to ${event.end} s`;

function Marker({ event, row, span, shown, selected }: { event: EventView; row: number; span: Span; shown: Shown; selected: boolean }) {
  const length = shown.clip?.length ?? 0;
  const clip = shown.said.name;
  const start = (part: Part) => (pointer: React.PointerEvent<HTMLElement>) => {
    choose({ what: 'event', id: event.id });
    if (shown.doc?.readOnly) return;
    const others = shown.said.events.filter((other) => other.id !== event.id).flatMap((other) => [other.time, ...(other.end === undefined ? [] : [other.end])]);
    startDrag(pointer, {
      label: `Move ${event.name}`, doc: shown.doc?.id,
      change: (c, right, _down, altKey) => {
        const { fps, snap: on, time } = timeline.getState();
        const fit = (to: number): number => snap(to, length, on && !altKey ? [time, ...others] : [], 6 * span.perPixel, on && !altKey ? fps : null);
        const to = moved(event, part, right * span.perPixel, length, fit);
        place(c, event, to.time, to.end);
      },
    });
  };
  const keys = (key: KeyboardEvent): void => {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[key.key] ?? 0;
    if (way) {
      const by = (way * (key.shiftKey ? 10 : 1)) / timeline.getState().fps;
      const to = moved(event, key.ctrlKey ? 'end' : 'whole', by, length, (time) => tidy(clamp(time, 0, length)));
      void change(placeEvent, { clip, event: event.id, ...to });
    } else if (key.key === 'Delete' || key.key === 'Backspace') void change(removeEvent, { clip, event: event.id });
    else if (key.key === 'Enter') scrub(clip, event.time);
    else return;
    key.preventDefault();
    key.stopPropagation();
  };
  const x = toX(span, event.time);
  const width = event.end === undefined ? 0 : Math.max(2, (event.end - event.time) / span.perPixel);
  return (
    <div className="timeline-marker" data-window={event.end !== undefined} data-selected={selected}
      style={{ transform: `translate(${x}px, ${row * ROW + 3}px)`, width, ['--kind' as string]: colorOf(event) }}>
      <button type="button" className="timeline-grip" aria-label={titleOf(event)} title={titleOf(event)} aria-pressed={selected}
        onPointerDown={start('whole')} onKeyDown={keys} onFocus={() => choose({ what: 'event', id: event.id })}
        onDoubleClick={(pointer) => pointer.stopPropagation()}>
        <span className="timeline-flag" />
        <span className="timeline-name">{event.name}</span>
      </button>
      {event.end !== undefined && (
        <>
          <span className="timeline-end" data-side="left" aria-hidden onPointerDown={start('time')} />
          <span className="timeline-end" data-side="right" aria-hidden onPointerDown={start('end')} />
        </>
      )}
    </div>
  );
}

export function EventTrack({ span, shown }: { span: Span; shown: Shown }) {
  const chosen = useTimeline((state) => state.chosen);
  const { events } = shown.said;
  const rows = rowsOf(events, (i) => (14 + events[i]!.name.length * NAME_WIDTH) * span.perPixel);
  const add = (mouse: MouseEvent<HTMLElement>): void => {
    const rect = mouse.currentTarget.getBoundingClientRect();
    const length = shown.clip?.length ?? 0;
    const time = snap(toTime(span, mouse.clientX - rect.left), length, [timeline.getState().time], 6 * span.perPixel, null);
    void change(addEvent, { clip: shown.said.name, event: { time: tidy(time), kind: 'script', name: 'event' } });
  };
  return (
    <div className="timeline-row">
      <div className="timeline-label">
        <span>Events</span>
        <button type="button" className="quiet" onClick={() => void change(addEvent, { clip: shown.said.name, event: { time: tidy(timeline.getState().time), kind: 'script', name: 'event' } })}>Add</button>
      </div>
      <div className="timeline-area" style={{ height: Math.max(1, ...rows.map((row) => row + 1)) * ROW + 6 }} onDoubleClick={add}>
        {events.length === 0 && <span className="timeline-empty">Double-click to add an event; give it an end, and it is a window.</span>}
        {events.map((event, i) => (
          <Marker key={event.id} event={event} row={rows[i]!} span={span} shown={shown} selected={chosen?.what === 'event' && chosen.id === event.id} />
        ))}
      </div>
    </div>
  );
}
