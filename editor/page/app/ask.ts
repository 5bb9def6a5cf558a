// What commands ask of the parts of the page that are shown: the canvas to fit, a panel to take the focus.
export type Asked =
  | 'fit' | 'fit-selection' | 'zoom-in' | 'zoom-out' | 'zoom-1' | 'layout-all' | 'layout-selection' | 'minimap'
  | 'focus-canvas' | 'focus-parameters' | 'focus-inspector' | 'focus-clips' | 'focus-timeline';

const listeners = new Set<(asked: Asked) => void>();

export function ask(asked: Asked): void {
  for (const listener of listeners) listener(asked);
}

/** Gives what ends it. */
export function onAsk(listener: (asked: Asked) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
