/* The viewport that is on the page, for commands: there is one, or none. */
import type { Viewer } from './scene';

let shown: Viewer | null = null;

export const setViewer = (viewer: Viewer | null): void => {
  shown = viewer;
};

export const viewer = (): Viewer | null => shown;
