// The page as programs see it: window.sinew. Tests drive it by this, and it is of use in the browser's console. It does
// nothing that the user could not do.
import { docHash, docOf, documents, isDirty } from '../document/store';
import { context } from '../commands/context';
import { performAny } from '../commands/run';
import { commandCalled, commands } from '../commands/table';
import { examplesOf } from '../commands/types';
import { live, PREVIEW } from '../live/bus';
import { show } from '../live/preview';
import { session } from '../live/session';
import { tell } from '../../generated/protocol';
import { begun, hashOnServer, isInStep } from './session';
import { view } from './view';

const send = (bytes: Uint8Array<ArrayBuffer>): void => void session().tell(bytes);

/** What the preview plays, with names for numbers. */
function now() {
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

const probe = {
  /** Whether a document is open, or the page knows that there is none. */
  ready: () => begun.ready,
  /** Whether everything that was typed has reached the server. */
  inStep: isInStep,
  perform: performAny,
  commands: () => commands.map(({ name, title, group, changes, keys }) => ({ name, title, group, changes, keys })),
  examples: (name: string): readonly unknown[] => examplesOf(commandCalled(name), context()),
  text: (kind: 'graph' | 'clips' = 'graph'): string | undefined => docOf(view.getState()[kind])?.text,
  hash: (kind: 'graph' | 'clips' = 'graph') => { const doc = docOf(view.getState()[kind]); return doc && docHash(doc); },
  onServer: (kind: 'graph' | 'clips' = 'graph') => { const id = view.getState()[kind]; return id === undefined ? undefined : hashOnServer(id); },
  dirty: (kind: 'graph' | 'clips' = 'graph') => isDirty(docOf(view.getState()[kind])),
  steps: () => ({ done: documents.getState().done.length, undone: documents.getState().undone.length }),
  context,
  view,
  live,
  serverText: async (kind: 'graph' | 'clips' = 'graph'): Promise<string> => {
    const doc = view.getState()[kind];
    return doc === undefined ? '' : (await session().request('text', { doc })).text;
  },
  notice: () => view.getState().notice?.text ?? '',

  // The preview.
  now,
  joints: () => live.preview.model?.joints ?? [],
  graphHash: () => `${live.preview.graph?.hashHigh}:${live.preview.graph?.hashLow}`,
  set: (parameter: string, value: number) => send(tell.set(PREVIEW, live.preview.findParameter(parameter), value)),
  fire: (trigger: string) => send(tell.fire(PREVIEW, live.preview.findParameter(trigger))),
  pause: (paused: boolean) => send(tell.pause(PREVIEW, paused ? 1 : 0)),
  step: (count: number, fps: number) => send(tell.step(PREVIEW, count, fps)),
  restart: () => send(tell.restart(PREVIEW)),
  /** One clip at a time in seconds in the viewport; null: the player again. */
  show: (clip: string | null, time = 0) => show(clip === null ? { mode: 'play' } : { mode: 'clip', clip, time }),
  /** What did not pass the checks of the protocol. */
  rejected: () => session().rejected,
};

declare global {
  interface Window {
    sinew?: typeof probe;
  }
}

export function showProbe(): void {
  window.sinew = probe;
}
