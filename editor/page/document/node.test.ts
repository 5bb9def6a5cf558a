import { expect, test } from 'vitest';
import { Random } from '../testing/random';
import { allDocuments, everyClip, everything, hero } from '../testing/files';
import { jsonOf } from './changes';
import { DEEPEST, find, parse, reparse, type Node } from './node';
import { splice } from './text';

test('every document of the repository reads as JSON does', () => {
  const all = allDocuments();
  expect(all.length).toBeGreaterThan(50);
  for (const { text } of [...all, { text: everything }, { text: everyClip }]) {
    const tree = parse(text);
    expect(tree.fault).toBeUndefined();
    expect(JSON.stringify(jsonOf(tree.root!.node))).toBe(JSON.stringify(JSON.parse(text)));
  }
});

// The text of every value, by its place, reads as the value.
function checkPlaces(text: string, at: number, node: Node): void {
  const own = text.slice(at, at + node.length);
  if (node.type === 'number') expect(Number(own)).toBe(node.value);
  if (node.type === 'string') expect(JSON.parse(own)).toBe(node.value);
  if (node.type === 'object') {
    expect(own[0] + own.slice(-1)).toBe('{}');
    for (const member of node.members) {
      expect(JSON.parse(text.slice(at + member.keyAt, at + member.keyAt + member.keyLength))).toBe(member.key);
      checkPlaces(text, at + member.at, member.node);
    }
  }
  if (node.type === 'array') for (const item of node.items) checkPlaces(text, at + item.at, item.node);
}

test('every value stands where the tree says', () => {
  for (const text of [hero, everything, everyClip, ' \n [ 1 ] ']) {
    const root = parse(text).root!;
    checkPlaces(text, root.at, root.node);
  }
});

test.each([
  ['', 'the text ends where a value should be', 1, 1],
  ['{"a":1,}', 'a comma stands before }', 1, 8],
  ['[1,]', 'a comma stands before ]', 1, 4],
  ['{"a" 1}', 'a colon should be here, not "1"', 1, 6],
  ['{a:1}', 'a name in quotes should be here', 1, 2],
  ['[1 2]', 'a comma or ] should be here, not "2"', 1, 4],
  ['[1', 'a comma or ] should be here, not the end', 1, 3],
  ['{} {}', 'the text should end here', 1, 4],
  ['// x\n{}', 'JSON has no comments', 1, 1],
  ['{\n/* x */}', 'JSON has no comments', 2, 1],
  ['["a\nb"]', 'no closing quote', 1, 2],
  ['["\\x"]', 'an escape', 1, 2],
  ['["\\u12"]', 'four hexadecimal digits', 1, 2],
  ['[01]', 'a comma or ]', 1, 3],
  ['[+1]', 'a value should be here', 1, 2],
  ['[1.]', 'a number is not complete', 1, 2],
  ['[NaN]', 'a value should be here', 1, 2],
  ["['a']", 'a value should be here', 1, 2],
  ['\ufeff{}', 'a value should be here', 1, 1],
  ['[1,\u00a02]', 'a value should be here', 1, 4],
])('%j is refused with a sentence and its place', (text, message, line, column) => {
  const { fault } = parse(text);
  expect(fault?.message).toContain(message);
  expect([fault?.line, fault?.column]).toEqual([line, column]);
  expect(() => JSON.parse(text)).toThrow();
});

test('levels are bounded, without an overflow', () => {
  expect(parse('['.repeat(DEEPEST) + ']'.repeat(DEEPEST)).fault).toBeUndefined();
  expect(parse('['.repeat(100000)).fault?.message).toContain('more than 128 levels');
});

test('of a key that stands twice the first is found, and __proto__ is a key like others', () => {
  const root = parse('{"a":1,"a":2,"__proto__":{"x":3}}').root;
  expect(find(root, ['a'])?.node).toMatchObject({ value: 1 });
  expect(find(root, ['__proto__', 'x'])?.node).toMatchObject({ value: 3 });
  expect(find(root, ['toString'])).toBeUndefined();
});

const pieces = ['', '1', '-0.5', '"x"', ', ', '{', '}', '[', ']', '"', ' ', '\n', ':', '"k": 1, ', '{ "a": [1] }, ', 'é', '\\', '\u00a0', 'true'];

test('reading a part anew gives what reading all anew gives, for random edits, sound or not', () => {
  let sound = 0;
  for (let seed = 1; seed <= 3000; seed++) {
    const random = new Random(seed);
    let text = random.pick([hero, everything, everyClip]);
    let tree = parse(text);
    for (let turn = 0; turn < 4; turn++) {
      const at = random.below(text.length + 1);
      const change = { at, remove: random.pick([0, 0, 1, random.below(Math.min(40, text.length - at) + 1)]), insert: random.pick(pieces) };
      if (at + change.remove > text.length) continue;
      const next = splice(text, change);
      const quick = reparse(tree, next, change);
        expect(JSON.stringify(quick), `seed ${seed}`).toBe(JSON.stringify(parse(next)));
      if (!quick.fault) sound++;
      if (quick.fault) break;
      text = next;
      tree = quick;
    }
  }
  expect(sound).toBeGreaterThan(500);
});

test('what an edit leaves alone is the same node afterwards', () => {
  const tree = parse(hero);
  const at = hero.indexOf('"position": [320, 120]') + '"position": ['.length;
  const change = { at, remove: 3, insert: '1000' };
  const next = reparse(tree, splice(hero, change), change);
  const states = ['layers', 0, 'machine', 'states'];
  expect(find(next.root, [...states, 'Move', 'position'])?.node).toMatchObject({ length: 11 });
  expect(find(next.root, [...states, 'Strafe'])?.node).toBe(find(tree.root, [...states, 'Strafe'])?.node);
  expect(find(next.root, [...states, 'Move', 'motions'])?.node).toBe(find(tree.root, [...states, 'Move', 'motions'])?.node);
  expect(find(next.root, ['layers', 1])?.node).toBe(find(tree.root, ['layers', 1])?.node);
});
