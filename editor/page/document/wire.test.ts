import { expect, test } from 'vitest';
import { everything, hero } from '../testing/files';
import { Random } from '../testing/random';
import { applyAll, difference, splice } from './text';
import { fromWire, hashOf, toWire, utf16At, utf8Length } from './wire';

const texts = [hero, everything, 'aé€😀\u0000😀', ''];

test('lengths and places in UTF-8 are those of the encoder', () => {
  for (const text of texts)
    for (let at = 0; at <= text.length; at += 7) {
      if (at > 0 && (text.charCodeAt(at) & 0xfc00) === 0xdc00) continue;
      const bytes = new TextEncoder().encode(text.slice(0, at)).length;
      expect(utf8Length(text, 0, at)).toBe(bytes);
      expect(utf16At(text, bytes)).toBe(at);
    }
});

test('the hash is FNV-1a', () => {
  expect(hashOf('')).toBe(0x811c9dc5);
  expect(hashOf('a')).toBe(0xe40c292c);
  expect(hashOf('foobar')).toBe(0xbf9cf968);
});

test('splices go over the wire and back, and do to the bytes what they do to the text', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = new Random(seed);
    const text = random.pick(texts);
    const splices = [];
    let now = text;
    for (let turn = 0; turn < 4; turn++) {
      const whole = [...now];
      const from = random.below(whole.length + 1);
      const count = random.below(Math.min(9, whole.length - from) + 1);
      const at = whole.slice(0, from).join('').length;
      const change = { at, remove: whole.slice(from, from + count).join('').length, insert: random.pick(['', 'x', '€😀', 'é']) };
      splices.push(change);
      now = splice(now, change);
    }
    const wire = toWire(text, splices);
    expect(fromWire(text, wire)).toEqual(splices);
    let bytes = Buffer.from(text);
    for (const one of wire) bytes = Buffer.concat([bytes.subarray(0, one.at), Buffer.from(one.insert), bytes.subarray(one.at + one.remove)]);
    expect(bytes.toString()).toBe(now);
  }
});

test('the difference of two texts is one splice that never parts a character', () => {
  expect(difference('a', 'a')).toBeUndefined();
  expect(difference('x😀y', 'x😁y')).toEqual({ at: 1, remove: 2, insert: '😁' });
  expect(difference('aa', 'aaa')).toEqual({ at: 2, remove: 0, insert: 'a' });
  for (let seed = 1; seed <= 300; seed++) {
    const random = new Random(seed);
    const make = () => Array.from({ length: random.below(6) }, () => random.pick(['a', 'b', '😀', '😁', 'é'])).join('');
    const [before, after] = [make(), make()];
    const change = difference(before, after);
    expect(change ? applyAll(before, [change]) : before).toBe(after);
    if (change) expect(change.insert.isWellFormed()).toBe(true);
  }
});
