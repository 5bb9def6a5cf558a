/* A property's keys. Invariant of what is written: times ascend strictly as 32-bit floats, which is what the runtime
   keeps, and every value has the shape of the first. */

import { readNumber } from '../app/number';

export type LaneValue = number | number[] | string;

export interface Keys {
  times: number[];
  values: LaneValue[];
}

export type LaneKind = 'number' | 'vector' | 'text';

export const kindOfValue = (value: LaneValue | undefined): LaneKind =>
  typeof value === 'string' ? 'text' : Array.isArray(value) ? 'vector' : 'number';

/* Two times that the runtime could not tell apart, or that a hand could not: the same key. */
const SAME = 1e-5;
export const sameTime = (a: number, b: number): boolean => Math.abs(a - b) < SAME || Math.fround(a) === Math.fround(b);

export const keyAt = (keys: Keys, time: number): number => keys.times.findIndex((t) => sameTime(t, time));

/* The value at a time as the runtime has it: it holds before the first key and after the last. */
export function valueAt(keys: Keys, time: number, step: boolean): LaneValue | undefined {
  const { times, values } = keys;
  const count = Math.min(times.length, values.length);
  if (!count) return undefined;
  let after = 0;
  while (after < count && times[after]! <= time) after++;
  if (after === 0) return values[0];
  const left = values[after - 1]!;
  if (after === count || step || typeof left === 'string') return left;
  const t = (time - times[after - 1]!) / (times[after]! - times[after - 1]!);
  return mix(left, values[after]!, t);
}

function mix(a: LaneValue, b: LaneValue, t: number): LaneValue {
  if (typeof a === 'number' && typeof b === 'number') return a + (b - a) * t;
  if (Array.isArray(a) && Array.isArray(b)) return a.map((x, i) => x + ((b[i] ?? x) - x) * t);
  return a;
}

/* A key of this value at this time: one that lies there takes the value, else one is put in its place by time. */
export function withKey(keys: Keys, time: number, value: LaneValue): Keys {
  const at = keyAt(keys, time);
  const times = keys.times.slice();
  const values = keys.values.slice();
  if (at >= 0) {
    values[at] = value;
    return { times, values };
  }
  let place = times.findIndex((t) => t > time);
  if (place < 0) place = times.length;
  times.splice(place, 0, time);
  values.splice(place, 0, value);
  return { times, values };
}

export function withoutKey(keys: Keys, index: number): Keys {
  return { times: keys.times.filter((_, i) => i !== index), values: keys.values.filter((_, i) => i !== index) };
}

/* Moves a key to a time, past its neighbours where it goes there; onto another key it is refused: null. */
export function movedKey(keys: Keys, index: number, time: number): Keys | null {
  const value = keys.values[index];
  if (value === undefined) return null;
  const rest = withoutKey(keys, index);
  if (keyAt(rest, time) >= 0) return null;
  return withKey(rest, time, value);
}

/* The range of numbers to draw, never empty; several numbers in a value share it. */
export function rangeOf(keys: Keys): { low: number; high: number } {
  let low = Infinity;
  let high = -Infinity;
  for (const value of keys.values)
    for (const x of typeof value === 'number' ? [value] : Array.isArray(value) ? value : []) {
      low = Math.min(low, x);
      high = Math.max(high, x);
    }
  if (!(low <= high)) return { low: 0, high: 1 };
  if (low === high) return { low: low - 0.5, high: high + 0.5 };
  return { low, high };
}

/* The corners of the line that a lane of numbers draws: component `part` of each value. */
export function outline(keys: Keys, step: boolean, length: number, part: number): [number, number][] {
  const number = (value: LaneValue): number => (typeof value === 'number' ? value : Array.isArray(value) ? (value[part] ?? 0) : 0);
  const out: [number, number][] = [];
  keys.times.forEach((time, i) => {
    const y = number(keys.values[i] ?? 0);
    if (i === 0 && time > 0) out.push([0, y]);
    const before = out[out.length - 1];
    if (step && before) out.push([time, before[1]]);
    out.push([time, y]);
  });
  const last = out[out.length - 1];
  if (last && last[0] < length) out.push([length, last[1]]);
  return out;
}

/* What a field's text says for a lane of this kind; null: it is no such value. */
export function parseValue(text: string, like: LaneValue | undefined): LaneValue | null {
  if (typeof like === 'string') return text;
  const trimmed = text.trim();
  const number = (word: string): number | null => {
    const value = readNumber(word);
    return value !== undefined && Math.abs(value) <= 3.4028234663852886e38 ? value : null;
  };
  if (!Array.isArray(like)) return number(trimmed);
  const parts = trimmed.replace(/^\[|\]$/g, '').split(/[,;\s]+/).filter((part) => part !== '').map(number);
  if (parts.length !== like.length || parts.some((part) => part === null)) return null;
  return parts as number[];
}

export const showValue = (value: LaneValue | undefined): string =>
  value === undefined ? '' : typeof value === 'number' ? String(Number(value.toPrecision(6)))
  : typeof value === 'string' ? value : value.map((x) => String(Number(x.toPrecision(6)))).join(', ');
