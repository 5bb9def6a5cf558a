// The layout's own thread, so that a large graph does not stop the page: dist/layout.js.

import { layOut, type LayoutPlaces, type LayoutTask } from './layout';

type Port = {
  onmessage: ((event: MessageEvent<{ id: number; task: LayoutTask }>) => void) | null;
  postMessage(message: { id: number; places?: LayoutPlaces; error?: string }): void;
};

const port = self as unknown as Port;
port.onmessage = (event) => {
  const { id, task } = event.data;
  try {
    port.postMessage({ id, places: layOut(task) });
  } catch (error) {
    port.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
};
