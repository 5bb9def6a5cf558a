/* Weights of layers in the preview. Rebinding keeps what a player's weight was set to, as a game wants it; so a weight that
   the document says anew is told to the preview too, and what is muted stays so when it starts again. */
import { onText } from '../document/store';
import { graphOf } from '../graph/view';
import { view } from '../app/view';
import type { LayerView } from '../graph/types';
import { live } from './bus';

function tell(layer: LayerView, weight: number): void {
  const index = live.preview.findLayer(layer.name);
  if (index >= 0) live.weight(index, weight);
}

/* Gives what ends it. */
export function followWeights(): () => void {
  return onText((doc, before) => {
    const { graph, mutedLayers } = view.getState();
    if (doc.id !== graph || !doc.tree.root || !before.tree.root) return;
    const was = new Map(graphOf(before).layers.map((layer) => [layer.id, layer.weight]));
    for (const layer of graphOf(doc).layers) {
      const old = was.get(layer.id);
      if (old !== undefined && old !== layer.weight && layer.weightParameter === undefined && !mutedLayers.includes(layer.id)) tell(layer, layer.weight);
    }
  });
}

/* After a start from the defaults. */
export function muteAgain(layers: readonly LayerView[]): void {
  for (const layer of layers) if (view.getState().mutedLayers.includes(layer.id)) tell(layer, 0);
}
