/* The strip below the tracks: what is chosen, to be edited; with nothing chosen, the clip itself. */
import { useEffect, useState } from 'react';
import { Trash2 } from 'lucide-react';
import { readNumber } from '../app/number';
import { tell } from '../app/view';
import { moveKey, placeEvent, removeEvent, removeKey, setEvent, setKey, setLoop, setRoot } from '../commands/clip';
import type { EventView, PropertyView } from '../graph/types';
import type { Json } from '../document/text';
import { useModel } from '../live/model';
import { keysOf, laneTitle } from './edits';
import { parseValue, sameTime, showValue } from './lane';
import { clamp, tidy } from './math';
import { useTimeline } from './state';
import { change, type Shown } from './use';

/* A field that tells when it is left or Enter is pressed; Escape takes back what was typed. `commit` gives why not: what was
   refused on Enter stays to be put right. */
export function Field({ label, value, commit, width, list, readOnly }: {
  label: string; value: string; commit: (text: string) => string | null; width?: number; list?: string; readOnly?: boolean | undefined;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => setTyped(null), [value]);
  const [refused, setRefused] = useState(false);
  const end = (): void => {
    setTyped(null);
    setRefused(false);
  };
  const done = (leaving: boolean): void => {
    const wrong = typed === null || typed === value ? null : commit(typed);
    if (wrong) tell(wrong, 'refused');
    if (wrong && !leaving) setRefused(true);
    else end();
  };
  return (
    <label className="timeline-field">
      <span>{label}</span>
      <input value={typed ?? value} list={list} readOnly={readOnly} style={width === undefined ? {} : { width }} onChange={(event) => setTyped(event.target.value)} onBlur={() => done(true)} aria-invalid={refused}
        onKeyDown={(event) => {
          if (event.key === 'Enter') done(false);
          if (event.key === 'Escape') {
            end();
            event.stopPropagation();
          }
        }} />
    </label>
  );
}

const seconds = (text: string, length: number): number | string => {
  const value = readNumber(text);
  if (value === undefined) return `“${text}” is no time in seconds.`;
  return value < 0 || value > length + 1e-6 ? `The clip is ${tidy(length)} s long: a time lies from 0 to there.` : tidy(clamp(value, 0, length));
};

function payloadOf(text: string): { payload: Json | null } | string {
  if (text.trim() === '') return { payload: null };
  try {
    return { payload: JSON.parse(text) as Json };
  } catch {
    return 'The payload is JSON: put texts in quotes, such as "left" or { "foot": "left" }.';
  }
}

function EventStrip({ event, shown }: { event: EventView; shown: Shown }) {
  const clip = shown.said.name;
  const of = { clip, event: event.id };
  const length = shown.clip?.length ?? 0;
  const readOnly = shown.doc?.readOnly;
  const place = (time: number, end: number | undefined): null => {
    void change(placeEvent, { ...of, time, end });
    return null;
  };
  return (
    <div className="timeline-strip" role="group" aria-label={`Event ${event.name}`}>
      <Field label="Name" value={event.name} width={120} readOnly={readOnly} commit={(name) => {
        if (name.trim() === '') return 'An event needs a name.';
        void change(setEvent, { ...of, name });
        return null;
      }} />
      <Field label="Kind" value={event.kind} width={86} list="timeline-kinds" readOnly={readOnly} commit={(kind) => {
        if (kind.trim() === '') return 'An event needs a kind: sound, vfx, window, script, or a word of your own.';
        if (kind === 'window' && event.end === undefined) void change(setEvent, { ...of, kind, window: true, length });
        else void change(setEvent, { ...of, kind });
        return null;
      }} />
      <datalist id="timeline-kinds">{['sound', 'vfx', 'window', 'script'].map((kind) => <option key={kind} value={kind} />)}</datalist>
      <Field label="Time" value={String(event.time)} width={76} readOnly={readOnly} commit={(text) => {
        const time = seconds(text, length);
        if (typeof time === 'string') return time;
        if (event.end !== undefined && time > event.end) return 'A window begins before it ends.';
        return place(time, event.end);
      }} />
      <label className="timeline-field">
        <input type="checkbox" checked={event.end !== undefined} disabled={readOnly} onChange={(box) => void change(setEvent, { ...of, window: box.target.checked, length })} />
        <span>window</span>
      </label>
      {event.end !== undefined && (
        <Field label="End" value={String(event.end)} width={76} readOnly={readOnly} commit={(text) => {
          const end = seconds(text, length);
          if (typeof end === 'string') return end;
          return end < event.time ? 'A window ends after it begins.' : place(event.time, end);
        }} />
      )}
      <Field label="Payload" value={event.payload === undefined ? '' : JSON.stringify(event.payload)} width={190} readOnly={readOnly} commit={(text) => {
        const payload = payloadOf(text);
        if (typeof payload === 'string') return payload;
        void change(setEvent, { ...of, ...payload });
        return null;
      }} />
      <button type="button" className="icon" disabled={readOnly} aria-label={`Remove ${event.name}`} title="Remove the event" onClick={() => void change(removeEvent, of)}><Trash2 aria-hidden /></button>
    </div>
  );
}

function KeyStrip({ lane, index, shown }: { lane: PropertyView; index: number; shown: Shown }) {
  const keys = keysOf(lane);
  const time = keys.times[index];
  if (time === undefined) return null;
  const of = { clip: shown.said.name, lane: lane.id };
  const length = shown.clip?.length ?? 0;
  const readOnly = shown.doc?.readOnly;
  return (
    <div className="timeline-strip" role="group" aria-label={`Key of ${laneTitle(lane)}`}>
      <strong>{laneTitle(lane)}</strong>
      <Field label="Time" value={String(time)} width={76} readOnly={readOnly} commit={(text) => {
        const to = seconds(text, length);
        if (typeof to === 'string') return to;
        if (keys.times.some((other, i) => i !== index && sameTime(other, to))) return 'There is a key at that time.';
        void change(moveKey, { ...of, index, time: to });
        return null;
      }} />
      <Field label="Value" value={showValue(keys.values[index])} width={140} readOnly={readOnly} commit={(text) => {
        const value = parseValue(text, keys.values[index]);
        if (value === null) return `“${text}” is no value of this lane.`;
        void change(setKey, { ...of, time, value });
        return null;
      }} />
      <button type="button" className="icon" disabled={readOnly} aria-label="Remove the key" title="Remove the key" onClick={() => void change(removeKey, { ...of, index })}><Trash2 aria-hidden /></button>
    </div>
  );
}

function ClipStrip({ shown }: { shown: Shown }) {
  const { said, loop } = shown;
  const joints = useModel()?.joints ?? [];
  const clip = said.name;
  const readOnly = shown.doc?.readOnly;
  const root = (part: Parameters<typeof setRoot.run>[1]['root']): void => void change(setRoot, { clip, root: part });
  return (
    <div className="timeline-strip" role="group" aria-label={`Clip ${clip}`}>
      <label className="timeline-field">
        <input type="checkbox" checked={loop} disabled={readOnly} onChange={(box) => void change(setLoop, { clip, loop: box.target.checked })} />
        <span>loops</span>
      </label>
      <label className="timeline-field">
        <span>Root motion</span>
        <select value={said.root} disabled={readOnly} onChange={(event) => root({ root: event.target.value as 'none' | 'hold' | 'motion' })}>
          <option value="none">none: plays as it is</option>
          <option value="hold">hold: plays in place</option>
          <option value="motion">motion: moves the character</option>
        </select>
      </label>
      {said.root !== 'none' && (
        <>
          <label className="timeline-field">
            <span>Joint</span>
            <select value={said.rootJoint ?? ''} disabled={readOnly} onChange={(event) => root({ rootJoint: event.target.value || undefined })}>
              <option value="">the first joint</option>
              {said.rootJoint !== undefined && !joints.some((joint) => joint.name === said.rootJoint) && <option value={said.rootJoint}>{`${said.rootJoint} (not in the model)`}</option>}
              {joints.map((joint, i) => <option key={i} value={joint.name}>{joint.name}</option>)}
            </select>
          </label>
          <label className="timeline-field">
            <span>Axes</span>
            <select value={said.rootAxes} disabled={readOnly} onChange={(event) => root({ rootAxes: event.target.value })}>
              {['xz', 'x', 'z', 'y', 'xy', 'yz', 'xyz'].map((axes) => <option key={axes}>{axes}</option>)}
            </select>
          </label>
          <label className="timeline-field">
            <input type="checkbox" checked={said.rootYaw} disabled={readOnly} onChange={(box) => root({ rootYaw: box.target.checked })} />
            <span>and its turn</span>
          </label>
        </>
      )}
      <span className="hint">{shown.doc ? shown.doc.name : 'What you say here makes a file beside the model.'}</span>
    </div>
  );
}

export function Strip({ shown }: { shown: Shown }) {
  const chosen = useTimeline((state) => state.chosen);
  const event = chosen?.what === 'event' ? shown.said.events.find((one) => one.id === chosen.id) : undefined;
  const lane = chosen?.what === 'key' ? shown.said.properties.find((one) => one.id === chosen.lane) : undefined;
  if (event) return <EventStrip key={event.id} event={event} shown={shown} />;
  if (lane && chosen?.what === 'key') return <KeyStrip key={`${lane.id} ${chosen.index}`} lane={lane} index={chosen.index} shown={shown} />;
  return <ClipStrip shown={shown} />;
}
