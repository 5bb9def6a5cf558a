import { expect, test } from 'vitest';
import { GROUP_COLOURS, groupColour } from './groups';
import { boxesIn } from './hands';
import { EMPTY_SCENE } from './scene';

test('every colour that can be chosen is shown, and no other text of a file comes into a style', () => {
  for (const [name] of GROUP_COLOURS) expect(groupColour(name)).toBe(name === '' ? undefined : `var(--${name})`);
  expect(groupColour('#12abEF')).toBe('#12abEF');
  for (const text of ['red', 'url(x)', '#12', 'ink); color: red', '__proto__', '#12abefg']) expect(groupColour(text), text).toBeUndefined();
});

test('with a group go the boxes whose middle is in it', () => {
  const scene = { ...EMPTY_SCENE, boxes: new Map([['in', { x: 10, y: 10, w: 40, h: 20 }], ['edge', { x: 180, y: 10, w: 60, h: 20 }], ['out', { x: 300, y: 0, w: 40, h: 20 }]]) };
  expect(boxesIn(scene, { x: 0, y: 0, w: 200, h: 100 }).map(([name]) => name)).toEqual(['in']);
});
