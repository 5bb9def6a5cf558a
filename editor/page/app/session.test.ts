// The page against a server that does what the real one does with documents: revisions, hashes, one who writes.
import { beforeEach, expect, test, vi } from 'vitest';
import { applyAll, type Splice } from '../document/text';
import { close, docOf, documents, edit, gesture, isDirty, undo } from '../document/store';
import { hashOf } from '../document/wire';
import { hero } from '../testing/files';

type Fields = Record<string, unknown>;

// Bytes are what it holds, as the real one does.
class Server {
  id = 1;
  text = hero;
  disk: string | undefined = hero;
  saved = hashOf(hero);
  revision = 0;
  writer = true;
  refuse: string | undefined;
  phase = 'open';
  asked: { type: string; fields: Fields }[] = [];
  delay = 0;
  pushed: ((push: Fields) => void)[] = [];

  document() {
    return { doc: this.id, file: 7, name: 'hero.animgraph', kind: 'graph', text: this.text, revision: this.revision, hash: hashOf(this.text), saved: this.saved, writer: this.writer };
  }

  async request(type: string, fields: Fields): Promise<unknown> {
    this.asked.push({ type, fields });
    for (let turn = 0; turn < this.delay; turn++) await Promise.resolve();
    if (this.phase !== 'open') throw await failure('away');
    if (this.refuse && type === 'edit') {
      const code = this.refuse;
      this.refuse = undefined;
      throw await failure(code);
    }
    switch (type) {
      case 'open':
      case 'take': if (type === 'take') this.writer = true; return { document: this.document() };
      case 'edit': return this.edit(fields);
      case 'save': return this.save(fields);
      case 'disk': return this.disk === undefined ? {} : { text: this.disk, hash: hashOf(this.disk) };
      default: return {};
    }
  }

  private async edit(fields: Fields): Promise<unknown> {
    if (!this.writer) throw await failure('not-writer');
    if (fields['doc'] !== this.id) throw await failure('unknown-document');
    if (fields['revision'] !== this.revision) throw await failure('stale');
    let bytes = Buffer.from(this.text);
    for (const one of fields['splices'] as Splice[]) bytes = Buffer.concat([bytes.subarray(0, one.at), Buffer.from(one.insert), bytes.subarray(one.at + one.remove)]);
    if (hashOf(bytes.toString()) !== fields['hash']) throw await failure('hash');
    this.text = bytes.toString();
    return { revision: ++this.revision, hash: fields['hash'], doc: this.id };
  }

  private async save(fields: Fields): Promise<unknown> {
    if (fields['revision'] !== this.revision) throw await failure('stale');
    if (this.disk !== undefined && hashOf(this.disk) !== this.saved && fields['over'] !== hashOf(this.disk)) throw await failure('conflict');
    this.disk = this.text;
    this.saved = hashOf(this.text);
    return { doc: this.id, saved: this.saved };
  }
}

let server = new Server();
let welcomed: (() => void)[] = [];

async function failure(code: string): Promise<Error> {
  const { RequestError } = await import('../live/socket');
  return new RequestError(code, `it is ${code}`);
}

vi.mock('../live/session', () => {
  const socket = {
    get status() { return { phase: server.phase, sentence: '' }; },
    get welcome() { return { opened: 7 }; },
    request: (type: string, fields: Fields) => server.request(type, fields),
    onPush: (fn: (push: Fields) => void) => { server.pushed.push(fn); return () => undefined; },
    onWelcome: (fn: () => void) => { welcomed.push(fn); return () => undefined; },
  };
  return { session: () => socket, startSession: () => socket };
});

const settle = async () => { for (let turn = 0; turn < 100; turn++) await new Promise((done) => setImmediate(done)); };
const later = async () => { await new Promise((done) => setTimeout(done, 40)); await settle(); };

let session: typeof import('./session');
let offers: typeof import('./offers');
let view: typeof import('./view');

beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal('window', { addEventListener: () => undefined });
  server = new Server();
  welcomed = [];
  for (const id of [...documents.getState().docs.keys()]) close(id);
  // One module graph: the store that the session sees is loaded anew with it.
  session = await import('./session');
  offers = await import('./offers');
  view = await import('./view');
  store = await import('../document/store');
  session.startDocuments();
  await settle();
});

let store = { docOf, documents, edit, gesture, isDirty, undo };
const rig = (name: string) => store.edit('rig', server.id, (c) => c.set(['rig'], name));
const text = () => store.docOf(server.id)!.text;
const push = (fields: Fields) => { for (const fn of server.pushed) fn(fields); };
const edits = () => server.asked.filter((one) => one.type === 'edit').length;

test('the file that the server was started with is opened and played', () => {
  expect(view.view.getState().graph).toBe(1);
  expect(text()).toBe(hero);
  expect(server.asked.map((one) => one.type)).toEqual(['open', 'preview']);
});

test('what is typed reaches the server, a gesture in few edits', async () => {
  rig('é😀.glb');
  await later();
  expect(server.text).toBe(text());
  const before = edits();
  const drag = store.gesture('drag');
  for (let x = 0; x < 200; x++) drag.update(1, (c) => c.set(['layers', 0, 'machine', 'states', 'Move', 'position'], [x, x]));
  drag.commit();
  await later();
  expect(edits() - before).toBe(1);
  expect(server.text).toBe(text());
  store.undo();
  store.undo();
  await later();
  expect(server.text).toBe(hero);
  expect(session.isInStep()).toBe(true);
});

test('edits that come while one is under way follow it', async () => {
  server.delay = 50;
  for (let turn = 0; turn < 10; turn++) {
    rig(`model ${turn}.glb`);
    await new Promise((done) => setTimeout(done, 5));
  }
  await later();
  expect(server.text).toBe(text());
  expect(server.revision).toBe(edits());
});

test.each(['hash', 'stale', 'splice'])('an edit that is refused as “%s” is sent again over what the server has', async (code) => {
  server.refuse = code;
  rig('mine.glb');
  await later();
  expect(text()).toContain('mine.glb');
  expect(server.text).toBe(text());
  expect(view.view.getState().notice?.text).toContain('sent to it again');
  store.undo();
  await later();
  expect(server.text).toBe(hero);
});

test('who does not write any more follows, and can take it back', async () => {
  server.writer = false;
  rig('mine.glb');
  await later();
  expect(text()).toBe(hero);
  expect(store.docOf(1)!.readOnly).toBe(true);
  const at = hero.indexOf('hero.glb');
  server.text = applyAll(hero, [{ at, remove: 8, insert: 'ünd' }]);
  push({ type: 'edited', doc: 1, revision: ++server.revision, hash: hashOf(server.text), splices: [{ at, remove: 8, insert: 'ünd' }] });
  expect(text()).toBe(server.text);
  await session.takeOver(1);
  rig('back.glb');
  await later();
  expect(server.text).toBe(text());
  expect(text()).toContain('back.glb');
});

test('a push that does not come out makes the page ask for the whole', async () => {
  server.writer = false;
  push({ type: 'writer', doc: 1, writer: false });
  server.text = hero.replace('hero.glb', 'other.glb');
  push({ type: 'edited', doc: 1, revision: 5, hash: hashOf(server.text), splices: [{ at: 0, remove: 0, insert: ' ' }] });
  await settle();
  expect(text()).toBe(server.text);
});

test('what was typed while the server was away is sent when it is back, also to a new one', async () => {
  server.phase = 'lost';
  rig('away.glb');
  await later();
  expect(server.text).toBe(hero);
  server.phase = 'open';
  for (const fn of welcomed) fn();
  await later();
  expect(server.text).toContain('away.glb');
  const typed = text();
  server.phase = 'lost';
  rig('again.glb');
  await later();
  Object.assign(server, { id: 2, text: hero, revision: 0, phase: 'open' });
  for (const fn of welcomed) fn();
  await later();
  expect(view.view.getState().graph).toBe(2);
  expect(text()).toBe(typed.replace('away.glb', 'again.glb'));
  expect(server.text).toBe(text());
});

test('saving waits for what is under way, and dirty is what differs from the file', async () => {
  expect(store.isDirty(store.docOf(1))).toBe(false);
  rig('x.glb');
  expect(store.isDirty(store.docOf(1))).toBe(true);
  expect(await session.save(1)).toBe(true);
  expect(server.disk).toBe(text());
  expect(store.isDirty(store.docOf(1))).toBe(false);
  store.undo();
  expect(store.isDirty(store.docOf(1))).toBe(true);
});

test('a file that was changed outside is never written over without both having been shown', async () => {
  server.disk = hero.replace('hero.glb', 'theirs.glb');
  push({ type: 'changed', doc: 1, hash: hashOf(server.disk) });
  expect(offers.offers.getState().list).toMatchObject([{ kind: 'changed', doc: 1 }]);
  rig('mine.glb');
  expect(await session.save(1)).toBe(false);
  const both = offers.offers.getState().list.find((one) => one.kind === 'conflict');
  expect(both).toMatchObject({ doc: 1, text: server.disk, hash: hashOf(server.disk) });
  expect(server.disk).toContain('theirs.glb');
  expect(await session.save(1, hashOf(server.disk))).toBe(true);
  expect(server.disk).toContain('mine.glb');
  session.takeDisk(1, hero, hashOf(hero));
  expect(store.isDirty(store.docOf(1))).toBe(false);
  expect(store.undo()).toBe('Take the version on the disk');
});

test('a graph that another one takes the place of is closed with its steps; one with changes stays open', async () => {
  rig('x.glb');
  store.undo();
  expect(store.documents.getState().undone).toHaveLength(1);
  server.id = 2;
  expect(await session.openFile(8)).toBe(2);
  expect(store.docOf(1)).toBeUndefined();
  expect(store.documents.getState().undone).toHaveLength(0);
  expect(server.asked.filter((one) => one.type === 'close').map((one) => one.fields)).toEqual([{ doc: 1 }]);
  rig('y.glb');
  await later();
  server.id = 3;
  expect(await session.openFile(9)).toBe(3);
  expect(store.docOf(2)).toBeDefined();
  expect(store.documents.getState().done).toHaveLength(1);
});

test('a file that is open already keeps its history when it is asked for again', async () => {
  rig('x.glb');
  await later();
  await session.openFile(7);
  expect(store.documents.getState().done).toHaveLength(1);
  expect(text()).toContain('x.glb');
});
