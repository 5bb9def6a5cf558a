import { describe, expect, it } from 'vitest';
import { docOf, edit, open } from '../document/store';
import { machineAt } from '../graph/places';
import { graphOf } from '../graph/view';
import { crumbsOf } from './crumbs';
import { overlaps } from './geometry';
import { ANY, ENTRY, EXIT, type MachinePicture } from './model';
import { pictureOf } from './picture';
import { draggedScene, linkedTo, sceneOf, type Wishes } from './scene';
import { hero as heroText } from '../testing/files';
import { refusal } from './wire';
import { speakSelection } from './words';

const wishes: Wishes = { key: 'hero', open: new Set(), found: new Map(), solo: undefined };

function picture(layer = 0, machine: string[] = [], text = heroText): MachinePicture {
  open({ id: 42, name: 'hero.animgraph', kind: 'graph', text });
  return now(layer, machine);
}

function now(layer: number, machine: string[]): MachinePicture {
  const graph = graphOf(docOf(42)!);
  return pictureOf(graph, machineAt(graph, { layer, machine })!, machine.length > 0, (path) =>
    path.join('/') === 'layers/0/machine/states/Hurt' ? { severity: 'warning', text: 'It hurts.' } : undefined);
}

describe('the picture of the hero', () => {
  it('says what states play and when transitions go', () => {
    const hero = picture();
    expect(hero.states.map(({ name, kind, detail }) => [name, kind, detail])).toEqual([
      ['Move', '1d', '1D by speed'],
      ['Strafe', '2d', '2D by strafe_x, strafe_y'],
      ['Air', 'machine', '3 states'],
      ['Hurt', 'clip', 'hit'],
    ]);
    expect(hero.links.map(({ from, to, conditions, timing, order }) => [from, to, conditions, timing, order])).toEqual([
      [ENTRY, 'Move', '', '', 0],
      [ANY, 'Hurt', 'hurt', '0.05 s', 0],
      ['Move', 'Air', 'jump & grounded', '0.08 s', 1],
      ['Strafe', 'Air', 'jump & grounded', '0.08 s', 1],
      ['Move', 'Strafe', 'locked', '', 2],
      ['Strafe', 'Move', 'not locked', '', 2],
      ['Air', 'Move', '', 'at end · 0.25 s', 0],
      ['Hurt', 'Move', '', 'at 0.7 · 0.2 s', 0],
    ]);
    expect(hero.states[3]).toMatchObject({ finding: 'warning', findings: 'It hurts.' });
    expect(picture(0, ['Air']).links.at(-1)).toMatchObject({ from: 'Land', to: EXIT, timing: 'at 0.6' });
  });

  it('orders by priority, then by place', () => {
    const machine = { states: { a: { empty: true }, b: { empty: true } }, transitions: [{ from: 'a', to: 'b' }, { from: 'a', to: 'a', priority: 2 }, { from: 'a', to: 'b', priority: -1, disabled: true, when: [{ parameter: 'x', test: '<=', value: 2 }] }] };
    const { links } = picture(0, [], JSON.stringify({ version: 2, parameters: { x: { type: 'int' } }, layers: [{ machine }] }));
    expect(links.slice(1).map((link) => [link.order, link.muted, link.conditions])).toEqual([[2, false, ''], [1, false, ''], [3, true, 'x ≤ 2']]);
  });
});

describe('scenes', () => {
  it('stand apart: boxes, and labels of all of the hero’s machines', () => {
    for (const [layer, machine] of [[0, []], [0, ['Air']], [1, []], [2, []]] as [number, string[]][]) {
      const scene = sceneOf(picture(layer, machine), wishes);
      const rects = [...scene.boxes.values(), ...scene.arrows.flatMap(({ label }) => (label ? [{ x: label.x, y: label.y, w: label.w, h: 18 }] : []))];
      for (let i = 0; i < rects.length; i++) for (let j = i + 1; j < rects.length; j++) expect(overlaps(rects[i]!, rects[j]!)).toBe(false);
      expect(scene.boxes.has(EXIT)).toBe(machine.length > 0);
    }
  });

  it('keep the objects of what has not changed', () => {
    const before = sceneOf(picture(), wishes);
    edit('Slower', 42, (changes) => changes.set(['layers', 0, 'machine', 'transitions', 0, 'fade'], 0.06));
    const after = sceneOf(now(0, []), wishes, before);
    expect(after.arrows.filter((arrow, i) => arrow !== before.arrows[i]).map(({ from, to }) => [from, to])).toEqual([[ANY, 'Hurt']]);
    for (const [name, box] of after.boxes) expect(box).toBe(before.boxes.get(name));
  });

  it('leave the any box where it was while arrows come and go, and move it out of the way of a state', () => {
    const before = sceneOf(picture(), wishes);
    const place = before.boxes.get(ANY)!;
    edit('Connect', 42, (changes) => changes.insert(['layers', 0, 'machine', 'transitions'], 0, { from: '*', to: 'Air' }));
    expect(sceneOf(now(0, []), wishes, before).boxes.get(ANY)).toBe(place);
    edit('Move', 42, (changes) => changes.set(['layers', 0, 'machine', 'states', 'Hurt', 'position'], [place.x, place.y]));
    expect(sceneOf(now(0, []), wishes, before).boxes.get(ANY)).not.toEqual(place);
  });

  it('a drag moves its boxes and bends what hangs on them, and nothing else', () => {
    const rest = sceneOf(picture(), wishes);
    const drag = { names: new Set(['Hurt']), dx: 40, dy: 60 };
    const scene = draggedScene(rest, drag);
    const old = rest.boxes.get('Hurt')!;
    expect(scene.boxes.get('Hurt')).toEqual({ ...old, x: old.x + 40, y: old.y + 60 });
    for (const [i, arrow] of scene.arrows.entries()) expect(arrow === rest.arrows[i]).toBe(arrow.from !== 'Hurt' && arrow.to !== 'Hurt');
    // From the start each time: back is back.
    expect(draggedScene(rest, { ...drag, dx: 0, dy: 0 }).arrows.map(({ path }) => path)).toEqual(rest.arrows.map(({ path }) => path));
  });

  it('know what belongs to a selection', () => {
    const scene = sceneOf(picture(), wishes);
    const linked = linkedTo(scene, new Set(['Hurt']), new Set());
    expect([...linked.boxes].sort()).toEqual([ANY, 'Hurt', 'Move'].sort());
    expect(linked.arrows.size).toBe(2);
    const id = scene.arrows.find((arrow) => arrow.from === 'Move' && arrow.to === 'Strafe')!.ids[0]!;
    expect([...linkedTo(scene, new Set(), new Set([id])).boxes].sort()).toEqual(['Move', 'Strafe']);
    expect(speakSelection(scene, ['Move'], [])).toBe('Move selected, 4 transitions in, 2 out');
    expect(speakSelection(scene, [], [id])).toBe('transition Move to Strafe, locked selected');
  });

  it('leave out arrows whose states are not there, and take names for what they are', () => {
    const odd = JSON.stringify({ version: 2, layers: [{ machine: { states: { __proto__x: { empty: true }, '<img onerror=alert(1)>': { clip: 'x' } }, transitions: [{ from: 'gone', to: '__proto__x' }, { from: '__proto__x', to: '<img onerror=alert(1)>' }] } }] });
    const scene = sceneOf(picture(0, [], odd), wishes);
    expect(scene.arrows.map(({ to }) => to)).toEqual(['__proto__x', '<img onerror=alert(1)>']);
  });

  it('cope with a name of a megabyte', () => {
    const long = 'x'.repeat(1 << 20);
    const scene = sceneOf(picture(0, [], JSON.stringify({ version: 2, layers: [{ machine: { states: { [long]: { clip: long } }, transitions: [{ from: long, to: long }] } }] })), wishes);
    expect(scene.boxes.get(long)!.w).toBeLessThanOrEqual(280);
  });
});

describe('the way to a machine', () => {
  it('names the layer, the machines on the way and those beside them', () => {
    const two = heroText.replace('"Hurt":   { "clip": "hit", "loop": false,', '"Hurt":   { "machine": { "states": { "Deep": { "machine": { "states": {} } } } },');
    open({ id: 43, name: 'two', kind: 'graph', text: two });
    const graph = graphOf(docOf(43)!);
    expect(crumbsOf(graph, { layer: 0, machine: ['Hurt', 'Deep'] })).toEqual([
      { place: { layer: 0, machine: [] }, name: 'Base', siblings: [] },
      { place: { layer: 0, machine: ['Hurt'] }, name: 'Hurt', siblings: ['Air', 'Hurt'] },
      { place: { layer: 0, machine: ['Hurt', 'Deep'] }, name: 'Deep', siblings: ['Deep'] },
    ]);
  });
});

describe('what may be connected', () => {
  it('refuses with a sentence what a machine cannot have', () => {
    expect(refusal('a', 'b')).toBeUndefined();
    expect(refusal('a', 'a')).toBeUndefined();
    expect(refusal(ANY, EXIT)).toBeUndefined();
    for (const [from, to] of [['a', ENTRY], ['a', ANY], [EXIT, 'a'], [ENTRY, EXIT], [ENTRY, ANY]] as const) expect(refusal(from, to)).toMatch(/\.$/);
  });
});
