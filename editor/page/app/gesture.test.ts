import { beforeEach, describe, expect, it } from 'vitest';
import { beginGesture, cancelGesture, gestureRuns } from './gesture';
import { FakeWindow } from '../testing/window';

let win: FakeWindow;
let log: string[];

const gesture = {
  start: () => void log.push('start'),
  move: (_: PointerEvent, dx: number, dy: number) => void log.push(`move ${dx} ${dy}`),
  end: () => void log.push('end'),
  click: () => void log.push('click'),
  cancel: () => void log.push('cancel'),
};

beforeEach(() => {
  win = new FakeWindow();
  log = [];
  (globalThis as { window?: unknown }).window = win;
  beginGesture({ pointerId: 1, clientX: 10, clientY: 10 } as PointerEvent, gesture);
});

describe('a gesture', () => {
  it('that hardly moves is a click', () => {
    win.say('pointermove', { clientX: 12, clientY: 11 });
    win.say('pointerup');
    expect(log).toEqual(['click']);
    expect(win.listeners).toBe(0);
  });

  it('reckons from its start', () => {
    win.say('pointermove', { clientX: 30, clientY: 10 });
    win.say('pointermove', { clientX: 15, clientY: 40 });
    win.say('pointerup');
    expect(log).toEqual(['start', 'move 20 0', 'move 5 30', 'end']);
    expect(gestureRuns()).toBe(false);
  });

  it.each([
    ['Escape', () => win.say('keydown', { key: 'Escape' })],
    ['a cancelled pointer', () => win.say('pointercancel')],
    ['a lost window', () => win.say('blur')],
    ['another gesture', () => beginGesture({ pointerId: 2, clientX: 0, clientY: 0 } as PointerEvent, {})],
    ['being told', () => cancelGesture()],
  ])('is taken back by %s', (_name, stop) => {
    win.say('pointermove', { clientX: 30, clientY: 10 });
    stop();
    win.say('pointermove', { clientX: 50, clientY: 10 });
    win.say('pointerup');
    expect(log).toEqual(['start', 'move 20 0', 'cancel']);
  });

  it('that begins at once is no click, and is taken back before it has moved', () => {
    cancelGesture();
    beginGesture({ pointerId: 1, clientX: 0, clientY: 0 } as PointerEvent, gesture, true);
    win.say('pointerup');
    beginGesture({ pointerId: 1, clientX: 0, clientY: 0 } as PointerEvent, gesture, true);
    win.say('keydown', { key: 'Escape' });
    expect(log).toEqual(['start', 'end', 'start', 'cancel']);
    expect(win.listeners).toBe(0);
  });

  it('hears its own pointer and the key for leaving it alone', () => {
    win.say('pointermove', { clientX: 99, clientY: 99, pointerId: 5 });
    win.say('pointerup', { pointerId: 5 });
    win.say('keydown', { key: 'a' });
    expect(log).toEqual([]);
    expect(gestureRuns()).toBe(true);
  });
});
