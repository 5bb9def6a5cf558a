// Commands of the preview: what plays and how it is shown. None of them changes a document.
import { live } from '../live/bus';
import { AWAY, preview, show, SPEEDS, toggle, told } from '../live/preview';
import { muteAgain } from '../live/weights';
import { tell, view } from '../app/view';
import { scrub, timeline } from '../timeline/state';
import type { Options } from '../viewport/scene';
import { viewer } from '../viewport/current';
import type { Command } from './types';

const say = (good: boolean): void => {
  if (!told(good)) tell(AWAY, 'refused');
};

const always = (): undefined => undefined;

export const pause: Command<{ paused: boolean }> = {
  name: 'preview.pause', title: 'Pause or go on', group: 'preview', keys: 'P', changes: 'preview',
  args: () => ({ paused: !preview.getState().paused }),
  run: (_, { paused }) => say(live.pause(paused)),
  example: () => ({ paused: true }),
};

export const step: Command<{ count: number }> = {
  name: 'preview.step', title: 'One frame on', group: 'preview', keys: '.', changes: 'preview',
  args: () => ({ count: 1 }),
  run: (_, { count }) => say((preview.getState().paused || live.pause(true)) && live.step(count)),
  example: () => ({ count: 1 }),
};

export const restart: Command<void> = {
  name: 'preview.restart', title: 'Start again from the defaults', group: 'preview', keys: 'Shift+P', changes: 'preview',
  args: always,
  run: ({ graph }) => {
    say(live.restart());
    muteAgain(graph?.layers ?? []);
  },
  example: always,
};

const speedCommand = (name: string, title: string, keys: string, by: 1 | -1): Command<{ speed: number }> => ({
  name, title, keys, group: 'preview', changes: 'preview',
  args: () => {
    const now = preview.getState().speed;
    const next = by > 0 ? SPEEDS.find((speed) => speed > now + 1e-6) : SPEEDS.findLast((speed) => speed < now - 1e-6);
    return next === undefined ? null : { speed: next };
  },
  why: () => (by > 0 ? 'It plays as fast as it can.' : 'It plays as slowly as it can.'),
  run: (_, { speed }) => say(live.speed(speed)),
  example: () => ({ speed: by > 0 ? 2 : 0.5 }),
});

export const faster = speedCommand('preview.faster', 'Faster', ']', 1);
export const slower = speedCommand('preview.slower', 'Slower', '[', -1);

export const playGraph: Command<void> = {
  name: 'preview.graph', title: 'Show the graph again, not a clip', group: 'preview', keys: 'Shift+G', changes: 'preview',
  args: () => (preview.getState().shown.mode === 'clip' ? undefined : null),
  why: () => 'The graph is shown already.',
  run: () => show({ mode: 'play' }),
  example: always,
};

export const showClip: Command<{ clip: string; time: number }> = {
  name: 'preview.clip', title: 'Show the clip at the playhead', group: 'preview', keys: 'Shift+K', changes: 'preview',
  args: ({ state }) => (state.clip === undefined ? null : { clip: state.clip, time: timeline.getState().time }),
  why: () => 'Choose a clip in the timeline first.',
  run: (_, { clip, time }) => {
    view.setState({ clip });
    scrub(clip, time);
  },
  example: () => {
    const clip = live.preview.model?.clips[0]?.name;
    return clip === undefined ? null : { clip, time: 0.1 };
  },
};

const shows = (key: keyof Options, title: string, keys: string): Command<void> => ({
  name: `preview.show.${key}`, title, keys, group: 'preview', changes: 'view',
  args: always,
  run: () => toggle(key),
  example: always,
});

export const frame: Command<void> = {
  name: 'preview.frame', title: 'Frame the character', group: 'preview', keys: 'Alt+0', changes: 'view',
  args: () => (viewer() ? undefined : null),
  why: () => 'There is no picture of the character.',
  run: () => viewer()?.frame(),
  example: always,
};

export const previewCommands = [
  pause, step, restart, faster, slower, playGraph, showClip, frame,
  shows('mesh', 'Show or hide the mesh', 'Alt+1'), shows('skeleton', 'Show or hide the skeleton', 'Alt+2'),
  shows('grid', 'Show or hide the grid', 'Alt+3'), shows('ghosts', 'Show or hide where it was', 'Alt+4'),
  shows('path', 'Show or hide the path of the root', 'Alt+5'), shows('follow', 'Follow the character, or not', 'Alt+6'),
] as const;
