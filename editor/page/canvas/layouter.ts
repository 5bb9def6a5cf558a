// Asks the layout's worker; one worker for the page, made when it is first needed.

import type { LayoutPlaces, LayoutTask } from './layout';

let worker: Worker | null = null;
let last = 0;
const waiting = new Map<number, { resolve(places: LayoutPlaces): void; reject(error: Error): void }>();

function start(): Worker {
  const made = new Worker(new URL('layout.js', document.baseURI), { type: 'module' });
  made.onmessage = (event: MessageEvent<{ id: number; places?: LayoutPlaces; error?: string }>) => {
    const { id, places, error } = event.data;
    const who = waiting.get(id);
    waiting.delete(id);
    if (places) who?.resolve(places);
    else who?.reject(new Error(error ?? 'the layout failed'));
  };
  made.onerror = () => {
    worker = null;
    for (const who of waiting.values()) who.reject(new Error('the layout could not be started'));
    waiting.clear();
  };
  return made;
}

export function layOutAside(task: LayoutTask): Promise<LayoutPlaces> {
  if (task.boxes.length === 0) return Promise.resolve([]);
  worker ??= start();
  const id = ++last;
  const answer = new Promise<LayoutPlaces>((resolve, reject) => waiting.set(id, { resolve, reject }));
  worker.postMessage({ id, task });
  return answer;
}
