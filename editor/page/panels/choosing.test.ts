import { expect, test } from 'vitest';
import { keyed, noChoice, pressed, type Choosing } from './choosing';

const list = ['a', 'b', 'c', 'd', 'e'];
const plain = { shiftKey: false, ctrlKey: false, metaKey: false };
const shift = { ...plain, shiftKey: true };
const ctrl = { ...plain, ctrlKey: true };
const names = ({ chosen }: Choosing): string => [...chosen].join('');

test('a press chooses one, Ctrl adds and takes away, Shift chooses a stretch from where it began', () => {
  const b = pressed(list, noChoice, 'b', plain);
  expect(names(b)).toBe('b');
  const bd = pressed(list, b, 'd', ctrl);
  expect(names(bd)).toBe('bd');
  expect(names(pressed(list, bd, 'b', ctrl))).toBe('d');
  const stretch = pressed(list, b, 'd', shift);
  expect(names(stretch)).toBe('bcd');
  expect(names(pressed(list, stretch, 'a', shift))).toBe('ab');
  expect(names(pressed(list, noChoice, 'c', shift))).toBe('c');
});

test('the same by keys alone', () => {
  let now = keyed(list, noChoice, 'ArrowDown', plain)!;
  expect(names(now)).toBe('a');
  now = keyed(list, keyed(list, now, 'ArrowDown', shift)!, 'ArrowDown', shift)!;
  expect(names(now)).toBe('abc');
  now = keyed(list, now, 'End', ctrl)!;
  expect([names(now), now.at]).toEqual(['abc', 'e']);
  expect(names(keyed(list, now, ' ', plain)!)).toBe('abce');
  expect(names(keyed(list, now, 'a', ctrl)!)).toBe('abcde');
  expect(keyed(list, now, 'ArrowDown', plain)!.at).toBe('e');
  expect(keyed(list, now, 'x', plain)).toBeUndefined();
  expect(keyed([], noChoice, 'ArrowDown', plain)).toBeUndefined();
});
