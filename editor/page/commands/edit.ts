// Undo, redo, and what is done with whatever is selected.
import { docOf, documents, redo, undo, type Step } from '../document/store';
import type { Point } from '../graph/types';
import { ask } from '../app/ask';
import { nothing, select, tell, view as viewStore } from '../app/view';
import { pasteStates, pastedStates, statesText } from './clipboard';
import { change, machineOf, onlyState, removeAll, selectedStates, selectedTransitions } from './edits';
import type { View } from './context';
import { removeStates } from './state';
import { settingsText, transitionCommands } from './transition';
import { command, Refused } from './types';

// What was copied last, for where the browser does not let the page read the clipboard.
let kept = '';

export function lastCopied(): string {
  return kept;
}

function copyText(view: View): string | null {
  const states = selectedStates(view).map((state) => state.name);
  if (states.length > 0) return statesText(view, states);
  const [one, more] = selectedTransitions(view);
  return one && !more ? settingsText(view, one.id) : null;
}

function copy(text: string): void {
  kept = text;
  // In a copy event the browser has the text already; a menu has to ask for it, and may be refused: then `kept` stands in.
  if (typeof navigator !== 'undefined' && navigator.clipboard) navigator.clipboard.writeText(text).catch(() => undefined);
}

function selectedAny(view: View): boolean {
  return selectedStates(view).length + selectedTransitions(view).length + view.state.selection.groups.length > 0;
}

function deleteSelected(view: View): void {
  const machine = machineOf(view);
  const states = selectedStates(view).map((state) => state.name);
  const gone = new Set(states);
  const transitions = selectedTransitions(view).filter((one) => !gone.has(one.from) && !gone.has(one.to));
  const groups = machine.groups.filter((group) => view.state.selection.groups.includes(group.id));
  const count = states.length + transitions.length + groups.length;
  const label = count === 1 ? `Delete ${states[0] ?? (transitions[0] ? `${transitions[0].from} → ${transitions[0].to}` : groups[0]!.name)}` : `Delete ${count} things`;
  change(view, label, (c) => {
    removeAll(c, groups.map((group) => group.path));
    const all = machine.transitions.filter((one) => gone.has(one.from) || gone.has(one.to) || transitions.includes(one));
    removeAll(c, all.map((one) => one.path));
    removeStates(c, { ...view, machine: { ...machine, transitions: [] } }, states);
  });
  viewStore.setState({ selection: nothing });
}

function paste(view: View, text: string, at: Point | undefined): void {
  const states = pastedStates(text);
  if (!states) {
    const ids = view.state.selection.transitions;
    if (ids.length === 0) throw new Refused('The clipboard holds nothing that can be pasted here: copy states, or a transition and select those that shall be like it.');
    transitionCommands['transition.pasteSettings'].run(view, { ids, text });
    return;
  }
  let names: string[] = [];
  change(view, states.states.length === 1 ? `Paste ${states.states[0]}` : `Paste ${states.states.length} states`, (c) => { names = pasteStates(c, view, states, at); });
  select({ states: names });
}

// The history is one over all documents: what is not shown is named.
function told(did: string, label: string, steps: readonly Step[]): void {
  const { graph, clips } = viewStore.getState();
  const hidden = steps[steps.length - 1]?.parts.map((part) => docOf(part.doc)).find((doc) => doc && doc.id !== graph && doc.id !== clips);
  tell(hidden ? `${did} in “${hidden.name}”, which is not shown: ${label}` : `${did}: ${label}`);
}

const selecting = (view: View) => ({ ...view, state: { ...view.state, selection: { ...nothing, states: view.machine?.states.slice(0, 3).map((state) => state.name) ?? [] } } });

export const editCommands = {
  'edit.undo': command<undefined>({
    title: 'Undo', group: 'edit', changes: 'document', keys: 'Ctrl+Z',
    args: () => (documents.getState().done.length > 0 ? undefined : null), why: () => 'There is nothing to undo.',
    run() { const label = undo(); if (label) told('Undone', label, documents.getState().undone); },
  }),
  'edit.redo': command<undefined>({
    title: 'Redo', group: 'edit', changes: 'document', keys: 'Ctrl+Shift+Z Ctrl+Y',
    args: () => (documents.getState().undone.length > 0 ? undefined : null), why: () => 'There is nothing to do again.',
    run() { const label = redo(); if (label) told('Done again', label, documents.getState().done); },
  }),
  'edit.cut': command<{ text: string }>({
    title: 'Cut', group: 'edit', changes: 'document', keys: 'Ctrl+X', native: true,
    args: (view) => { const text = selectedStates(view).length > 0 ? copyText(view) : null; return text === null ? null : { text }; },
    why: () => 'Select states first.',
    run(view, { text }) { copy(text); deleteSelected(view); },
    examples: (view) => (view.machine ? [{ text: statesText(view, view.machine.states.map((state) => state.name)) }] : []),
  }),
  'edit.copy': command<{ text: string }>({
    title: 'Copy', group: 'edit', changes: 'view', keys: 'Ctrl+C', native: true,
    args: (view) => { const text = copyText(view); return text === null ? null : { text }; },
    why: () => 'Select states, or one transition, first.',
    run: (_view, { text }) => copy(text),
    examples: (view) => (view.machine ? [{ text: statesText(view, view.machine.states.map((state) => state.name)) }] : []),
  }),
  'edit.paste': command<{ text: string; at?: Point }>({
    title: 'Paste', group: 'edit', changes: 'document', keys: 'Ctrl+V', native: true,
    args: () => (kept === '' ? null : { text: kept }), why: () => 'Copy something first.',
    run: (view, { text, at }) => paste(view, text, at),
    examples: (view) => (view.machine ? [{ text: statesText(view, view.machine.states.map((state) => state.name)) }, { text: statesText(view, view.machine.states.slice(0, 2).map((state) => state.name)), at: [1000, 1000.5] }] : []),
  }),
  'edit.duplicate': command<{ states: readonly string[] }>({
    title: 'Duplicate', group: 'edit', changes: 'document', keys: 'Ctrl+D',
    args: (view) => (selectedStates(view).length > 0 ? { states: view.state.selection.states } : null), why: () => 'Select states first.',
    run: (view, { states }) => paste(view, statesText(view, states), undefined),
    examples: (view) => (view.machine ? [{ states: view.machine.states.map((state) => state.name) }] : []),
  }),
  'edit.delete': command<undefined>({
    title: 'Delete', group: 'edit', changes: 'document', keys: 'Delete Backspace',
    args: (view) => (selectedAny(view) ? undefined : null), why: () => 'Select states, transitions or group boxes first.',
    run: (view) => deleteSelected(selectedAny(view) ? view : selecting(view)),
    examples: (view) => (view.machine && view.machine.states.length > 0 ? [undefined] : []),
  }),
  'edit.rename': command<{ state: string | undefined }>({
    title: 'Rename', group: 'edit', changes: 'view', keys: 'F2',
    args: (view) => { const state = onlyState(view); return state ? { state: state.name } : view.state.selection.groups.length === 1 ? { state: undefined } : null; },
    why: () => 'Select one state or one group box first.',
    run: (_view, { state }) => (state === undefined ? ask('focus-inspector') : viewStore.setState({ renaming: state })),
    examples: (view) => view.machine?.states.slice(0, 1).map((state) => ({ state: state.name })) ?? [],
  }),
  'edit.selectAll': command<undefined>({
    title: 'Select all states', group: 'edit', changes: 'view', keys: 'Ctrl+A', args: (view) => (view.machine ? undefined : null),
    run: (view) => select({ states: view.machine?.states.map((state) => state.name) ?? [] }), examples: () => [undefined],
  }),
  'edit.selectNone': command<undefined>({
    title: 'Select nothing', group: 'edit', changes: 'view', keys: 'Escape', args: () => undefined,
    run: () => select({}), examples: () => [undefined],
  }),
};
