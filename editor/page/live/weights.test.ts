import { beforeEach, expect, test } from 'vitest';
import { nothing, view } from '../app/view';
import { context } from '../commands/context';
import { perform, performAny } from '../commands/run';
import { close, documents, open, redo, undo } from '../document/store';
import { hero } from '../testing/files';
import { live } from './bus';
import { followWeights } from './weights';

let told: [number, number][];
let end: () => void;

beforeEach(() => {
  end?.();
  for (const id of [...documents.getState().docs.keys()]) close(id);
  open({ id: 1, name: 'hero.animgraph', kind: 'graph', text: hero });
  view.setState({ graph: 1, clips: undefined, place: { layer: 1, machine: [] }, selection: nothing, mutedLayers: [] });
  live.preview.graph = { layers: context().graph!.layers.map(({ name }) => ({ name })) } as unknown as typeof live.preview.graph;
  told = [];
  live.weight = (layer, weight) => told.push([layer, weight]) > 0;
  live.restart = () => true;
  end = followWeights();
});

test('a weight of the document is told to the preview, as are undo and redo', () => {
  perform('layer.set', { index: 1, field: 'weight', value: 0.25 });
  undo();
  redo();
  expect(told).toEqual([[1, 0.25], [1, 1], [1, 0.25]]);
  perform('state.create', { name: 'New' });
  expect(told).toHaveLength(3);
});

test('a muted layer stays so, also after a start from the defaults, until it is heard again', () => {
  performAny('layer.mute');
  perform('layer.set', { index: 1, field: 'weight', value: 0.5 });
  performAny('preview.restart');
  performAny('layer.mute');
  expect(told).toEqual([[1, 0], [1, 0], [1, 0.5]]);
});
