// What a program may ask of the page: the browser tests do, and so may who writes a tool around the editor. It does what
// the commands and the live bus do and nothing more, so it needs no guard.
import { documents, docHash, docOf, isDirty, type DocId } from '../document/store';
import { commandCalled, commands } from '../commands/table';
import { context } from '../commands/context';
import { performAny } from '../commands/run';
import { examplesOf } from '../commands/types';
import { live, PREVIEW } from '../live/bus';
import { show } from '../live/preview';
import { session } from '../live/session';
import { tell } from '../../generated/protocol';
import { view } from './view';

export interface Hook {
  /** A graph is open, the server answers and the preview plays. */
  ready(): boolean;
  text(of?: 'graph' | 'clips'): string;
  dirty(of?: 'graph' | 'clips'): boolean;
  hash(): number;
  serverText(of?: 'graph' | 'clips'): Promise<string>;
  steps(): { done: number; undone: number };
  /** The one table of commands, and how many examples each has for what is open. */
  commands(): { name: string; title: string; keys: string; group: string; changes: string; examples: number }[];
  run(name: string, args?: unknown): boolean;
  runExample(name: string, index: number): boolean;
  notice(): string;
  now(): {
    time: number;
    layers: { state: string; progress: number; weight: number; fade: { from: string; to: string; t: number } | null }[];
    samples: { layer: string; clip: string; time: number; weight: number }[];
    parameters: Record<string, number>;
  } | null;
  set(parameter: string, value: number): void;
  fire(trigger: string): void;
  pause(paused: boolean): void;
  step(count: number, dt: number): void;
  restart(): void;
  /** The viewport shows one clip at a time in seconds; null: the player again. */
  show(clip: string | null, time?: number): void;
  /** Of the graph that the preview plays, as the runtime hashes it. */
  graphHash(): string;
  /** Of the preview's model, breadth first. */
  joints(): readonly { name: string; parent: number; node: number }[];
  /** What did not pass the checks of the protocol. */
  rejected(): string[];
}

declare global {
  interface Window {
    sinew?: Hook;
  }
}

const idOf = (of: 'graph' | 'clips'): DocId | undefined => view.getState()[of];
const send = (bytes: Uint8Array<ArrayBuffer>): void => void session().tell(bytes);

function now(): ReturnType<Hook['now']> {
  const { graph, state } = live.preview;
  if (!graph || !state) return null;
  return {
    time: state.time,
    layers: state.layers.map((layer, i) => {
      const fade = live.preview.fadeOf(i);
      return {
        state: live.preview.statePath(layer.state), progress: layer.progress, weight: layer.weight,
        fade: fade && { from: live.preview.statePath(fade.from), to: live.preview.statePath(fade.to), t: fade.t },
      };
    }),
    samples: state.samples.map((one) => ({
      layer: live.preview.layerName(one.layer), clip: live.preview.clipName(one.clip), time: one.time, weight: one.weight,
    })),
    parameters: Object.fromEntries(graph.parameters.map((one, i) => [one.name, state.parameters[i] ?? 0])),
  };
}

const hook: Hook = {
  ready: () => docOf(idOf('graph')) !== undefined && session().status.phase === 'open' && live.preview.state !== null,
  text: (of = 'graph') => docOf(idOf(of))?.text ?? '',
  dirty: (of = 'graph') => isDirty(docOf(idOf(of))),
  hash: () => {
    const doc = docOf(idOf('graph'));
    return doc ? docHash(doc) : 0;
  },
  serverText: async (of = 'graph') => {
    const doc = idOf(of);
    return doc === undefined ? '' : (await session().request('text', { doc })).text;
  },
  steps: () => ({ done: documents.getState().done.length, undone: documents.getState().undone.length }),
  commands: () =>
    commands.map((one) => ({
      name: one.name, title: one.title, keys: one.keys ?? '', group: one.group, changes: one.changes, examples: examplesOf(one, context()).length,
    })),
  run: (name, args) => performAny(name, args),
  runExample: (name, index) => performAny(name, examplesOf(commandCalled(name), context())[index]),
  notice: () => view.getState().notice?.text ?? '',
  now,
  set: (parameter, value) => send(tell.set(PREVIEW, live.preview.findParameter(parameter), value)),
  fire: (trigger) => send(tell.fire(PREVIEW, live.preview.findParameter(trigger))),
  pause: (paused) => send(tell.pause(PREVIEW, paused ? 1 : 0)),
  step: (count, dt) => send(tell.step(PREVIEW, count, dt)),
  restart: () => send(tell.restart(PREVIEW)),
  show: (clip, time = 0) => show(clip === null ? { mode: 'play' } : { mode: 'clip', clip, time }),
  graphHash: () => `${live.preview.graph?.hashHigh}:${live.preview.graph?.hashLow}`,
  joints: () => live.preview.model?.joints ?? [],
  rejected: () => session().rejected,
};

export function installHook(): void {
  window.sinew = hook;
}
