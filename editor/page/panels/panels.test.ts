import { beforeEach, expect, test } from 'vitest';
import { keyOf, keysShown } from '../app/keys';
import { lines } from '../app/lines';
import { readNumber } from '../app/number';
import { view } from '../app/view';
import { context } from '../commands/context';
import { close, documents, open } from '../document/store';
import { everyClip, everything, hero } from '../testing/files';
import { findingsOf, goToFinding, offsetOf, pathOf, setFindings, spotOf } from './findings';
import { timeline } from '../timeline/state';
import { entries, fit, found } from './palette';
import { inWords } from './transition-list';

beforeEach(() => {
  for (const id of documents.getState().docs.keys()) close(id);
  open({ id: 1, name: 'hero.animgraph', kind: 'graph', text: hero });
  open({ id: 2, name: 'hero.clips.json', kind: 'clips', text: everyClip });
  view.setState({ graph: 1, clips: 2, place: { layer: 0, machine: [] } });
});

const finding = (path: string, line = 1, column = 1) => ({ severity: 'error' as const, code: 'x', message: 'It is so.', path, file: '', line, column });

test('paths of findings are read as the check writes them', () => {
  expect(pathOf('layers[0].machine.states["A.b\\"["].speed')).toEqual(['layers', 0, 'machine', 'states', 'A.b"[', 'speed']);
  expect(pathOf('parameters.x')).toEqual(['parameters', 'x']);
  expect(pathOf('')).toEqual([]);
});

test('a finding leads to the state or the arrow that it is about, however deep', () => {
  const graph = context().graph!;
  const spot = (path: string) => spotOf(graph, pathOf(path));
  expect(spot('layers[0].machine.states.Air.machine.states.Fall.clip')).toEqual({ place: { layer: 0, machine: ['Air'] }, state: 'Fall' });
  expect(spot('layers[0].machine.states.Air')).toEqual({ place: { layer: 0, machine: [] }, state: 'Air' });
  expect(spot('layers[0].machine.states.Air.machine.transitions[1].when[0]')).toEqual({ place: { layer: 0, machine: ['Air'] }, transition: 1 });
  expect(spot('layers[1].mask')).toEqual({ place: { layer: 1, machine: [] } });
  expect(spot('parameters.speed')).toBeUndefined();
  setFindings(1, 0, true, [finding('layers[1].machine.transitions[2].exit'), finding('parameters.speed')]);
  goToFinding(context(), 0);
  expect(view.getState().place).toEqual({ layer: 1, machine: [] });
  expect(context().machine!.transitions.find((one) => one.id === view.getState().selection.transitions[0])?.index).toBe(2);
  goToFinding(context(), 1);
  expect(view.getState().shownParameter).toBe('speed');
  expect(findingsOf(1).at).toBe(1);
});

test('a finding about what lies beside the model leads to its clip and marker', () => {
  const there = (path: string, file = 'models/hero.clips.json') => {
    setFindings(1, 0, true, [{ ...finding(path), file }]);
    timeline.setState({ chosen: null });
    view.setState({ clip: undefined, dialog: undefined });
    goToFinding(context(), 0);
    return [view.getState().clip, view.getState().dialog, timeline.getState().chosen];
  };
  const walk = context().clips!.clips.find((clip) => clip.name === 'walk')!;
  expect(there('walk.events[1].end')).toEqual(['walk', undefined, { what: 'event', id: walk.events[1]!.id }]);
  expect(there('["walk"].properties[2].values')).toEqual(['walk', undefined, { what: 'key', lane: walk.properties[2]!.id, index: 0 }]);
  expect(there('walk.root')).toEqual(['walk', undefined, null]);
  expect(there('')).toEqual([undefined, 'clips-text', null]);
  expect(there('', 'hero.animgraph')).toEqual([undefined, 'text', null]);
});

test('a finding without a path is found by line and column, which counts bytes', () => {
  open({ id: 3, name: 'x', kind: 'graph', text: '{\n  "é😀": ]' });
  expect(offsetOf(3, finding('', 2, 13))).toBe(11);
  expect(offsetOf(1, finding('layers[0].name'))).toBe(hero.indexOf('"Base"'));
});

test('the palette finds by the first letters, by words and by letters in order, in this order', () => {
  expect(fit('ju', 'Jump')! < fit('ju', 'a jump')!).toBe(true);
  expect(fit('um', 'Jump')! > fit('um', 'go um')!).toBe(true);
  expect(fit('jp', 'Jump')).toBeDefined();
  expect(fit('pj', 'Jump')).toBeUndefined();
  const all = entries(context());
  for (const kind of ['state', 'clip', 'parameter', 'event', 'command']) expect(all.some((one) => one.kind === kind), kind).toBe(true);
  expect(found(all, 'fall')[0]).toMatchObject({ kind: 'state', text: 'Fall', aside: 'Base / Air' });
  expect(found(all, 'step').map((one) => one.kind)).toContain('event');
  expect(found(all, 'undo')).toEqual([]); // it cannot be done: there is nothing to undo
});

test('keys are told as the table writes them', () => {
  const key = (name: string, with_: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) => keyOf({ key: name, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...with_ });
  expect(key('z', { ctrlKey: true })).toBe('Ctrl+Z');
  expect(key('Z', { metaKey: true, shiftKey: true })).toBe('Ctrl+Shift+Z');
  expect(key('?', { shiftKey: true })).toBe('?');
  expect(key('+')).toBe('+');
  expect(key('F8', { shiftKey: true })).toBe('Shift+F8');
  expect(key(' ', { shiftKey: true })).toBe('Shift+Space');
  expect(keyOf({ key: '[', ctrlKey: true, metaKey: false, altKey: true, shiftKey: false, getModifierState: (name) => name === 'AltGraph' })).toBe('[');
  expect(keysShown('Ctrl+ArrowUp Ctrl+Y')).toBe('Ctrl+↑, Ctrl+Y');
  expect(keysShown('Delete Backspace')).toBe('Del');
  expect(keysShown('+')).toBe('+');
});

test('numbers are read in every way that people write them, and nothing else is', () => {
  expect(['1', ' -0.5 ', '1,5', '.5', '2.', '1e-3', '+3'].map(readNumber)).toEqual([1, -0.5, 1.5, 0.5, 2, 0.001, 3]);
  for (const text of ['', 'a', '1.2.3', '0x10', 'Infinity', 'NaN', '1e999', '--1', '1 2']) expect(readNumber(text), text).toBeUndefined();
});

test('lines that another text does not have are told', () => {
  expect(lines('a\nb\nc', 'a\nx\nc').map((line) => line.differs)).toEqual([false, true, false]);
  expect(lines('a\nb\nc\nd', 'a\nc\nd').map((line) => line.differs)).toEqual([false, true, false, false]);
  expect(lines('a\nc', 'a\nb\nc').some((line) => line.differs)).toBe(false);
  expect(lines('', '')).toEqual([{ text: '', differs: false }]);
});

test('conditions in words', () => {
  open({ id: 1, name: 'x', kind: 'graph', text: everything });
  expect(context().machine!.transitions.map(inWords)).toEqual(['go', 'speed >= 1, not 1', 'at 0.9', '__proto__ < 0', 'at the end', 'at the end']);
});
