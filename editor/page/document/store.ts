// The documents that are open, and the one history over all of them. A document changes by splices alone; a step of the
// history holds them and those that take them back.
import { createStore, useStore } from 'zustand';
import { Editing, type Changes } from './changes';
import { Marks, noMarks, type Carried, type Mark } from './ids';
import { parse, reparse, type Tree } from './node';
import { difference, inverse, splice, type Splice } from './text';
import { hashOf } from './wire';

export type DocId = number;
export type DocKind = 'graph' | 'clips';

/** A document as it is at one moment; made anew by each edit. */
export interface Doc {
  readonly id: DocId;
  readonly name: string;
  readonly kind: DocKind;
  readonly text: string;
  readonly tree: Tree;
  readonly marks: Marks;
  readonly readOnly: boolean; // another tab writes
  readonly saved: number; // the hash of the file's bytes
}

interface Part {
  readonly doc: DocId;
  readonly forth: readonly Splice[];
  readonly back: readonly Splice[];
  readonly forthMarks: readonly Mark[];
  readonly backMarks: readonly Mark[];
}

export interface Step {
  readonly label: string;
  readonly parts: readonly Part[];
}

export interface Documents {
  readonly docs: ReadonlyMap<DocId, Doc>;
  readonly undone: readonly Step[]; // the next to be done again is the last
  readonly done: readonly Step[];
}

export const documents = createStore<Documents>(() => ({ docs: new Map(), undone: [], done: [] }));

export function useDocuments<T>(pick: (state: Documents) => T): T {
  return useStore(documents, pick);
}

export function useDoc(id: DocId | undefined): Doc | undefined {
  return useDocuments((state) => (id === undefined ? undefined : state.docs.get(id)));
}

export function docOf(id: DocId | undefined): Doc | undefined {
  return id === undefined ? undefined : documents.getState().docs.get(id);
}

const MOST_STEPS = 5000;
const MOST_UNITS = 32 * 1024 * 1024; // of text kept by the history

type Listener = (doc: Doc, before: Doc) => void;
const listeners = new Set<Listener>();

/** Is told of each change of a text, whoever made it; gives what ends that. */
export function onText(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function put(changed: readonly Doc[], steps: Partial<Pick<Documents, 'done' | 'undone'>> = {}): void {
  const before = documents.getState().docs;
  const docs = new Map(before);
  for (const doc of changed) docs.set(doc.id, doc);
  documents.setState({ docs, ...steps });
  for (const doc of changed) {
    const old = before.get(doc.id);
    if (old && old.text !== doc.text) for (const listener of listeners) listener(doc, old);
  }
}

export interface Opened {
  readonly id: DocId;
  readonly name: string;
  readonly kind: DocKind;
  readonly text: string;
  readonly saved?: number;
  readonly readOnly?: boolean;
}

/** A document that has come from the server, or instead of the one of that id: what the history knew of it is gone. */
export function open(opened: Opened): Doc {
  endGesture();
  const tree = parse(opened.text);
  const doc: Doc = {
    id: opened.id,
    name: opened.name,
    kind: opened.kind,
    text: opened.text,
    tree,
    marks: noMarks.settled(tree.root),
    readOnly: opened.readOnly ?? false,
    saved: opened.saved ?? hashOf(opened.text),
  };
  put([doc], forgotten(opened.id));
  return doc;
}

export function close(id: DocId): void {
  endGesture();
  const docs = new Map(documents.getState().docs);
  docs.delete(id);
  documents.setState({ docs, ...forgotten(id) });
}

function forgotten(id: DocId): Pick<Documents, 'done' | 'undone'> {
  const { done, undone } = documents.getState();
  const others = (step: Step) => step.parts.every((part) => part.doc !== id);
  return { done: done.every(others) ? done : done.filter(others), undone: undone.every(others) ? undone : undone.filter(others) };
}

export function setReadOnly(id: DocId, readOnly: boolean): void {
  const doc = docOf(id);
  if (!doc || doc.readOnly === readOnly) return;
  if (readOnly) endGesture();
  put([{ ...doc, readOnly }]);
}

export function setSaved(id: DocId, saved: number): void {
  const doc = docOf(id);
  if (doc) put([{ ...doc, saved }]);
}

const hashes = new WeakMap<Doc, number>();

export function docHash(doc: Doc): number {
  let hash = hashes.get(doc);
  if (hash === undefined) hashes.set(doc, (hash = hashOf(doc.text)));
  return hash;
}

/** Whether the bytes differ from the file's. */
export function isDirty(doc: Doc | undefined): boolean {
  return doc !== undefined && docHash(doc) !== doc.saved;
}

function spliced(doc: Doc, changes: readonly Splice[], restored: readonly Mark[]): Doc {
  let { text, tree } = doc;
  for (const change of changes) {
    const next = splice(text, change);
    tree = reparse(tree, next, change);
    text = next;
  }
  return { ...doc, text, tree, marks: doc.marks.moved(changes, [], restored).settled(tree.root) };
}

interface Made {
  readonly doc: Doc;
  readonly splices: readonly Splice[];
}

function make(doc: Doc, change: (changes: Changes) => void, previous: Marks = noMarks): Made {
  const editing = new Editing(doc.text, doc.tree);
  change(editing);
  if (editing.text === doc.text) return { doc, splices: [] };
  const marks = doc.marks.moved(editing.splices, editing.carried as readonly Carried[]).settled(editing.tree.root, previous);
  return { doc: { ...doc, text: editing.text, tree: editing.tree, marks }, splices: editing.splices };
}

function partOf(before: Doc, after: Doc, forth: readonly Splice[]): Part {
  const back = inverse(before.text, forth);
  return {
    doc: before.id,
    forth,
    back,
    forthMarks: after.marks.differing(before.marks.moved(forth)),
    backMarks: before.marks.differing(after.marks.moved(back)),
  };
}

function unitsOf(step: Step): number {
  let units = 100;
  for (const part of step.parts) {
    for (const change of [...part.forth, ...part.back]) units += change.insert.length + 20;
    units += 20 * (part.forthMarks.length + part.backMarks.length);
  }
  return units;
}

const sizes = new WeakMap<Step, number>();

function sizeOf(step: Step): number {
  let size = sizes.get(step);
  if (size === undefined) sizes.set(step, (size = unitsOf(step)));
  return size;
}

function remembered(done: readonly Step[], step: Step): readonly Step[] {
  const steps = [...done, step];
  let units = 0;
  for (const one of steps) units += sizeOf(one);
  let from = Math.max(0, steps.length - MOST_STEPS);
  for (let index = 0; index < steps.length - 1 && units > MOST_UNITS; index++) {
    units -= sizeOf(steps[index]!);
    from = Math.max(from, index + 1);
  }
  return from > 0 ? steps.slice(from) : steps;
}

/** Changes one document as one step. False: nothing changed, and there is no step. */
export function edit(label: string, id: DocId, change: (changes: Changes) => void): boolean {
  return editAll(label, [[id, change]]);
}

/** Changes several documents as one step. */
export function editAll(label: string, changes: readonly (readonly [DocId, (changes: Changes) => void])[]): boolean {
  const gesture = begin(label);
  try {
    for (const [id, change] of changes) gesture.update(id, change);
  } catch (error) {
    gesture.cancel();
    throw error;
  }
  return gesture.commit();
}

export interface Gesture {
  /** Changes the document as it was when the gesture began: the last call for a document is the one that counts. */
  update(id: DocId, change: (changes: Changes) => void): void;
  /** Ends it as one step. False: nothing has changed. */
  commit(): boolean;
  /** Ends it, and everything is as it was. */
  cancel(): void;
  readonly running: boolean;
}

let current: { cancel(): void } | undefined;

/** Ends a gesture that is running, as if it had not begun. */
export function endGesture(): void {
  current?.cancel();
}

function begin(label: string): Gesture {
  endGesture();
  const starts = new Map<DocId, Doc>();
  const latest = new Map<DocId, Made>();
  const gesture = {
    running: true,
    update(id: DocId, change: (changes: Changes) => void): void {
      const doc = docOf(id);
      if (!gesture.running || !doc || doc.readOnly) return;
      const start = starts.get(id) ?? doc;
      const made = make(start, change, latest.get(id)?.doc.marks);
      starts.set(id, start);
      latest.set(id, made);
      put([{ ...made.doc, saved: doc.saved }]);
    },
    commit(): boolean {
      if (!gesture.running) return false;
      gesture.running = false;
      current = undefined;
      const parts: Part[] = [];
      for (const [id, start] of starts) {
        const made = latest.get(id)!;
        if (made.doc.text !== start.text) parts.push(partOf(start, made.doc, made.splices));
      }
      if (parts.length === 0) return false;
      const { done } = documents.getState();
      documents.setState({ done: remembered(done, { label, parts }), undone: [] });
      return true;
    },
    cancel(): void {
      if (!gesture.running) return;
      gesture.running = false;
      current = undefined;
      const back = [...starts.values()].map((start) => ({ ...start, saved: docOf(start.id)?.saved ?? start.saved }));
      if (back.length > 0) put(back);
    },
  };
  current = gesture;
  return gesture;
}

/** An edit that is still being made, as a drag: one step when it is committed. Another one, an undo or a redo cancels it. */
export function gesture(label: string): Gesture {
  return begin(label);
}

function stepped(step: Step, way: 'back' | 'forth'): Doc[] | undefined {
  const changed: Doc[] = [];
  for (const part of step.parts) {
    const doc = docOf(part.doc);
    if (!doc || doc.readOnly) return undefined;
    changed.push(way === 'back' ? spliced(doc, part.back, part.backMarks) : spliced(doc, part.forth, part.forthMarks));
  }
  return changed;
}

/** Takes the last step back; gives its label. */
export function undo(): string | undefined {
  endGesture();
  const { done, undone } = documents.getState();
  const step = done[done.length - 1];
  const changed = step && stepped(step, 'back');
  if (!changed) return undefined;
  put(changed, { done: done.slice(0, -1), undone: [...undone, step] });
  return step.label;
}

/** Does the step again that was taken back last; gives its label. */
export function redo(): string | undefined {
  endGesture();
  const { done, undone } = documents.getState();
  const step = undone[undone.length - 1];
  const changed = step && stepped(step, 'forth');
  if (!changed) return undefined;
  put(changed, { undone: undone.slice(0, -1), done: [...done, step] });
  return step.label;
}

/** Splices from elsewhere (the tab that writes): no step, and the steps of the document are forgotten. */
export function follow(id: DocId, changes: readonly Splice[]): void {
  const doc = docOf(id);
  if (!doc) return;
  endGesture();
  put([spliced(docOf(id)!, changes, [])], forgotten(id));
}

/** The whole text anew, as one step: from the plain text view, or from the other version in a conflict. */
export function replaceText(label: string, id: DocId, text: string): boolean {
  const doc = docOf(id);
  const change = doc && !doc.readOnly ? difference(doc.text, text) : undefined;
  if (!doc || !change) return false;
  endGesture();
  const after = spliced(docOf(id)!, [change], []);
  const part = partOf(doc, after, [change]);
  put([after], { done: remembered(documents.getState().done, { label, parts: [part] }), undone: [] });
  return true;
}
