import { expect, test } from 'vitest';
import { everyClip, everything, hero } from '../testing/files';
import { Random } from '../testing/random';
import { Editing, jsonOf, Members } from './changes';
import { writeDocument, type Value } from './format';
import { child, parse, type Node, type Placed } from './node';
import { applyAll, inverse, Raw, type Path } from './text';

function changed(text: string, change: (editing: Editing) => void): string {
  const editing = new Editing(text, parse(text));
  change(editing);
  expect(applyAll(text, editing.splices)).toBe(editing.text);
  expect(JSON.stringify(editing.tree)).toBe(JSON.stringify(parse(editing.text)));
  return editing.text;
}

// Where the example's last state stands is not what these tests are about.
const placeOfHurt = /"Hurt":.*"position": (\[\d+, \d+\])/.exec(hero)![1];

const line = (text: string, part: string) => text.split('\n').find((one) => one.includes(part));

test('a member comes last, in the spacing of those before it', () => {
  const states = ['layers', 0, 'machine', 'states'];
  const text = changed(hero, (c) => c.set([...states, 'Hurt', 'speed'], 1.5));
  expect(line(text, '"Hurt":')).toBe(`          "Hurt":   { "clip": "hit", "loop": false, "position": ${placeOfHurt}, "speed": 1.5 }`);
  const added = changed(hero, (c) => c.set([...states, 'New'], { clip: 'idle', position: [1, 2] }));
  expect(line(added, '"New":')).toBe('          "New":    { "clip": "idle", "position": [1, 2] }');
  expect(added).toContain(`"position": ${placeOfHurt} },\n          "New":`);
  const parameter = changed(hero, (c) => c.set(['parameters', 'mood'], { type: 'int' }, 'speed'));
  expect(parameter).toContain('"max": 6 },\n    "mood":     { "type": "int" },\n    "strafe_x"');
});

test('a transition has a line of its own, wherever it comes', () => {
  const path = ['layers', 0, 'machine', 'transitions'];
  for (const index of [0, 3, 7]) {
    const text = changed(hero, (c) => c.insert(path, index, { from: 'Hurt', to: 'Air', when: [{ parameter: 'jump' }] }));
    expect(line(text, '"from": "Hurt", "to": "Air"')).toMatch(/^ {10}\{ "from": "Hurt", "to": "Air", "when": \[ \{ "parameter": "jump" \} \] \},?$/);
  }
});

test('what was empty or not there is written as the format shows it', () => {
  const path = ['layers', 2, 'machine', 'transitions'];
  const text = changed(hero, (c) => c.insert(path, 0, { from: 'Aim', to: 'Aim' }));
  expect(text).toContain('          "Aim": { "blend"');
  expect(text).toContain('},\n        "transitions": [\n          { "from": "Aim", "to": "Aim" }\n        ]\n      }');
  const empty = changed('{}', (c) => c.set(['parameters', 'a'], { type: 'bool' }));
  expect(empty).toBe('{\n  "parameters": {\n    "a": { "type": "bool" }\n  }\n}');
  expect(changed('{ "states": { } }', (c) => c.set(['states', '__proto__'], { empty: true }))).toBe(
    '{ "states": {\n  "__proto__": { "empty": true }\n} }');
  expect(changed('{\r\n\t"a": 1\r\n}', (c) => c.set(['masks', 'm'], { bones: ['x'] }))).toBe(
    '{\r\n\t"a": 1,\r\n\t"masks": {\r\n\t\t"m": { "bones": [ "x" ] }\r\n\t}\r\n}');
});

test('a document from nothing looks like the example of the format', () => {
  const text = writeDocument({
    version: 2, rig: 'hero.glb', parameters: new Members([['speed', { type: 'float', default: 0 }]]),
    layers: [{ name: 'Base', machine: {
      entry: 'Move', states: new Members([['Move', { clip: 'idle', position: [120, 80] }]]), transitions: [{ from: '*', to: 'Move' }] } }],
  });
  expect(text).toBe(`{
  "version": 2,
  "rig": "hero.glb",
  "parameters": {
    "speed": { "type": "float", "default": 0 }
  },
  "layers": [
    {
      "name": "Base",
      "machine": {
        "entry": "Move",
        "states": {
          "Move": { "clip": "idle", "position": [120, 80] }
        },
        "transitions": [
          { "from": "*", "to": "Move" }
        ]
      }
    }
  ]
}
`);
});

test('numbers keep their text where they keep their value, and are otherwise the shortest', () => {
  expect(changed('{"a": 1.50}', (c) => c.set(['a'], 1.5))).toBe('{"a": 1.50}');
  expect(changed('{"a": 1.50}', (c) => c.set(['a'], 0.1))).toBe('{"a": 0.1}');
  expect(changed('{"a": [1.0, 2]}', (c) => c.set(['a'], [1, 2]))).toBe('{"a": [1.0, 2]}');
  expect(changed('{"a": 1}', (c) => c.set(['a'], -0))).toBe('{"a": 1}'.replace('1', '0'));
  expect(() => changed('{"a": 1}', (c) => c.set(['a'], Infinity))).toThrow('finite');
});

test('halves of characters do not get in', () => {
  expect(changed('{"a": "😀"}', (c) => c.set(['a'], new Raw('"\ud83d"')))).toBe('{"a": "\ufffd"}');
  expect(changed('{"a": ["😀"]}', (c) => c.set(['a'], ['😁']))).toBe('{"a": ["😁"]}'.replace('["😁"]', '[ "😁" ]'));
});

interface Case {
  readonly path: Path;
  readonly placed: Placed;
}

function all(placed: Placed, path: Path = []): Case[] {
  const { node } = placed;
  const steps: (string | number)[] = node.type === 'object' ? node.members.map((member) => member.key) : node.type === 'array' ? node.items.map((_, index) => index) : [];
  return [{ path, placed }, ...steps.flatMap((step) => all(child(placed, step)!, [...path, step]))];
}

const values: Value[] = [1, -0.25, 'x', '"\\\u2028é', true, null, [], {}, [1, 2], { a: 1 }, new Members([['__proto__', 1]]), [{ states: new Members([['1', {}]]) }],
  { machine: { states: new Members([['S', { clip: 'c' }]]), transitions: [{ from: 'S', to: 'S' }] } }];

// The lasting text of all values outside of `path`, which an edit there must not touch.
function outside(text: string, path: Path): string[] {
  const root = parse(text).root!;
  return all(root).filter((one) => !path.every((step, index) => one.path[index] === step || index >= one.path.length)).map((one) => text.slice(one.placed.at, one.placed.at + one.placed.node.length));
}

test('set, insert and remove do that and leave everything else byte for byte, for random places', () => {
  for (let seed = 1; seed <= 1500; seed++) {
    const random = new Random(seed);
    const text = random.pick([hero, everything, everyClip, '{}', '[ ]', '{"a":{}}\n']);
    const { path, placed } = random.pick(all(parse(text).root!));
    const node: Node = placed.node;
    const value = random.pick(values);
    const name = random.pick(['new', '__proto__', 'constructor', '7', 'ü "q"']);
    let done = path;
    const after = changed(text, (c) => {
      if (node.type === 'array') {
        const index = random.below(node.items.length + 1);
        c.insert(path, index, value);
        done = [...path, index];
        expect(jsonOf(c.get(done)!), `seed ${seed}`).toEqual((jsonOf(parse(writeDocument([value])).root!.node) as unknown[])[0]);
      } else if (node.type === 'object' && random.below(2)) {
        done = [...path, name];
        c.set(done, value);
      } else if (path.length > 0 && random.below(2)) c.remove(path);
      else if (path.length > 0) c.set(path, value);
    });
    const kept = outside(text, done).filter((one) => one.length > 0);
    for (const own of kept) expect(after.includes(own), `seed ${seed}`).toBe(true);
    if (done.length === path.length + 1 && node.type !== 'array' && !all(parse(text).root!).some((one) => one.path.join('\0') === done.join('\0')))
      expect(changed(after, (c) => c.remove(done)).replace(/\s/g, ''), `seed ${seed}`).toBe(text.replace(/\s/g, ''));
  }
});

test('moving keeps the text of each entry and is what moving a list is', () => {
  for (let seed = 1; seed <= 600; seed++) {
    const random = new Random(seed);
    const text = random.pick([hero, everything, everyClip]);
    const lists = all(parse(text).root!).filter(({ placed: { node } }) => (node.type === 'array' ? node.items.length : node.type === 'object' ? node.members.length : 0) > 1);
    const { path, placed } = random.pick(lists);
    const { node } = placed;
    const entries = node.type === 'array' ? node.items.map((_, index) => index) : node.type === 'object' ? node.members.map((one) => one.key) : [];
    const own = entries.map((step) => { const one = child(placed, step)!; return text.slice(one.at, one.at + one.node.length); });
    const from = random.below(own.length);
    const to = random.below(own.length);
    const after = changed(text, (c) => c.move(path, from, to));
    const now = path.reduce<Placed | undefined>((at, step) => at && child(at, step), parse(after).root)!;
    const keys = now.node.type === 'array' ? now.node.items.map((_, index) => index) : now.node.type === 'object' ? now.node.members.map((one) => one.key) : [];
    const moved = keys.map((step) => { const one = child(now, step)!; return after.slice(one.at, one.at + one.node.length); });
    own.splice(to, 0, ...own.splice(from, 1));
    expect(moved, `seed ${seed}`).toEqual(own);
    expect(after.length).toBe(text.length);
  }
});

test('a rename changes the key alone', () => {
  const text = changed(hero, (c) => c.rename(['parameters', 'jump'], 'hüpf "x"'));
  expect(text).toBe(hero.replace('"jump":', '"hüpf \\"x\\"":'));
});

test('the inverse of splices gives the first text', () => {
  for (let seed = 1; seed <= 500; seed++) {
    const random = new Random(seed);
    const start = random.pick([hero, everything]);
    const editing = new Editing(start, parse(start));
    for (let turn = 0; turn < 6; turn++) {
      const { path, placed } = random.pick(all(editing.tree.root!));
      if (random.below(3) === 0 && path.length > 0) editing.remove(path);
      else if (placed.node.type === 'array') editing.insert(path, 0, random.pick(values));
      else editing.set(path, random.pick(values));
    }
    expect(applyAll(editing.text, inverse(start, editing.splices))).toBe(start);
  }
});

