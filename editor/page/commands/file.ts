// Files: opening, saving, who edits.
import { documents, isDirty } from '../document/store';
import { Editing } from '../document/changes';
import { refuseUpgrade, upgrade } from '../graph/upgrade';
import { save, saveAll, takeOver } from '../app/session';
import { view as viewStore } from '../app/view';
import { change } from './edits';
import type { View } from './context';
import { command, refuse } from './types';

const anyDirty = () => [...documents.getState().docs.values()].some(isDirty);
const whyUpgrade = (view: View) => (view.doc?.tree.root ? refuseUpgrade(new Editing(view.doc.text, view.doc.tree)) : 'Open a graph first.');

export const fileCommands = {
  'file.new': command<undefined>({
    title: 'New graph', group: 'file', changes: 'view', args: () => undefined, run: () => viewStore.setState({ dialog: 'new' }), examples: () => [undefined],
  }),
  'file.open': command<undefined>({
    title: 'Open a graph', group: 'file', changes: 'view', keys: 'Ctrl+O', args: () => undefined, run: () => viewStore.setState({ dialog: 'open' }), examples: () => [undefined],
  }),
  'file.save': command<{ doc: number }>({
    title: 'Save', group: 'file', changes: 'view', keys: 'Ctrl+S', args: (view) => (view.doc ? { doc: view.doc.id } : null), why: () => 'No graph is open.',
    run(_view, { doc }) { void (anyDirty() ? saveAll() : save(doc)); },
  }),
  'file.upgrade': command<undefined>({
    title: 'Upgrade to version 2', group: 'file', changes: 'document',
    args: (view) => (whyUpgrade(view) === undefined ? undefined : null), why: (view) => whyUpgrade(view) ?? '',
    run(view) {
      refuse(whyUpgrade(view));
      change(view, 'Upgrade to version 2', upgrade);
    },
    examples: (view) => (whyUpgrade(view) === undefined ? [undefined] : []),
  }),
  'file.editHere': command<{ doc: number }>({
    title: 'Edit here', group: 'file', changes: 'view',
    args(view) {
      const doc = [view.doc, view.clipsDoc].find((one) => one?.readOnly);
      return doc ? { doc: doc.id } : null;
    },
    why: () => 'This tab edits the file already.',
    run: (_view, { doc }) => void takeOver(doc),
  }),
};
