/* The timeline's own state: which marker is chosen, where the playhead is, whether it runs. Nothing of it is in a document.
   Invariant: while Record is on the viewport shows the clip at the playhead; what the preview did before is kept and comes
   back when it is turned off. */
import { createStore, useStore } from 'zustand';
import type { Id } from '../document/ids';
import { preview, show, type Shown } from '../live/preview';
import { live } from '../live/bus';
import { runTime } from './math';

export type Chosen = { what: 'event'; id: Id } | { what: 'key'; lane: Id; index: number } | null;

export interface TimelineState {
  time: number;
  playing: boolean;
  speed: number;
  loop: boolean; // of the playhead, not of the clip
  fps: number;
  snap: boolean;
  chosen: Chosen;
}

export const timeline = createStore<TimelineState>(() => ({
  time: 0, playing: false, speed: 1, loop: true, fps: 30, snap: true, chosen: null,
}));

export const useTimeline = <T>(of: (state: TimelineState) => T): T => useStore(timeline, of);

export const choose = (chosen: Chosen): void => timeline.setState({ chosen });

/* Puts the playhead there, and the viewport with it. */
export function scrub(clip: string, time: number): void {
  timeline.setState({ time });
  show({ mode: 'clip', clip, time });
}

export function leaveClip(): void {
  stop();
  show({ mode: 'play' });
}

// ---- running ----

let frame = 0;

export function play(clip: string, length: number): void {
  stop();
  timeline.setState({ playing: true });
  const { time, loop } = timeline.getState();
  if (!loop && time >= length) timeline.setState({ time: 0 });
  let before = performance.now();
  const run = (now: number): void => {
    const state = timeline.getState();
    const next = runTime(state.time, ((now - before) / 1000) * state.speed, length, state.loop);
    before = now;
    scrub(clip, next);
    if (!state.loop && next >= length) return stop();
    frame = requestAnimationFrame(run);
  };
  frame = requestAnimationFrame(run);
}

export function stop(): void {
  cancelAnimationFrame(frame);
  frame = 0;
  if (timeline.getState().playing) timeline.setState({ playing: false });
}

// ---- Record ----

interface Before {
  shown: Shown;
  paused: boolean;
}

let before: Before | null = null;

/* Safe to call twice. */
export function beginRecord(clip: string): void {
  if (before) return;
  before = { shown: preview.getState().shown, paused: preview.getState().paused };
  scrub(clip, timeline.getState().time);
}

export function endRecord(): void {
  if (!before) return;
  stop();
  const { shown, paused } = before;
  before = null;
  show(shown);
  if (shown.mode === 'play' && preview.getState().paused !== paused) live.pause(paused);
}
