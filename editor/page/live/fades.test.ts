import { describe, expect, it } from 'vitest';
import { FadeLog } from './fades';

const fade = (from: number, to: number, t: number, transition = 0, duration = 0.2) => ({ from, to, t, duration, transition });

describe('fades of a layer', () => {
  it('tells a running one, then that it has finished', () => {
    const log = new FadeLog();
    log.update(1, [fade(0, 1, 0.1)]);
    log.update(1.1, [fade(0, 1, 0.6)]);
    expect(log.of(0)).toMatchObject([{ t: 0.6, how: 'running', began: 1 }]);
    log.update(1.2, [null]);
    expect(log.of(0)).toMatchObject([{ t: 1, how: 'finished', ended: 1.2 }]);
    log.update(9, [null]);
    expect(log.of(0)).toEqual([]);
  });
  it('tells how far one came that another has cut', () => {
    const log = new FadeLog();
    log.update(1, [fade(0, 1, 0.1, 4)]);
    log.update(1.02, [fade(0xfffffffe, 2, 0.05, 5)]);
    expect(log.of(0)).toMatchObject([{ to: 2, how: 'running' }, { to: 1, t: 0.1, how: 'interrupted' }]);
  });
  it('does not call one cut whose end was due', () => {
    const log = new FadeLog();
    log.update(1, [fade(0, 1, 0.95)]);
    log.update(1.1, [fade(1, 2, 0.1, 3)]);
    expect(log.of(0)[1]).toMatchObject({ to: 1, how: 'finished' });
  });
  it('keeps a few and no more, and nothing over a restart', () => {
    const log = new FadeLog();
    for (let i = 0; i < 50; ++i) log.update(1 + i * 0.01, [fade(i, i + 1, 0.1, i)]);
    expect(log.of(0).length).toBe(6);
    log.update(0, [null]);
    expect(log.of(0)).toEqual([]);
  });
});
