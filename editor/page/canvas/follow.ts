// From what the live bus tells to what the overlay shows. A transition is told by its machine and its place in the list;
// the document knows its id.

import type { Place } from '../app/view';
import { machineAt } from '../graph/places';
import type { GraphView } from '../graph/types';
import type { Id } from '../document/ids';
import { live, HELD, NONE, type LiveBus, type Source } from '../live/bus';
import { Overlay, pageElements, type LayerNow } from './overlay';

const parts = (path: string): string[] => (path === '' ? [] : path.split('/'));

function transitionId(source: Source, graph: GraphView, index: number): Id | undefined {
  const it = source.graph?.transitions[index];
  if (!it) return undefined;
  const place: Place = { layer: it.layer, machine: it.machine === NONE ? [] : parts(source.statePath(it.machine)) };
  const found = machineAt(graph, place)?.transitions[it.index];
  const to = it.to === NONE ? '<exit>' : parts(source.statePath(it.to)).at(-1);
  return found && found.to === to ? found.id : undefined;
}

export function layersNow(source: Source, graph: GraphView): LayerNow[] {
  const names = source.graph;
  if (!names || !source.state) return [];
  return source.state.layers.flatMap((now, layer): LayerNow[] => {
    if (layer >= names.layers.length || now.state === NONE || now.state === HELD) return [];
    const fade = source.fadeOf(layer);
    return [{
      layer,
      state: parts(source.statePath(now.state)),
      progress: now.progress,
      fade: fade && {
        from: fade.from === HELD || fade.from === NONE ? undefined : parts(source.statePath(fade.from)),
        to: parts(source.statePath(fade.to)),
        transition: transitionId(source, graph, fade.transition),
        t: fade.t,
      } || undefined,
    }];
  });
}

/** Marks the canvas as the current source says, until the returned function is called. */
export function followLive(graph: () => GraphView | undefined, bus: LiveBus = live, overlay: Overlay = new Overlay(pageElements)): { show(): void; end(): void } {
  const show = (): void => {
    const now = graph();
    overlay.show(now ? layersNow(bus.source, now) : []);
  };
  const stop = bus.on(['graph', 'state'], show);
  show();
  return {
    show,
    end() {
      stop();
      overlay.show([]);
    },
  };
}
