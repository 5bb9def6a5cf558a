import type { PointerEvent } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { close, docOf, documents, open, undo } from '../document/store';
import { everyClip } from '../testing/files';
import { FakeWindow } from '../testing/window';
import { startDrag } from './drag';

let win: FakeWindow;
let ended: number;

const press = (): void => {
  const native = { pointerId: 1, clientX: 100, clientY: 50, button: 0 };
  const event = { ...native, nativeEvent: native, stopPropagation() {}, currentTarget: { setPointerCapture() {} } } as unknown as PointerEvent<HTMLElement>;
  startDrag(event, { label: 'Move step', doc: 2, change: (c, right, down) => c.set(['walk', 'events', 0, 'time'], 0.31 + right / 100 + down / 1000), ended: () => void ended++ });
};
const text = (): string => docOf(2)!.text;
const steps = (): number => documents.getState().done.length;

beforeEach(() => {
  for (const id of [...documents.getState().docs.keys()]) close(id);
  open({ id: 2, name: 'x.clips.json', kind: 'clips', text: everyClip });
  win = new FakeWindow();
  (globalThis as { window?: unknown }).window = win;
  ended = 0;
});

test('a drag is one step, reckoned from where it began', () => {
  press();
  for (let x = 100; x <= 150; x += 5) win.say('pointermove', { clientX: x, clientY: 50 });
  win.say('pointermove', { clientX: 120, clientY: 50 });
  win.say('pointerup');
  expect(text()).toContain('"time": 0.51');
  expect([steps(), ended]).toEqual([1, 1]);
  undo();
  expect(text()).toBe(everyClip);
});

test.each([
  ['Escape', () => win.say('keydown', { key: 'Escape' })],
  ['a cancelled pointer', () => win.say('pointercancel')],
  ['a lost window', () => win.say('blur')],
])('%s ends it as if it had not been', (_name, stop) => {
  press();
  win.say('pointermove', { clientX: 150, clientY: 50 });
  expect(text()).not.toBe(everyClip);
  stop();
  win.say('pointermove', { clientX: 190, clientY: 50 });
  win.say('pointerup');
  expect(text()).toBe(everyClip);
  expect([steps(), ended, win.listeners]).toEqual([0, 1, 0]);
});

test('a press that hardly moves changes nothing', () => {
  press();
  win.say('pointermove', { clientX: 102, clientY: 51 });
  win.say('pointerup');
  expect([text(), steps(), ended]).toEqual([everyClip, 0, 0]);
});
