import { describe, expect, it } from 'vitest';
import { keyAt, movedKey, outline, parseValue, rangeOf, showValue, valueAt, withKey, withoutKey } from './lane';

const keys = { times: [0, 0.5, 1], values: [0, 2, 1] };

describe('keys of a lane', () => {
  it('gives the value that the runtime would', () => {
    expect(valueAt(keys, -1, false)).toBe(0);
    expect(valueAt(keys, 0.25, false)).toBe(1);
    expect(valueAt(keys, 0.25, true)).toBe(0);
    expect(valueAt(keys, 0.5, true)).toBe(2);
    expect(valueAt(keys, 9, false)).toBe(1);
    expect(valueAt({ times: [0, 1], values: ['a', 'b'] }, 0.9, false)).toBe('a');
    expect(valueAt({ times: [0, 1], values: [[0, 2], [2, 4]] }, 0.5, false)).toEqual([1, 3]);
    expect(valueAt({ times: [], values: [] }, 0, false)).toBeUndefined();
  });
  it('keys where there is a key, or between', () => {
    expect(withKey(keys, 0.5, 7)).toEqual({ times: [0, 0.5, 1], values: [0, 7, 1] });
    expect(withKey(keys, 0.75, 7)).toEqual({ times: [0, 0.5, 0.75, 1], values: [0, 2, 7, 1] });
    expect(withKey(keys, 2, 7).times).toEqual([0, 0.5, 1, 2]);
    expect(withoutKey(keys, 1)).toEqual({ times: [0, 1], values: [0, 1] });
  });
  it('keeps times that floats can tell apart', () => {
    expect(keyAt(keys, 0.5 + 1e-9)).toBe(1);
    const after = withKey(keys, 0.5 + 1e-7, 9);
    expect(after.times.length).toBe(3);
    const floats = withKey(keys, 0.50002, 9).times.map(Math.fround);
    for (let i = 1; i < floats.length; ++i) expect(floats[i]!).toBeGreaterThan(floats[i - 1]!);
  });
  it('moves a key past others, but onto none', () => {
    expect(movedKey(keys, 0, 0.7)).toEqual({ times: [0.5, 0.7, 1], values: [2, 0, 1] });
    expect(movedKey(keys, 0, 0.5)).toBeNull();
    expect(movedKey(keys, 1, 0.5)).toEqual(keys);
  });
  it('draws what it plays', () => {
    expect(outline({ times: [0.2, 0.6], values: [1, 3] }, false, 1, 0)).toEqual([[0, 1], [0.2, 1], [0.6, 3], [1, 3]]);
    expect(outline({ times: [0, 0.6], values: [1, 3] }, true, 1, 0)).toEqual([[0, 1], [0.6, 1], [0.6, 3], [1, 3]]);
    expect(rangeOf(keys)).toEqual({ low: 0, high: 2 });
    expect(rangeOf({ times: [0], values: [3] })).toEqual({ low: 2.5, high: 3.5 });
  });
  it('reads what is typed', () => {
    expect(parseValue(' 1.5 ', 0)).toBe(1.5);
    expect(parseValue('1,5', 0)).toBe(1.5);
    expect(parseValue('0x10', 0)).toBeNull();
    expect(parseValue('', 0)).toBeNull();
    expect(parseValue('1e39', 0)).toBeNull();
    expect(parseValue('[1, 2]', [0, 0])).toEqual([1, 2]);
    expect(parseValue('1 2 3', [0, 0])).toBeNull();
    expect(parseValue('a b', 'x')).toBe('a b');
    expect(showValue([0.1, 1 / 3])).toBe('0.1, 0.333333');
  });
});
