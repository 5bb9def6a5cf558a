// The page as programs see it: window.sinew. Tests drive it by this, and it is of use in the browser's console. It does
// nothing that the user could not do.
import { docHash, docOf, documents, isDirty } from '../document/store';
import { context } from '../commands/context';
import { performAny } from '../commands/run';
import { commandCalled, commands } from '../commands/table';
import { examplesOf } from '../commands/types';
import { live } from '../live/bus';
import { begun, hashOnServer, isInStep } from './session';
import { view } from './view';

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
};

declare global {
  interface Window {
    sinew?: typeof probe;
  }
}

export function showProbe(): void {
  window.sinew = probe;
}
