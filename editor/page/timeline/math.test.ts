import { describe, expect, it } from 'vitest';
import { fitSpan, holdSpan, panSpan, runTime, snap, stepFrame, ticks, tickStep, toTime, toX, zoomSpan } from './math';

describe('time on screen', () => {
  it('goes there and back', () => {
    const span = { start: 0.25, perPixel: 0.004, width: 500 };
    for (const time of [0.25, 0.5, 1.9]) expect(toTime(span, toX(span, time))).toBeCloseTo(time, 12);
  });
  it('shows the whole clip with room at both ends', () => {
    const span = fitSpan(2, 424);
    expect(toX(span, 0)).toBeCloseTo(12);
    expect(toX(span, 2)).toBeCloseTo(412);
  });
  it('keeps the time under the pointer where it is zoomed in', () => {
    const span = fitSpan(2, 424);
    const near = zoomSpan(span, 200, 0.5, 2);
    expect(toTime(near, 200)).toBeCloseTo(toTime(span, 200), 9);
    expect(near.perPixel).toBeCloseTo(span.perPixel / 2);
  });
  it('is not zoomed out past the clip, nor dragged out of sight', () => {
    const span = fitSpan(2, 424);
    expect(zoomSpan(span, 10, 100, 2)).toEqual(span);
    const near = zoomSpan(span, 0, 0.1, 2);
    expect(toX(panSpan(near, 1e9, 2), 2)).toBeCloseTo(412);
    expect(toX(panSpan(near, -1e9, 2), 0)).toBeCloseTo(12);
    expect(holdSpan({ start: -50, perPixel: span.perPixel, width: 424 }, 2)).toEqual(span);
  });
  it('has ticks at round times', () => {
    expect(tickStep(0.004)).toBeCloseTo(0.5);
    expect(tickStep(0.001)).toBeCloseTo(0.1);
    const all = ticks(fitSpan(1, 400), 1);
    const labels = all.filter((tick) => tick.label !== null);
    expect(labels.map((tick) => tick.label)).toEqual(['0.0', '0.2', '0.4', '0.6', '0.8', '1.0']);
    expect(all.length).toBe(26);
  });
});

describe('a marker that is dragged', () => {
  it('goes to what lies near, else to the frames, else where it is put', () => {
    expect(snap(0.503, 1, [0.5], 0.01, 30)).toBe(0.5);
    expect(snap(0.52, 1, [0.5], 0.01, 30)).toBeCloseTo(16 / 30, 6);
    expect(snap(0.5234567, 1, [0.5], 0.01, null)).toBe(0.523457);
  });
  it('stays in the clip', () => {
    expect(snap(-3, 1, [], 0.01, 30)).toBe(0);
    expect(snap(3, 0.97, [], 0.01, 30)).toBe(0.97);
  });
});

describe('the playhead', () => {
  it('steps to whole frames from between them', () => {
    expect(stepFrame(0.5, 1, 30, 1)).toBeCloseTo(16 / 30, 6);
    expect(stepFrame(0.51, 1, 30, 1)).toBeCloseTo(16 / 30, 6);
    expect(stepFrame(0.51, 1, 30, -1)).toBeCloseTo(15 / 30, 6);
    expect(stepFrame(0, 1, 30, -1)).toBe(0);
    expect(stepFrame(1, 1, 30, 1)).toBe(1);
  });
  it('goes round a loop both ways, and stops at ends without one', () => {
    expect(runTime(0.9, 0.2, 1, true)).toBeCloseTo(0.1);
    expect(runTime(0.1, -0.2, 1, true)).toBeCloseTo(0.9);
    expect(runTime(0.9, 0.2, 1, false)).toBe(1);
    expect(runTime(0.5, 0.2, 0, true)).toBe(0);
  });
});
