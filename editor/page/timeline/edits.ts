/* What the timeline changes of a .clips.json document. Every clip, list and file that is missing is made on the way. */
import type { Changes } from '../document/changes';
import type { Json, Path } from '../document/text';
import type { EventView, PropertyView } from '../graph/types';
import { keyAt, movedKey, withKey, withoutKey, type Keys, type LaneValue } from './lane';
import { tidy } from './math';

export const EMPTY = '{\n}\n';

const eventsOf = (clip: string): Path => [clip, 'events'];
const propertiesOf = (clip: string): Path => [clip, 'properties'];

/* ---- the clip ---- */

/* What says no more than is so anyway is left out. */
export function setLoop(c: Changes, clip: string, loop: boolean): void {
  if (loop) c.remove([clip, 'loop']);
  else c.set([clip, 'loop'], false);
}

export interface Root {
  root: 'none' | 'hold' | 'motion';
  rootJoint: string | undefined;
  rootAxes: string;
  rootYaw: boolean;
}

export function setRoot(c: Changes, clip: string, root: Partial<Root>): void {
  const put = (key: string, value: string | boolean | undefined, usual: string | boolean | undefined): void => {
    if (value === undefined || value === usual) c.remove([clip, key]);
    else c.set([clip, key], value);
  };
  if ('root' in root) put('root', root.root, 'none');
  if ('rootJoint' in root) put('rootJoint', root.rootJoint || undefined, undefined);
  if ('rootAxes' in root) put('rootAxes', root.rootAxes || undefined, 'xz');
  if ('rootYaw' in root) put('rootYaw', root.rootYaw, false);
}

/* ---- events ---- */

export interface NewEvent {
  time: number;
  end?: number;
  kind: string;
  name: string;
}

function listAt(c: Changes, path: Path): number {
  const list = c.get(path);
  if (list?.type === 'array') return list.items.length;
  c.set(path, []);
  return 0;
}

/* Events are kept in order of time where they are so already: a new one goes before the first that is later. */
export function addEvent(c: Changes, clip: string, events: readonly EventView[], event: NewEvent): number {
  const count = listAt(c, eventsOf(clip));
  const later = events.findIndex((other) => other.time > event.time);
  const index = later < 0 ? count : later;
  const { time, end, kind, name } = event;
  c.insert(eventsOf(clip), index, end === undefined ? { time: tidy(time), kind, name } : { time: tidy(time), end: tidy(end), kind, name });
  return index;
}

export function removeEvent(c: Changes, event: EventView): void {
  c.remove(event.path);
}

export function placeEvent(c: Changes, event: EventView, time: number, end: number | undefined): void {
  c.set([...event.path, 'time'], tidy(time));
  if (end === undefined) c.remove([...event.path, 'end']);
  else c.set([...event.path, 'end'], tidy(end), 'time');
}

export function setEventKind(c: Changes, event: EventView, kind: string): void {
  c.set([...event.path, 'kind'], kind);
}

export function setEventName(c: Changes, event: EventView, name: string): void {
  c.set([...event.path, 'name'], name);
}

/* undefined takes it away. */
export function setPayload(c: Changes, event: EventView, payload: Json | undefined): void {
  if (payload === undefined) c.remove([...event.path, 'payload']);
  else c.set([...event.path, 'payload'], payload);
}

/* A point becomes a window that ends a little later, a window a point where it began. */
export function setWindow(c: Changes, event: EventView, window: boolean, length: number): void {
  if (!window) {
    c.remove([...event.path, 'end']);
    if (event.kind === 'window') c.set([...event.path, 'kind'], 'script');
  } else if (event.end === undefined) c.set([...event.path, 'end'], tidy(Math.min(length, event.time + Math.max(0.05, length / 10))), 'time');
}

/* ---- lanes ---- */

export interface LaneName {
  component?: string;
  field?: string;
  pointer?: string;
}

/* "sprite.cell" is a component and its field, "/materials/0/..." and "@speed" are pointers; null: it is no name of a lane. */
export function laneName(text: string): LaneName | null {
  const name = text.trim();
  if (name.startsWith('/') || (name.startsWith('@') && name.length > 1)) return { pointer: name };
  const dot = name.indexOf('.');
  if (dot < 1 || dot === name.length - 1) return null;
  return { component: name.slice(0, dot), field: name.slice(dot + 1) };
}

export const laneTitle = (lane: { component?: string | undefined; field?: string | undefined; pointer?: string | undefined }): string =>
  lane.pointer ?? `${lane.component ?? '?'}.${lane.field ?? '?'}`;

export const sameLane = (a: LaneName, b: PropertyView): boolean =>
  (a.pointer ?? '') === (b.pointer ?? '') && (a.component ?? '') === (b.component ?? '') && (a.field ?? '') === (b.field ?? '');

/* A lane cannot be without a key: it begins with one. */
export function addLane(c: Changes, clip: string, name: LaneName, time: number, value: LaneValue): void {
  const index = listAt(c, propertiesOf(clip));
  const names = name.pointer !== undefined ? { pointer: name.pointer } : { component: name.component ?? '', field: name.field ?? '' };
  c.insert(propertiesOf(clip), index, { ...names, times: [tidy(time)], values: [value] });
}

export function removeLane(c: Changes, lane: PropertyView): void {
  c.remove(lane.path);
}

export function setStep(c: Changes, lane: PropertyView, step: boolean): void {
  if (step) c.set([...lane.path, 'step'], true);
  else c.remove([...lane.path, 'step']);
}

export const keysOf = (lane: PropertyView): Keys => ({
  times: [...lane.times], values: lane.values.map((value): LaneValue => (typeof value === 'object' ? [...value] : value)),
});

/* Single splices, so that the other keys keep their text. */
export function setKey(c: Changes, lane: PropertyView, time: number, value: LaneValue): void {
  const keys = keysOf(lane);
  const at = keyAt(keys, time);
  if (at >= 0) {
    c.set([...lane.path, 'values', at], value);
    return;
  }
  const place = withKey(keys, time, value).times.indexOf(time);
  c.insert([...lane.path, 'times'], place, tidy(time));
  c.insert([...lane.path, 'values'], place, value);
}

/* The last key takes the lane with it: a lane without keys is an error. */
export function removeKey(c: Changes, lane: PropertyView, index: number): void {
  if (withoutKey(keysOf(lane), index).times.length === 0) return removeLane(c, lane);
  c.remove([...lane.path, 'times', index]);
  c.remove([...lane.path, 'values', index]);
}

export function moveKey(c: Changes, lane: PropertyView, index: number, time: number): number {
  const moved = movedKey(keysOf(lane), index, time);
  if (!moved) return index;
  const to = moved.times.indexOf(time);
  c.set([...lane.path, 'times', index], tidy(time));
  if (to !== index) {
    c.move([...lane.path, 'times'], index, to);
    c.move([...lane.path, 'values'], index, to);
  }
  return to;
}
