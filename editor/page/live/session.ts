/* The page's connection, made once, with the bus at its end. */
import { live } from './bus';
import { followFiles } from './files';
import { openSocket, type Socket } from './socket';

let socket: Socket | null = null;

/* Safe to call again. */
export function startSession(): Socket {
  if (socket) return socket;
  const made = openSocket();
  socket = made;
  live.attach(made);
  made.onHeard((heard) => live.hear(heard));
  made.onPush((push) => live.push(push));
  followFiles(made);
  made.onWelcome(() => void watch(true));
  made.start();
  return made;
}

/* Throws before startSession: nothing of the page is shown before that. */
export function session(): Socket {
  if (!socket) throw new Error('the page has no connection yet');
  return socket;
}

// ---- what of the preview is wanted: nothing is sent that nobody shows ----

type Wanted = 'state' | 'pose' | 'why';

const wanted: Record<Wanted, number> = { state: 0, pose: 0, why: 0 };
let said = '';
let due = false;

/* Until the function that it returns is called. */
export function want(what: Wanted): () => void {
  wanted[what]++;
  ask();
  let held = true;
  return () => {
    if (held) wanted[what]--;
    held = false;
    ask();
  };
}

function ask(): void {
  if (due) return;
  due = true;
  queueMicrotask(() => {
    due = false;
    void watch(false);
  });
}

async function watch(again: boolean): Promise<void> {
  const fields = { state: wanted.state > 0, pose: wanted.pose > 0, why: wanted.why > 0 };
  const text = JSON.stringify(fields);
  if (!socket || socket.status.phase !== 'open' || (!again && text === said)) return;
  said = text;
  await socket.request('watch', fields).catch(() => {
    said = '';
  });
}
