// Keeps documents and server in step. What is typed goes out as splices, one edit under way for each document; what the
// server does not take is told, and the document is opened again. Nothing of the user's is dropped without a word.
import type { ChangedPush, Document, Push } from '../../generated/protocol';
import { close, docHash, docOf, documents, endGesture, follow, isDirty, onText, open, replaceText, setReadOnly, setSaved, type Doc, type DocId } from '../document/store';
import { difference } from '../document/text';
import { fromWire, hashOf, toWire } from '../document/wire';
import { nearest } from '../graph/places';
import { graphOf } from '../graph/view';
import { session, startSession } from '../live/session';
import { RequestError, type Socket } from '../live/socket';
import { setFindings } from '../panels/findings';
import { nothing, tell, view } from './view';
import { offer } from './offers';

/** What the server is known to have. */
interface Known {
  readonly file: number | undefined;
  text: string;
  revision: number;
  writing: Promise<void> | undefined; // an edit that is under way
  due: ReturnType<typeof setTimeout> | undefined;
  opening: boolean;
}

const known = new Map<DocId, Known>();
const PAUSE = 16; // milliseconds in which changes of a gesture become one

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? '' : '.');

// ---- opening ----

/** A document as the server gives it becomes the page's. */
function take(document: Document): Doc {
  known.set(document.doc, { file: document.file, text: document.text, revision: document.revision, writing: undefined, due: undefined, opening: false });
  const doc = open({ id: document.doc, name: document.name, kind: document.kind, text: document.text, saved: document.saved, readOnly: !document.writer });
  if (document.recovery && document.writer) offer({ kind: 'recovery', doc: document.doc, text: document.recovery.text, time: document.recovery.time });
  return doc;
}

export async function openFile(file: number): Promise<DocId | undefined> {
  try {
    const { document } = await session().request('open', { file });
    const doc = adopt(document);
    if (doc.kind === 'graph') show(doc.id);
    return doc.id;
  } catch (error) {
    tell(capital(sentence(error)), 'refused');
    return undefined;
  }
}

export async function createFile(name: string, text: string): Promise<DocId | undefined> {
  try {
    const doc = take((await session().request('create', { name, text })).document);
    if (doc.kind === 'graph') show(doc.id);
    return doc.id;
  } catch (error) {
    tell(capital(sentence(error)), 'refused');
    return undefined;
  }
}

/** A document that is no longer shown. With it go its steps: an undo would change it behind the user's back. One with changes
 * stays, to be saved. */
export function letGo(id: DocId | undefined): void {
  if (id === undefined || isDirty(docOf(id))) return;
  void session().request('close', { doc: id }).catch(() => undefined);
  known.delete(id);
  close(id);
}

/** The graph that the page shows and the preview plays. */
function show(doc: DocId): void {
  const before = view.getState().graph;
  view.setState({ graph: doc, place: { layer: 0, machine: [] }, selection: nothing, blend: undefined, back: [], forward: [], soloTransition: undefined });
  if (before !== doc) letGo(before);
  session().request('preview', { doc }).catch((error: unknown) => tell(capital(sentence(error)), 'refused'));
}

// ---- sending ----

function changed(doc: Doc): void {
  const one = known.get(doc.id);
  if (!one || one.due !== undefined || one.text === doc.text) return;
  one.due = setTimeout(() => {
    one.due = undefined;
    void send(doc.id);
  }, PAUSE);
}

function send(id: DocId): Promise<void> {
  const one = known.get(id);
  if (!one) return Promise.resolve();
  one.writing ??= sendAll(id, one).finally(() => {
    one.writing = undefined;
  });
  return one.writing;
}

// Until the server has what the page has.
async function sendAll(id: DocId, one: Known): Promise<void> {
  for (;;) {
    const doc = docOf(id);
    const change = doc && !doc.readOnly && !one.opening ? difference(one.text, doc.text) : undefined;
    if (!doc || !change || known.get(id) !== one || session().status.phase !== 'open') return;
    const { text } = doc;
    try {
      const reply = await session().request('edit', { doc: id, revision: one.revision, splices: toWire(one.text, [change]), hash: docHash(doc) });
      one.text = text;
      one.revision = reply.revision;
    } catch (error) {
      if (error instanceof RequestError && (error.code === 'away' || error.code === 'cut')) return; // the welcome after it sends again
      await again(id, one, error);
      return;
    }
  }
}

// The server did not take an edit: what it has is asked for, and the page's text is put over it where this tab writes.
async function again(id: DocId, one: Known, error: unknown): Promise<void> {
  const code = error instanceof RequestError ? error.code : '';
  if (code === 'not-writer') {
    setReadOnly(id, true);
    await reopen(id, one, 'theirs');
    tell(capital(sentence(error)), 'refused');
    return;
  }
  const kept = await reopen(id, one, 'mine');
  tell(kept ? 'The server had another text; yours has been sent to it again.' : `The server did not take the change, so the file was opened again. ${capital(sentence(error))}`, 'refused');
}

/** Opens again what the server has. `mine`: the page's text then goes over it, if this tab writes; true if it does. */
async function reopen(id: DocId, one: Known, whose: 'mine' | 'theirs'): Promise<boolean> {
  if (one.file === undefined || one.opening) return false;
  one.opening = true;
  try {
    const { document } = await session().request('open', { file: one.file });
    const mine = docOf(id);
    if (document.doc !== id) return replaced(id, document);
    one.text = document.text;
    one.revision = document.revision;
    if (whose === 'mine' && mine && document.writer) {
      setReadOnly(id, false);
      setSaved(id, document.saved);
      one.opening = false;
      const change = difference(document.text, mine.text);
      if (!change) return true;
      const reply = await session().request('edit', { doc: id, revision: one.revision, splices: toWire(document.text, [change]), hash: hashOf(mine.text) });
      one.text = mine.text;
      one.revision = reply.revision;
      changed(docOf(id)!);
      return true;
    }
    take(document);
    return false;
  } catch (error) {
    tell(capital(sentence(error)), 'refused');
    return false;
  } finally {
    one.opening = false;
  }
}

// The server was started again and calls the file by another number: what was typed here stays.
function replaced(id: DocId, document: Document): boolean {
  const mine = docOf(id);
  known.delete(id);
  const doc = take(document);
  const { graph, clips } = view.getState();
  if (graph === id) view.setState({ graph: doc.id });
  if (clips === id) view.setState({ clips: doc.id });
  if (graph === id) session().request('preview', { doc: doc.id }).catch(() => undefined);
  const kept = mine !== undefined && !doc.readOnly && mine.text !== doc.text && replaceText('What was typed here', doc.id, mine.text);
  close(id);
  return kept;
}

// ---- hearing ----

function hear(push: Push): void {
  switch (push.type) {
    case 'edited': {
      const one = known.get(push.doc);
      const doc = docOf(push.doc);
      if (!one || !doc || !push.splices || one.opening) return;
      follow(push.doc, fromWire(doc.text, push.splices));
      one.text = docOf(push.doc)!.text;
      one.revision = push.revision;
      if (hashOf(one.text) !== push.hash) void reopen(push.doc, one, 'theirs');
      break;
    }
    case 'saved':
      setSaved(push.doc, push.saved);
      break;
    case 'writer':
      setReadOnly(push.doc, !push.writer);
      if (!push.writer) tell('Another tab edits this file now; this one follows. “Edit here” takes it back.');
      break;
    case 'findings':
      setFindings(push.doc, push.revision, push.playable, push.findings);
      break;
    case 'changed':
      onDisk(push);
      break;
  }
}

function onDisk(push: Omit<ChangedPush, 'id'>): void {
  const doc = docOf(push.doc);
  if (!doc) return;
  if (push.hash === undefined) tell(`“${doc.name}” is gone from the disk. Saving writes it again.`, 'refused');
  else if (push.hash === docHash(doc)) setSaved(doc.id, push.hash);
  else offer({ kind: 'changed', doc: doc.id });
}

// ---- saving ----

async function inStep(id: DocId): Promise<Known | undefined> {
  const one = known.get(id);
  if (!one) return undefined;
  if (one.due !== undefined) clearTimeout(one.due);
  one.due = undefined;
  await send(id);
  return docOf(id)?.text === one.text ? one : undefined;
}

export async function save(id: DocId, over?: number): Promise<boolean> {
  endGesture();
  const doc = docOf(id);
  if (!doc) return false;
  const one = await inStep(id);
  if (!one) {
    tell(`“${doc.name}” was not saved: the server does not have all changes yet. Try again.`, 'refused');
    return false;
  }
  try {
    const reply = await session().request('save', over === undefined ? { doc: id, revision: one.revision } : { doc: id, revision: one.revision, over });
    setSaved(id, reply.saved);
    tell(`Saved ${doc.name}`);
    return true;
  } catch (error) {
    if (error instanceof RequestError && error.code === 'conflict') await conflict(id);
    else tell(capital(sentence(error)), 'refused');
    return false;
  }
}

export async function saveAll(): Promise<void> {
  for (const doc of documents.getState().docs.values()) if (isDirty(doc) && !doc.readOnly && !(await save(doc.id))) return;
}

/** Both versions, for the user to choose. */
export async function conflict(id: DocId): Promise<void> {
  try {
    const disk = await session().request('disk', { doc: id });
    if (disk.text === undefined || disk.hash === undefined) tell('The file is gone from the disk. Saving writes it again.', 'refused');
    else offer({ kind: 'conflict', doc: id, text: disk.text, hash: disk.hash });
  } catch (error) {
    tell(capital(sentence(error)), 'refused');
  }
}

/** The version on the disk becomes the page's, as a step that can be undone. */
export function takeDisk(id: DocId, text: string, hash: number): void {
  replaceText('Take the version on the disk', id, text);
  setSaved(id, hash);
}

/** Ends the offer of a recovery copy. */
export async function recover(id: DocId, accept: boolean): Promise<void> {
  try {
    const { document } = await session().request('recover', { doc: id, take: accept });
    take(document);
    tell(accept ? 'The unsaved work is back. Save to keep it.' : 'The unsaved work was thrown away.');
  } catch (error) {
    tell(capital(sentence(error)), 'refused');
  }
}

/** This tab edits from now on. */
export async function takeOver(id: DocId): Promise<void> {
  try {
    const { document } = await session().request('take', { doc: id });
    const doc = docOf(id);
    if (doc && doc.text === document.text) {
      setReadOnly(id, !document.writer);
      Object.assign(known.get(id) ?? {}, { revision: document.revision, text: document.text });
    } else take(document);
    tell('This tab edits the file now.');
  } catch (error) {
    tell(capital(sentence(error)), 'refused');
  }
}

/** A document that was asked for: one that is open already stays as it is, with its history. */
export function adopt(document: Document): Doc {
  const open = docOf(document.doc);
  return open && known.get(document.doc)?.text === document.text ? open : take(document);
}

/** Whether everything that was typed has reached the server: for tests. */
export function isInStep(): boolean {
  return [...known].every(([id, one]) => one.writing === undefined && one.due === undefined && docOf(id)?.text === one.text);
}

export function hashOnServer(id: DocId): { revision: number; hash: number } | undefined {
  const one = known.get(id);
  return one && { revision: one.revision, hash: hashOf(one.text) };
}

// ---- beginning ----

let opened = false;

export const begun = { ready: false };

async function welcome(socket: Socket): Promise<void> {
  if (opened) {
    for (const [id, one] of [...known]) await reopen(id, one, 'mine');
    return;
  }
  opened = true;
  const file = socket.welcome?.opened;
  if (file !== undefined) await openFile(file);
  else view.setState({ dialog: 'open' });
  begun.ready = true;
}

/** Where the machine that is shown has gone, by an undo or a tab that writes, the nearest one around it is shown. */
function keepPlace(doc: Doc): void {
  const { graph, place } = view.getState();
  if (doc.id !== graph || doc.tree.fault) return;
  const there = nearest(graphOf(doc), place);
  if (there !== place) view.setState({ place: there, selection: nothing, blend: undefined });
}

export function startDocuments(): void {
  const socket = startSession();
  socket.onPush(hear);
  socket.onWelcome(() => void welcome(socket));
  onText(changed);
  onText(keepPlace);
  if (socket.status.phase === 'open') void welcome(socket);
  window.addEventListener('beforeunload', (event) => {
    if ([...documents.getState().docs.values()].some((doc) => isDirty(doc) && !doc.readOnly)) event.preventDefault();
  });
}
