/* What the preview's controls show, as React sees it: it changes when something is switched, not with every frame. */
import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import { keep, kept } from '../app/kept';
import type { Options } from '../viewport/scene';
import { live } from './bus';
import { session } from './session';
import { RequestError } from './socket';

export type Shown = { mode: 'play' } | { mode: 'clip'; clip: string; time: number };

export interface PreviewView {
  paused: boolean;
  speed: number;
  options: Options;
  shown: Shown;
  /* What the last control that did not work said. */
  trouble: string;
}

const DEFAULTS: Options = { mesh: true, skeleton: false, grid: true, ghosts: false, path: true, follow: true };

function optionsKept(): Options {
  try {
    const said = JSON.parse(kept('viewport') ?? '{}') as Partial<Record<keyof Options, unknown>>;
    const out = { ...DEFAULTS };
    for (const key of Object.keys(out) as (keyof Options)[]) if (typeof said[key] === 'boolean') out[key] = said[key] as boolean;
    return out;
  } catch {
    return DEFAULTS;
  }
}

export const preview = createStore<PreviewView>(() => ({
  paused: false, speed: 1, options: optionsKept(), shown: { mode: 'play' }, trouble: '',
}));

export const usePreview = <T>(of: (view: PreviewView) => T): T => useStore(preview, of);

export function toggle(key: keyof Options): void {
  const options = { ...preview.getState().options };
  options[key] = !options[key];
  preview.setState({ options });
  keep('viewport', JSON.stringify(options));
}

/** How fast the preview can be told to play. */
export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4, 10];

export const AWAY = 'The editor’s server does not answer just now, so the preview did not hear that.';

/* Says it where the preview could not be told. */
export function told(good: boolean): boolean {
  preview.setState({ trouble: good ? '' : AWAY });
  return good;
}

function failed(error: unknown): void {
  preview.setState({ trouble: error instanceof RequestError ? error.message : String(error) });
}

/* Speed and pause are the preview's own: what it says stands. */
live.preview.on(['state'], () => {
  const state = live.preview.state;
  if (!state) return;
  const paused = state.paused !== 0;
  const { paused: was, speed } = preview.getState();
  const now = Number(state.speed.toPrecision(6));
  if (paused !== was || now !== speed) preview.setState({ paused, speed: now });
});

// ---- what it plays ----

let showing: Promise<void> | null = null;
let next: Shown | null = null;

/* Shows the player, or one clip at a time; while an answer is awaited only the latest wish is kept, so a scrub never
   queues up. */
export function show(shown: Shown): void {
  preview.setState({ shown });
  next = shown;
  showing ??= pump();
}

async function pump(): Promise<void> {
  while (next) {
    const wish: Shown = next;
    next = null;
    await session().request('show', wish).then(() => undefined, failed);
  }
  showing = null;
}

/* `model`: a file's id, or null for the one that the graph names. */
export async function choosePreview(doc: number, model: number | null): Promise<void> {
  try {
    await session().request('preview', model === null ? { doc } : { doc, model });
    preview.setState({ trouble: '' });
  } catch (error) {
    failed(error);
  }
}
