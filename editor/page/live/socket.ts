/* The page's one connection to `sinew edit`. Invariants: the first message is hello; what does not pass the generated checks
   reaches nobody; every request is answered once, by the server or by a sentence that says why not. */
import {
  PROTOCOL, checkMessage, checkRequest, readHeard,
  type Heard, type Push, type Reply, type Requests, type WelcomeReply,
} from '../../generated/protocol';

export type Phase = 'connecting' | 'open' | 'lost' | 'refused';

export interface Status {
  phase: Phase;
  sentence: string; // '' while all is well
}

export class RequestError extends Error {
  constructor(readonly code: string, message: string) {
    super(message);
    this.name = 'RequestError';
  }
}

/* As much of a WebSocket as is used, so that tests can stand in for one. */
export interface Wire {
  binaryType: string;
  readyState: number;
  send(data: string | Uint8Array<ArrayBuffer>): void;
  close(): void;
  onopen: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
}

/* What lets the page in: the token, or a ticket, which the server takes once and gives the token for. */
export type Pass = { token: string } | { ticket: string };

interface Waiting {
  reply: string;
  done(reply: Reply): void;
  fail(error: RequestError): void;
}

const REPLY_OF: Record<keyof Requests, Reply['type']> = {
  hello: 'welcome', list: 'files', open: 'document', create: 'document', edit: 'edited', save: 'saved', text: 'text',
  disk: 'disk', recover: 'document', take: 'document', close: 'done', preview: 'done', show: 'done', weights: 'weights',
  triangles: 'triangles', watch: 'done', licenses: 'licenses',
};

const FIRST_WAIT = 250; // milliseconds, doubled each time
const LONGEST_WAIT = 4000;

const TEXT = {
  connecting: 'Connecting to the editor’s server …',
  lost: 'The editor’s server does not answer; trying again. Is “sinew edit” still running?',
  token: 'This page has no token, so the server will not talk to it. Open the whole address that “sinew edit” has printed.',
  cut: 'The connection was lost before the server answered.',
  away: 'The editor’s server does not answer just now, so nothing was done.',
};

export class Socket {
  status: Status = { phase: 'connecting', sentence: TEXT.connecting };
  welcome: WelcomeReply | null = null;
  /* What a message that did not pass the checks was: shown in the status line, and counted by tests. */
  rejected: string[] = [];

  private wire: Wire | null = null;
  private next = 1;
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private readonly listeners = {
    push: new Set<(push: Push) => void>(), heard: new Set<(heard: Heard) => void>(),
    status: new Set<(status: Status) => void>(), welcome: new Set<(welcome: WelcomeReply) => void>(),
  };

  constructor(private pass: Pass | null, private readonly connect: () => Wire, private readonly keep: (token: string) => void = () => undefined) {}

  start(): void {
    if (!this.pass) return this.say('refused', TEXT.token);
    if (this.status.phase !== 'lost') this.say('connecting', TEXT.connecting);
    const wire = this.connect();
    this.wire = wire;
    wire.binaryType = 'arraybuffer';
    wire.onopen = () => this.hello();
    wire.onmessage = (event) => this.message(event.data);
    wire.onclose = () => this.closed(wire);
  }

  stop(): void {
    clearTimeout(this.timer);
    const wire = this.wire;
    this.wire = null;
    wire?.close();
    this.failAll(TEXT.cut);
  }

  /* Tries at once what it would try later. */
  retry(): void {
    if (this.status.phase !== 'lost' || this.wire) return;
    clearTimeout(this.timer);
    this.start();
  }

  request<T extends keyof Requests>(type: T, fields: Requests[T]['fields']): Promise<Requests[T]['reply']> {
    const message = { type, id: this.next++, ...fields };
    const wrong = checkRequest(message);
    if (wrong) return Promise.reject(new RequestError('protocol', `The page asked for what the protocol does not have: ${wrong}.`));
    if (!this.wire || this.wire.readyState !== 1 || (type !== 'hello' && this.status.phase !== 'open'))
      return Promise.reject(new RequestError('away', this.status.phase === 'refused' ? this.status.sentence : TEXT.away));
    return new Promise<Requests[T]['reply']>((resolve, reject) => {
      this.waiting.set(message.id, {
        reply: REPLY_OF[type], done: (reply) => resolve(reply as Requests[T]['reply']), fail: reject,
      });
      this.wire?.send(JSON.stringify(message));
    });
  }

  /* To a game; dropped while there is no connection, as live values are of the moment. */
  tell(bytes: Uint8Array<ArrayBuffer>): boolean {
    if (this.status.phase !== 'open' || !this.wire || this.wire.readyState !== 1) return false;
    this.wire.send(bytes);
    return true;
  }

  onPush = (fn: (push: Push) => void): (() => void) => this.listen(this.listeners.push, fn);
  onHeard = (fn: (heard: Heard) => void): (() => void) => this.listen(this.listeners.heard, fn);
  onStatus = (fn: (status: Status) => void): (() => void) => this.listen(this.listeners.status, fn);
  /* Also after each time that the connection came back: documents are then opened again. */
  onWelcome = (fn: (welcome: WelcomeReply) => void): (() => void) => this.listen(this.listeners.welcome, fn);

  private listen<F>(set: Set<F>, fn: F): () => void {
    set.add(fn);
    return () => void set.delete(fn);
  }

  private say(phase: Phase, sentence: string): void {
    this.status = { phase, sentence };
    for (const fn of this.listeners.status) fn(this.status);
  }

  private hello(): void {
    this.request('hello', { protocol: PROTOCOL, ...this.pass }).then(
      (welcome) => {
        if (welcome.token) {
          this.pass = { token: welcome.token };
          this.keep(welcome.token);
        }
        if (welcome.protocol !== PROTOCOL)
          return this.refuse(`The server speaks version ${welcome.protocol} of the protocol, this page ${PROTOCOL}; load the page again.`);
        this.wait = FIRST_WAIT;
        this.welcome = welcome;
        this.say('open', '');
        for (const fn of this.listeners.welcome) fn(welcome);
      },
      (error: RequestError) => {
        if (error.code !== 'cut') this.refuse(error.message);
      },
    );
  }

  private refuse(sentence: string): void {
    this.say('refused', sentence);
    this.stop();
  }

  private message(data: unknown): void {
    if (typeof data === 'string') this.text(data);
    else if (data instanceof ArrayBuffer) this.binary(new Uint8Array(data));
  }

  private text(data: string): void {
    let value: unknown;
    try {
      value = JSON.parse(data);
    } catch {
      return this.reject('the server sent what is no JSON');
    }
    const wrong = checkMessage(value);
    if (wrong) return this.reject(wrong, value);
    const id = (value as { id?: unknown }).id;
    if (typeof id === 'number') return this.answer(id, value as Reply);
    for (const fn of this.listeners.push) fn(value as Push);
  }

  private answer(id: number, reply: Reply): void {
    const waiting = this.waiting.get(id);
    if (!waiting) return this.reject(`an answer to ${id}, which was not asked`);
    this.waiting.delete(id);
    if (reply.type === 'failed') waiting.fail(new RequestError(reply.code, reply.message));
    else if (reply.type !== waiting.reply) waiting.fail(new RequestError('protocol', `The server answered “${reply.type}” where “${waiting.reply}” was due.`));
    else waiting.done(reply);
  }

  private binary(bytes: Uint8Array): void {
    let heard: Heard;
    try {
      heard = readHeard(bytes);
    } catch (error) {
      return this.reject(error instanceof Error ? error.message : String(error));
    }
    for (const fn of this.listeners.heard) fn(heard);
  }

  private reject(sentence: string, value?: unknown): void {
    this.rejected.push(sentence);
    if (this.rejected.length > 50) this.rejected.shift();
    const id = (value as { id?: unknown } | undefined)?.id;
    const waiting = typeof id === 'number' ? this.waiting.get(id) : undefined;
    if (waiting) {
      this.waiting.delete(id as number);
      waiting.fail(new RequestError('protocol', `The server’s answer was not understood: ${sentence}.`));
    }
    console.warn(`sinew: a message was left out: ${sentence}`);
  }

  private closed(wire: Wire): void {
    if (wire !== this.wire) return;
    this.wire = null;
    this.failAll(TEXT.cut);
    if (this.status.phase === 'refused') return;
    this.say('lost', TEXT.lost);
    this.timer = setTimeout(() => this.start(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  private failAll(sentence: string): void {
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const waiting of all) waiting.fail(new RequestError('cut', sentence));
  }
}

const TOKEN = 'sinew-token';
const TICKET = 'sinew-ticket';

/* Token or ticket stand in the address's fragment, which no server is sent. They leave the address bar at once, so that
   they are in no history and no screenshot, and stay for this tab, so that loading the page again works. */
export function takePass(place: Location, history: History, storage: Storage): Pass | null {
  const said = new URLSearchParams(place.hash.slice(1));
  const given = { token: said.get('token'), ticket: said.get('ticket') };
  if (given.token) keepToken(storage, given.token);
  else if (given.ticket) storage.setItem(TICKET, given.ticket);
  if (given.token || given.ticket) history.replaceState(null, '', place.pathname + place.search);
  const ticket = storage.getItem(TICKET);
  const token = storage.getItem(TOKEN);
  return ticket ? { ticket } : token ? { token } : null;
}

export function keepToken(storage: Storage, token: string): void {
  storage.setItem(TOKEN, token);
  storage.removeItem(TICKET);
}

/* Host and port are the page's own. */
export const socketAddress = (place: Location): string => `ws://${place.host}/socket`;

export const openSocket = (): Socket =>
  new Socket(takePass(window.location, window.history, window.sessionStorage), () =>
    new WebSocket(socketAddress(window.location)) as unknown as Wire, (token) => keepToken(window.sessionStorage, token));
