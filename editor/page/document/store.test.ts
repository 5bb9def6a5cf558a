import { afterEach, expect, test } from 'vitest';
import { everyClip, everything, hero } from '../testing/files';
import { Random } from '../testing/random';
import { noMarks } from './ids';
import { child, parse, type Placed } from './node';
import { close, docOf, documents, edit, editAll, follow, gesture, isDirty, onText, open, redo, replaceText, setReadOnly, setSaved, undo, docHash } from './store';
import { applyAll, type Path } from './text';

afterEach(() => {
  for (const id of documents.getState().docs.keys()) close(id);
});

const start = () => open({ id: 1, name: 'hero.animgraph', kind: 'graph', text: hero });
const transitions = ['layers', 0, 'machine', 'transitions'] as const;

function ids(id = 1, path: Path = transitions): (number | undefined)[] {
  const doc = docOf(id)!;
  const list = path.reduce<Placed | undefined>((at, step) => at && child(at, step), doc.tree.root);
  return list?.node.type === 'array' ? list.node.items.map((item) => doc.marks.get(list.at + item.at)) : [];
}

test('an edit is a step, an empty one is not', () => {
  start();
  expect(edit('nothing', 1, (c) => c.set(['version'], 2))).toBe(false);
  expect(edit('move', 1, (c) => c.set(['layers', 0, 'machine', 'states', 'Hurt', 'position'], [1, 2]))).toBe(true);
  expect(documents.getState().done.map((step) => step.label)).toEqual(['move']);
  expect(isDirty(docOf(1))).toBe(true);
  expect(undo()).toBe('move');
  expect(docOf(1)!.text).toBe(hero);
  expect(isDirty(docOf(1))).toBe(false);
  expect(redo()).toBe('move');
  expect(undo()).toBe('move');
  expect(undo()).toBeUndefined();
});

test('ids stay with their transitions over edits, moves, undo and redo', () => {
  start();
  const first = ids();
  expect(new Set(first).size).toBe(7);
  edit('insert', 1, (c) => c.insert(transitions, 2, { from: 'Move', to: 'Hurt' }));
  const inserted = ids();
  expect([...inserted.slice(0, 2), ...inserted.slice(3)]).toEqual(first);
  edit('move', 1, (c) => c.move(transitions, 0, 5));
  const moved = ids();
  expect(moved).toEqual([...inserted.slice(1, 6), inserted[0], ...inserted.slice(6)]);
  edit('remove', 1, (c) => { c.remove([...transitions, 5]); c.remove([...transitions, 0]); });
  const removed = ids();
  expect(removed).toEqual(moved.filter((_, index) => index !== 5 && index !== 0));
  edit('set', 1, (c) => c.set([...transitions, 0], { from: 'Move', to: 'Air' }));
  expect(ids()).toEqual(removed);
  for (const expected of [removed, moved, inserted, first]) { undo(); expect(ids()).toEqual(expected); }
  for (const expected of [inserted, moved, removed, removed]) { redo(); expect(ids()).toEqual(expected); }
});

test('a gesture computes from its start each time and is one step; cancelled it is none', () => {
  start();
  const path = ['layers', 0, 'machine', 'states', 'Move', 'position'];
  const drag = gesture('drag');
  for (let x = 1; x < 50; x++) drag.update(1, (c) => c.set(path, [320 + x, 120]));
  expect(docOf(1)!.text).toBe(hero.replace('[320, 120]', '[369, 120]'));
  expect(drag.commit()).toBe(true);
  expect(documents.getState().done).toHaveLength(1);
  const other = gesture('drag');
  other.update(1, (c) => c.insert(transitions, 0, { from: 'a', to: 'b' }));
  const id = ids()[0];
  other.update(1, (c) => c.insert(transitions, 0, { from: 'a', to: 'bc' }));
  expect(ids()[0]).toBe(id);
  other.cancel();
  other.update(1, (c) => c.set(['version'], 3));
  expect(docOf(1)!.text).toBe(hero.replace('[320, 120]', '[369, 120]'));
  const back = gesture('there and back');
  back.update(1, (c) => c.set(path, [0, 0]));
  back.update(1, (c) => c.set(path, [369, 120]));
  expect(back.commit()).toBe(false);
  const open = gesture('undone in the middle');
  open.update(1, (c) => c.set(path, [0, 0]));
  expect(undo()).toBe('drag');
  expect(open.running).toBe(false);
  expect(docOf(1)!.text).toBe(hero);
});

test('one history over several documents', () => {
  start();
  open({ id: 2, name: 'hero.clips.json', kind: 'clips', text: everyClip });
  editAll('both', [[1, (c) => c.set(['rig'], 'x.glb')], [2, (c) => c.remove(['jump'])]]);
  edit('one', 2, (c) => c.set(['walk', 'root'], 'hold'));
  undo();
  undo();
  expect([docOf(1)!.text, docOf(2)!.text]).toEqual([hero, everyClip]);
  redo();
  expect(docOf(2)!.text).not.toContain('jump');
  close(2);
  expect(documents.getState().done).toHaveLength(0);
});

test('a document that another tab writes is not edited, and follows', () => {
  start();
  edit('mine', 1, (c) => c.set(['rig'], 'mine.glb'));
  setReadOnly(1, true);
  expect(edit('no', 1, (c) => c.set(['rig'], 'x.glb'))).toBe(false);
  expect(replaceText('no', 1, '{}')).toBe(false);
  expect(undo()).toBeUndefined();
  const known = ids();
  const at = docOf(1)!.text.indexOf('"version"');
  follow(1, [{ at, remove: 0, insert: '"a": [ {} ], ' }]);
  expect(docOf(1)!.text).toContain('"a": [ {} ], "version"');
  expect(ids()).toEqual(known);
  setReadOnly(1, false);
  expect(undo()).toBeUndefined();
  setSaved(1, docHash(docOf(1)!));
  expect(isDirty(docOf(1))).toBe(false);
});

test('listeners hear of each change of a text', () => {
  start();
  const heard: string[] = [];
  const end = onText((doc, before) => heard.push(`${before.text.length} ${doc.text.length}`));
  edit('x', 1, (c) => c.set(['rig'], 'x'));
  undo();
  end();
  redo();
  expect(heard).toEqual([`${hero.length} ${hero.length - 7}`, `${hero.length - 7} ${hero.length}`]);
});

test('random edits undone all the way give the first bytes and the first ids', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = new Random(seed);
    const text = random.pick([hero, everything]);
    open({ id: 1, name: 'x', kind: 'graph', text });
    const first = docOf(1)!;
    const marks: unknown[] = [first.marks];
    const texts = [text];
    for (let turn = 0; turn < 30; turn++) {
      const places = everyPlace(docOf(1)!.tree.root!);
      const path = random.pick(places);
      const did = edit('x', 1, (c) => {
        const node = c.get(path)!;
        const count = node.type === 'array' ? node.items.length : node.type === 'object' ? node.members.length : 0;
        if (random.below(4) === 0 && path.length > 1) c.remove(path);
        else if (count > 1 && random.below(2)) c.move(path, random.below(count), random.below(count));
        else if (node.type === 'array') c.insert(path, random.below(count + 1), { from: 'x', when: [{ a: 1 }] });
        else c.set(path, random.pick([1, 'x', { a: [{ b: 1 }] }]));
      });
      if (did) { texts.push(docOf(1)!.text); marks.push(docOf(1)!.marks); }
    }
    for (let turn = texts.length - 2; turn >= 0; turn--) {
      undo();
      expect(docOf(1)!.text).toBe(texts[turn]);
      expect(docOf(1)!.marks, `seed ${seed}`).toEqual(marks[turn]);
    }
    for (let turn = 1; turn < texts.length; turn++) {
      redo();
      expect(docOf(1)!.text).toBe(texts[turn]);
      expect(docOf(1)!.marks, `seed ${seed}`).toEqual(marks[turn]);
    }
    expect(docOf(1)!.tree).toEqual(parse(docOf(1)!.text));
    close(1);
  }
});

function everyPlace(placed: Placed, path: Path = []): Path[] {
  const { node } = placed;
  const steps: (string | number)[] = node.type === 'object' ? node.members.map((member) => member.key) : node.type === 'array' ? node.items.map((_, index) => index) : [];
  return [path, ...steps.flatMap((step) => everyPlace(child(placed, step)!, [...path, step]))];
}

test('marks of a text that is not JSON are kept until it is again', () => {
  start();
  const known = ids();
  const at = hero.indexOf('"layers"');
  replaceText('break', 1, applyAll(hero, [{ at, remove: 1, insert: '' }]));
  expect(docOf(1)!.tree.fault).toBeDefined();
  replaceText('mend', 1, hero);
  expect(ids()).toEqual(known);
  expect(noMarks.get(0)).toBeUndefined();
});
