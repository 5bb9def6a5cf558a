// Every command of the table: done, undone and done again to the same bytes, in every machine of two graphs.
import { beforeEach, expect, test } from 'vitest';
import { close, docOf, documents, open, redo, undo } from '../document/store';
import { parse } from '../document/node';
import { machines } from '../graph/places';
import { everyClip, everything, hero } from '../testing/files';
import { Random } from '../testing/random';
import { nothing, view, type Place } from '../app/view';
import { context } from './context';
import { commandCalled, commands } from './table';
import { performAny, possible } from './run';
import { examplesOf, isOffered } from './types';

const version1 = `{
  "version": 1,
  "parameters": { "speed": { "type": "number", "default": 0 }, "jump": { "type": "trigger" } },
  "entry": "Move",
  "states": {
    "Move": { "blend": "1d", "parameter": "speed",
              "motions": [ { "clip": "idle", "at": 0 }, { "clip": "walk", "at": 1.5 } ] },
    "Jump": { "blend": "clip", "clip": "jump", "loop": false },
    "Turn": { "blend": "2d", "parameters": [ "speed", "speed" ], "motions": [ { "clip": "a", "at": [0, 0] } ] }
  },
  "transitions": [ { "from": "any", "to": "Jump", "when": [ { "parameter": "jump" } ] }, { "from": "Jump", "to": "Move" } ]
}
`;
const graphs = { hero, everything, version1 };

function start(text: string): void {
  for (const id of [...documents.getState().docs.keys()]) close(id);
  open({ id: 1, name: 'x.animgraph', kind: 'graph', text });
  open({ id: 2, name: 'x.clips.json', kind: 'clips', text: everyClip });
  view.setState({ graph: 1, clips: 2, clip: 'walk', place: { layer: 0, machine: [] }, selection: nothing, back: [], forward: [], blend: undefined });
}

const texts = () => [docOf(1)!.text, docOf(2)!.text];
const marks = () => [docOf(1)!.marks, docOf(2)!.marks].map(({ byPlace }) => JSON.stringify([...byPlace].sort(([one], [other]) => one - other)));
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

beforeEach(() => start(hero));

function places(): Place[] {
  return [...machines(context().graph!)].map(({ place }) => place);
}

test('names, titles and keys are each one command’s alone', () => {
  const names = commands.map((one) => one.name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(110);
  const keys = commands.flatMap((one) => (one.keys ?? '').split(' ').filter((key) => key !== '').map((key) => [key, one.name] as const));
  const taken = new Map<string, string>();
  for (const [key, name] of keys) {
    expect(taken.get(key), `${key} is ${name}'s too`).toBeUndefined();
    taken.set(key, name);
  }
  for (const one of commands) expect(one.title, one.name).toMatch(/^[A-Z1-9].*[^.]$/);
});

test('every command that changes a document has arguments to be tried with, in one of the graphs', () => {
  const untried = new Set(commands.filter((one) => one.changes === 'document').map((one) => one.name));
  for (const text of Object.values(graphs)) {
    start(text);
    for (const place of places()) {
      view.setState({ place });
      for (const name of [...untried]) if (examplesOf(commandCalled(name), context()).length > 0) untried.delete(name);
    }
  }
  expect([...untried].sort()).toEqual(['edit.redo', 'edit.undo']);
});

for (const [graph, text] of Object.entries(graphs))
  test.each(commands.filter((one) => one.changes === 'document').map((one) => [one.name]))(`%s is undone and done again to the same bytes, in ${graph}`, (name) => {
    start(text);
    for (const place of places()) {
      view.setState({ place });
      const count = examplesOf(commandCalled(name), context()).length;
      for (let index = 0; index < count; index++) {
        start(text);
        view.setState({ place });
        const before = texts();
        const known = marks();
        const args: unknown = examplesOf(commandCalled(name), context())[index];
        const refused = view.getState().notice;
        const did = performAny(name, args);
        const steps = documents.getState().done.length;
        const said = `${name} ${JSON.stringify(args)}`;
        if (!did) {
          expect(texts(), said).toEqual(before);
          expect(view.getState().notice, said).not.toBe(refused);
          expect(view.getState().notice!.text, said).toMatch(/^[A-Z“].*[.?!]$/);
          expect(steps, said).toBe(0);
          continue;
        }
        const after = texts();
        const made = marks();
        expect(steps, said).toBe(after.join() === before.join() ? 0 : 1);
        for (const [at, changed] of after.entries()) expect(same(docOf(at + 1)!.tree, parse(changed)), said).toBe(true);
        expect(() => after.map((one) => JSON.parse(one) as unknown), said).not.toThrow();
        if (steps === 0) continue;
        undo();
        expect(texts(), said).toEqual(before);
        expect(marks(), said).toEqual(known);
        redo();
        expect(texts(), said).toEqual(after);
        expect(marks(), said).toEqual(made);
      }
    }
  });

test('commands that only look change no byte', () => {
  for (const one of commands.filter((each) => each.changes === 'view'))
    for (const place of places()) {
      start(hero);
      view.setState({ place });
      for (const args of examplesOf(one, context())) {
        performAny(one.name, args);
        expect(texts(), one.name).toEqual([hero, everyClip]);
      }
    }
});

test('what is offered can be done, or says why not', () => {
  for (const one of commands.filter(isOffered)) {
    const { can, why } = possible(one, context());
    if (!can) expect(why, one.name).toMatch(/^[A-Z“].*[.?!]$/);
  }
});

for (const [graph, text, seed] of [['hero', hero, 1], ['everything', everything, 2]] as const)
  test(`2,000 commands at random with undo and redo in between, undone, give the first bytes of ${graph}`, () => {
    start(text);
    const random = new Random(seed);
    const changing = commands.filter((one) => one.changes === 'document');
    let did = 0;
    for (let turn = 0; turn < 2000; turn++) {
      const way = random.below(10);
      if (way === 0) undo();
      else if (way === 1) redo();
      else {
        // Names of machines change and go: one is chosen that is there just now.
        view.setState({ place: random.pick(places().length > 0 ? places() : [{ layer: 0, machine: [] }]), selection: nothing });
        const one = random.pick(changing);
        const examples = examplesOf(one, context());
        if (examples.length === 0) continue;
        const size = docOf(1)!.text.length;
        if (size > 60000 && /paste|duplicate|add|create|from/i.test(one.name)) continue;
        if (performAny(one.name, random.pick(examples))) did++;
      }
      if (turn % 50 === 0) expect(same(docOf(1)!.tree, parse(docOf(1)!.text)), `turn ${turn}`).toBe(true);
      expect(docOf(1)!.tree.fault, `turn ${turn}`).toBeUndefined();
    }
    expect(did).toBeGreaterThan(500);
    while (undo() !== undefined);
    expect(texts()).toEqual([text, everyClip]);
    while (redo() !== undefined);
    while (undo() !== undefined);
    expect(texts()).toEqual([text, everyClip]);
  });
