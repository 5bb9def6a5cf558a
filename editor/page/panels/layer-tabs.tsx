// The layers as tabs: the one that is shown; what lies over it comes after it.
import { Eye, EyeOff, Plus, ScanEye, Trash2 } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { goTo, useView } from '../app/view';
import type { LayerView } from '../graph/types';
import { perform } from '../commands/run';
import { useReorder } from './fields';
import { useGraph } from './use';

function told(layer: LayerView): string {
  const weight = layer.weightParameter ?? (layer.weight === 1 ? undefined : String(layer.weight));
  const mask = typeof layer.mask === 'string' ? layer.mask : layer.mask ? 'mask' : undefined;
  return [layer.blend === 'additive' ? 'additive' : undefined, weight && `weight ${weight}`, mask].filter((one) => one !== undefined).join(', ');
}

export function LayerTabs() {
  const graph = useGraph();
  const shown = useView((state) => state.place.layer);
  const solo = useView((state) => state.soloLayer);
  const muted = useView((state) => state.mutedLayers);
  const drag = useReorder(graph?.layers.length ?? 0, (from, to) => perform('layer.move', { from, to }), true);
  if (!graph) return null;
  const keys = (event: KeyboardEvent, index: number): void => {
    const to = event.key === 'ArrowRight' ? index + 1 : event.key === 'ArrowLeft' ? index - 1 : -1;
    if (event.altKey || to < 0 || to >= graph.layers.length) return;
    goTo({ layer: to, machine: [] });
    event.preventDefault();
    (event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role="tab"]')[to])?.focus();
  };
  const layer = graph.layers[shown];
  return (
    <div className="layers">
      <div role="tablist" aria-label="Layers">
        {graph.layers.map((one) => {
          const { handle, row: { onKeyDown, ...row } } = drag(one.index);
          return (
            <button key={one.id} type="button" role="tab" aria-selected={one.index === shown} tabIndex={one.index === shown ? 0 : -1} title={`${told(one) || 'replaces what lies below, at full weight'}; Alt with ← or → changes the order`} {...handle} {...row}
              onClick={() => goTo({ layer: one.index, machine: [] })} onKeyDown={(event) => { onKeyDown(event); keys(event, one.index); }}>
              <bdi>{one.name || 'no name'}</bdi>{told(one) !== '' && <span className="dim"> {told(one)}</span>}{muted.includes(one.id) && <EyeOff aria-label="muted" />}
            </button>
          );
        })}
      </div>
      {layer && (
        <>
          <button type="button" className="icon" aria-label="Show this layer alone in the preview" aria-pressed={solo === layer.id} title="Show this layer alone in the preview" onClick={() => perform('layer.solo')}><ScanEye aria-hidden /></button>
          <button type="button" className="icon" aria-label="Mute this layer in the preview" aria-pressed={muted.includes(layer.id)} title="Mute this layer in the preview" onClick={() => perform('layer.mute')}>{muted.includes(layer.id) ? <EyeOff aria-hidden /> : <Eye aria-hidden />}</button>
          <button type="button" className="icon" aria-label="Add a layer" title="Add a layer" onClick={() => perform('layer.add')}><Plus aria-hidden /></button>
          {graph.layers.length > 1 && <button type="button" className="icon" aria-label="Delete this layer" title="Delete this layer" onClick={() => perform('layer.delete')}><Trash2 aria-hidden /></button>}
        </>
      )}
    </div>
  );
}
