// The way to a machine: the layer, then the states on the way in, each with the sub-machines beside it.

import type { Place } from '../app/view';
import { machineAt } from '../graph/places';
import type { GraphView } from '../graph/types';

export interface CrumbPicture {
  readonly place: Place;
  readonly name: string;
  /** The sub-machines of the same machine, itself among them; of a layer none. */
  readonly siblings: readonly string[];
}

export function crumbsOf(graph: GraphView, place: Place): CrumbPicture[] {
  const { layer } = place;
  const crumbs: CrumbPicture[] = [{ place: { layer, machine: [] }, name: graph.layers[layer]?.name || 'Base', siblings: [] }];
  place.machine.forEach((name, i) => {
    const around = machineAt(graph, { layer, machine: place.machine.slice(0, i) });
    const siblings = around?.states.filter((state) => state.machine).map((state) => state.name) ?? [name];
    crumbs.push({ place: { layer, machine: place.machine.slice(0, i + 1) }, name, siblings });
  });
  return crumbs;
}
