import { expect, test } from 'vitest';
import { parse } from './node';

test('a text is read with the place of every value', () => {
  const tree = parse(' { "a": [1, "é😀", {"__proto__": null}] } ');
  expect(tree.root?.at).toBe(1);
  expect(tree.root?.node.type).toBe('object');
});
