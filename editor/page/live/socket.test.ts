import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PROTOCOL, tell, type Push } from '../../generated/protocol';
import { keepToken, RequestError, Socket, takePass, type Pass, type Wire } from './socket';

class Fake implements Wire {
  binaryType = '';
  readyState = 0;
  sent: (string | Uint8Array)[] = [];
  onopen: Wire['onopen'] = null;
  onclose: Wire['onclose'] = null;
  onmessage: Wire['onmessage'] = null;
  send(data: string | Uint8Array): void {
    this.sent.push(data);
  }
  close(): void {
    this.drop();
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.(undefined as never);
  }
  drop(): void {
    this.readyState = 3;
    this.onclose?.(undefined as never);
  }
  says(value: unknown): void {
    this.onmessage?.({ data: JSON.stringify(value) });
  }
  last(): { type: string; id: number } & Record<string, unknown> {
    return JSON.parse(this.sent[this.sent.length - 1] as string);
  }
}

let wires: Fake[] = [];
const wire = (): Fake => wires[wires.length - 1]!;
const kept: string[] = [];
const made = (pass: Pass | null = { token: 'secret' }): Socket =>
  new Socket(pass, () => {
    wires.push(new Fake());
    return wire();
  }, (token) => void kept.push(token));
const settle = (): Promise<void> => Promise.resolve().then(() => undefined).then(() => undefined);

async function opened(): Promise<Socket> {
  const socket = made();
  socket.start();
  wire().open();
  wire().says({ type: 'welcome', id: wire().last().id, protocol: PROTOCOL, version: '1', project: 'p', files: [] });
  await settle();
  return socket;
}

beforeEach(() => {
  wires = [];
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the connection', () => {
  it('says hello first, and nothing before it is welcome', async () => {
    const socket = made();
    socket.start();
    await expect(socket.request('list', {})).rejects.toMatchObject({ code: 'away' });
    wire().open();
    expect(wire().last()).toMatchObject({ type: 'hello', protocol: PROTOCOL, token: 'secret' });
    await expect(socket.request('list', {})).rejects.toMatchObject({ code: 'away' });
    expect(socket.tell(tell.restart(0))).toBe(false);
    expect(wire().sent.length).toBe(1);
  });
  it('does not even try without a token', () => {
    const socket = made(null);
    socket.start();
    expect(wires.length).toBe(0);
    expect(socket.status).toMatchObject({ phase: 'refused' });
    expect(socket.status.sentence).toContain('sinew edit');
  });
  it('answers each request with its own reply, in any order', async () => {
    const socket = await opened();
    const list = socket.request('list', {});
    const first = wire().last().id;
    const text = socket.request('text', { doc: 3 });
    wire().says({ type: 'text', id: wire().last().id, doc: 3, revision: 1, hash: 9, text: '{}' });
    wire().says({ type: 'files', id: first, files: [{ id: 1, name: 'a.animgraph', kind: 'graph' }] });
    expect((await text).text).toBe('{}');
    expect((await list).files.length).toBe(1);
  });
  it('turns a refusal into an error with the server’s sentence', async () => {
    const socket = await opened();
    const save = socket.request('save', { doc: 1, revision: 1 });
    wire().says({ type: 'failed', id: wire().last().id, code: 'changed', message: 'The file has changed.' });
    await expect(save).rejects.toEqual(new RequestError('changed', 'The file has changed.'));
  });
  it('leaves out what the protocol does not have, and goes on', async () => {
    const socket = await opened();
    const heard: Push[] = [];
    socket.onPush((push) => heard.push(push));
    for (const bad of [{ type: 'writer', doc: '1', writer: true }, { type: 'nonsense' }, null, [], { type: '__proto__' }, { type: 'writer', doc: 1 }])
      wire().says(bad);
    wire().onmessage?.({ data: '{' });
    wire().onmessage?.({ data: new Uint8Array([3, PROTOCOL, 0, 0]).buffer });
    wire().onmessage?.({ data: new Uint8Array(4000).buffer });
    expect(heard).toEqual([]);
    expect(socket.rejected.length).toBe(9);
    wire().says({ type: 'writer', doc: 1, writer: false });
    expect(heard).toEqual([{ type: 'writer', doc: 1, writer: false }]);
  });
  it('fails a request whose answer is another kind or malformed', async () => {
    const socket = await opened();
    const one = socket.request('list', {});
    wire().says({ type: 'done', id: wire().last().id });
    await expect(one).rejects.toMatchObject({ code: 'protocol' });
    const two = socket.request('list', {});
    wire().says({ type: 'files', id: wire().last().id, files: 7 });
    await expect(two).rejects.toMatchObject({ code: 'protocol' });
  });
  it('comes back by itself, waits longer each time, and says so meanwhile', async () => {
    const socket = await opened();
    const welcomes = vi.fn();
    socket.onWelcome(welcomes);
    const pending = socket.request('list', {});
    wire().drop();
    await expect(pending).rejects.toMatchObject({ code: 'cut' });
    expect(socket.status).toMatchObject({ phase: 'lost' });
    vi.advanceTimersByTime(250);
    expect(wires.length).toBe(2);
    wire().drop();
    vi.advanceTimersByTime(499);
    expect(wires.length).toBe(2);
    vi.advanceTimersByTime(1);
    wire().open();
    wire().says({ type: 'welcome', id: wire().last().id, protocol: PROTOCOL, version: '1', project: 'p', files: [] });
    await settle();
    expect(welcomes).toHaveBeenCalledTimes(1);
    expect(socket.status).toEqual({ phase: 'open', sentence: '' });
  });
  it('does not knock again where it was refused', async () => {
    const socket = made();
    socket.start();
    wire().open();
    wire().says({ type: 'failed', id: wire().last().id, code: 'token', message: 'That is not the token.' });
    await settle();
    vi.advanceTimersByTime(60000);
    expect(wires.length).toBe(1);
    expect(socket.status).toEqual({ phase: 'refused', sentence: 'That is not the token.' });
  });
});

describe('token and ticket', () => {
  const at = (hash: string): Location => ({ hash, pathname: '/', search: '' }) as Location;
  const storageOf = (items = new Map<string, string>()): Storage => ({
    setItem: (k: string, v: string) => void items.set(k, v), getItem: (k: string) => items.get(k) ?? null,
    removeItem: (k: string) => void items.delete(k),
  }) as unknown as Storage;
  const historyOf = (): History => ({ replaceState: vi.fn() }) as unknown as History;

  it('the token leaves the address bar and stays for the tab', () => {
    const storage = storageOf();
    const history = historyOf();
    expect(takePass(at('#token=0123456789abcdef'), history, storage)).toEqual({ token: '0123456789abcdef' });
    expect(history.replaceState).toHaveBeenCalledWith(null, '', '/');
    expect(takePass(at(''), history, storage)).toEqual({ token: '0123456789abcdef' });
    expect(takePass(at(''), history, storageOf())).toBeNull();
  });
  it('a ticket does too, until the token that it was good for takes its place', () => {
    const storage = storageOf();
    const history = historyOf();
    keepToken(storage, 'of an earlier server at this port');
    expect(takePass(at('#ticket=1'), history, storage)).toEqual({ ticket: '1' });
    expect(history.replaceState).toHaveBeenCalledWith(null, '', '/');
    expect(takePass(at(''), history, storage)).toEqual({ ticket: '1' });
    keepToken(storage, '2');
    expect(takePass(at(''), history, storage)).toEqual({ token: '2' });
  });
  it('the token is said from then on, also to a connection that comes later', async () => {
    const socket = made({ ticket: '1' });
    socket.start();
    wire().open();
    expect(wire().last()).toMatchObject({ type: 'hello', ticket: '1' });
    wire().says({ type: 'welcome', id: wire().last().id, protocol: PROTOCOL, version: '1', project: 'p', files: [], token: 'of the tab' });
    await settle();
    expect(kept).toEqual(['of the tab']);
    wire().drop();
    vi.advanceTimersByTime(1000);
    wire().open();
    expect(wires.length).toBe(2);
    expect(wire().last()).toMatchObject({ type: 'hello', token: 'of the tab' });
    expect(wire().last()).not.toHaveProperty('ticket');
  });
});
