/* The files of the project folder, as the server told them last. */
import { createStore, useStore } from 'zustand';
import type { File } from '../../generated/protocol';
import type { Socket } from './socket';

export const files = createStore<{ files: readonly File[] }>(() => ({ files: [] }));

export const useFiles = (): readonly File[] => useStore(files, (state) => state.files);

export function followFiles(socket: Socket): void {
  socket.onWelcome((welcome) => files.setState({ files: welcome.files }));
  socket.onPush((push) => {
    if (push.type === 'files') files.setState({ files: push.files });
  });
}

/* Asks again: another program may have put one there. */
export async function listFiles(socket: Socket): Promise<void> {
  const reply = await socket.request('list', {});
  files.setState({ files: reply.files });
}
