// What commands see: the documents, the graph's view, what is shown and selected.
import { docOf, type Doc } from '../document/store';
import { clipsOf, graphOf } from '../graph/view';
import type { ClipsView, GraphView, LayerView, MachineView } from '../graph/types';
import { machineAt } from '../graph/places';
import { view, type ViewState } from '../app/view';

export interface View {
  readonly doc: Doc | undefined; // the graph's document
  readonly clipsDoc: Doc | undefined;
  readonly graph: GraphView | undefined;
  readonly clips: ClipsView | undefined;
  readonly state: ViewState;
  readonly layer: LayerView | undefined; // those that are shown
  readonly machine: MachineView | undefined;
}

export function context(): View {
  const state = view.getState();
  const doc = docOf(state.graph);
  const clipsDoc = docOf(state.clips);
  const graph = doc && graphOf(doc);
  return {
    doc,
    clipsDoc,
    graph,
    clips: clipsDoc && clipsOf(clipsDoc),
    state,
    layer: graph?.layers[state.place.layer],
    machine: graph && machineAt(graph, state.place),
  };
}
