// Layers and masks.
import { Members, type Value } from '../document/format';
import type { Path } from '../document/text';
import { freeName, refuseName } from '../graph/names';
import { listed, renameMask, usesOfMask } from '../graph/references';
import type { LayerView, MaskView } from '../graph/types';
import { live } from '../live/bus';
import { told } from '../live/preview';
import { goTo, view as viewStore } from '../app/view';
import { change, isVersion1, put, VERSION_1 } from './edits';
import type { View } from './context';
import { command, fromPanel, refuse, Refused } from './types';

export type LayerField = 'blend' | 'weight' | 'weightParameter' | 'mask' | 'reference' | 'rootMotion' | 'eventThreshold';
const leftOut: Partial<Record<LayerField, Value>> = { blend: 'replace', weight: 1, rootMotion: false, eventThreshold: 0 };

function layerAt(view: View, index: number): LayerView {
  const layer = view.graph?.layers[index];
  if (!layer) throw new Refused('That layer is gone.');
  if (isVersion1(view)) throw new Refused(VERSION_1);
  return layer;
}

const many = (view: View) => !isVersion1(view) && view.graph !== undefined && view.graph.layers.length > 1;
const layers = (view: View) => (isVersion1(view) ? [] : view.graph?.layers ?? []);
const whyOne = (view: View) => (isVersion1(view) ? VERSION_1 : 'The graph has this layer alone.');

// A layer has its weight as a number or by a parameter, never both.
function setField(view: View, layer: LayerView, field: LayerField, value: Value | undefined): void {
  change(view, `Change ${field} of ${layer.name}`, (c) => {
    put(c, [...layer.path, field], value, leftOut[field]);
    if (field === 'weightParameter' && value !== undefined) put(c, [...layer.path, 'weight'], undefined);
    if (field === 'weight' && value !== undefined) put(c, [...layer.path, 'weightParameter'], undefined);
    if (field === 'blend' && value !== 'additive') put(c, [...layer.path, 'reference'], undefined);
  });
}

export const layerCommands = {
  'layer.add': command<{ name?: string }>({
    title: 'Add a layer', group: 'layer', changes: 'document',
    args: (view) => (view.graph && !isVersion1(view) ? {} : null), why: (view) => (isVersion1(view) ? VERSION_1 : 'Open a graph first.'),
    run(view, { name }) {
      const graph = view.graph!;
      if (isVersion1(view)) throw new Refused(VERSION_1);
      const taken = graph.layers.map((layer) => layer.name);
      if (name !== undefined) refuse(refuseName(name, taken, 'layer'));
      const called = name ?? freeName('Layer', taken);
      change(view, `Add the layer ${called}`, (c) => c.insert(['layers'], graph.layers.length,
        { name: called, machine: { entry: 'None', states: new Members([['None', { empty: true, position: [80, 80] }]]), transitions: [] } }));
      goTo({ layer: graph.layers.length, machine: [] });
    },
    examples: (view) => (layers(view).length > 0 ? [{}, { name: '__proto__' }] : []),
  }),
  'layer.delete': command<{ index: number }>({
    title: 'Delete the layer', group: 'layer', changes: 'document',
    args: (view) => (many(view) ? { index: view.state.place.layer } : null), why: whyOne,
    run(view, { index }) {
      const layer = layerAt(view, index);
      if (view.graph!.layers.length === 1) throw new Refused('The graph has this layer alone, and needs one.');
      change(view, `Delete the layer ${layer.name}`, (c) => c.remove(layer.path));
      goTo({ layer: Math.max(0, Math.min(index, view.graph!.layers.length - 2)), machine: [] });
    },
    examples: (view) => (many(view) ? layers(view).map(({ index }) => ({ index })) : []),
  }),
  'layer.rename': command<{ index: number; name: string }>({
    title: 'Rename a layer', group: 'layer', changes: 'document', args: fromPanel,
    run(view, { index, name }) {
      const layer = layerAt(view, index);
      if (name === layer.name) return;
      refuse(refuseName(name, view.graph!.layers.map((one) => one.name), 'layer'));
      change(view, `Rename ${layer.name} to ${name}`, (c) => c.set([...layer.path, 'name'], name));
    },
    examples: (view) => layers(view).map(({ index }) => ({ index, name: 'Ober 😀' })),
  }),
  'layer.move': command<{ from: number; to: number }>({
    title: 'Change the order of layers', group: 'layer', changes: 'document', args: fromPanel,
    run(view, { from, to }) {
      const layer = layerAt(view, from);
      change(view, `Move the layer ${layer.name}`, (c) => c.move(['layers'], from, to));
      if (view.state.place.layer === from) goTo({ layer: to, machine: view.state.place.machine });
    },
    examples: (view) => (many(view) ? [{ from: 0, to: view.graph!.layers.length - 1 }, { from: 1, to: 0 }] : []),
  }),
  'layer.up': command<{ from: number; to: number }>({
    title: 'Move the layer up', group: 'layer', changes: 'document',
    args: (view) => (many(view) && view.state.place.layer + 1 < view.graph!.layers.length ? { from: view.state.place.layer, to: view.state.place.layer + 1 } : null),
    why: (view) => (isVersion1(view) ? VERSION_1 : 'It is the uppermost layer.'),
    run: (view, args) => layerCommands['layer.move'].run(view, args),
    examples: (view) => (many(view) ? [{ from: 0, to: 1 }] : []),
  }),
  'layer.down': command<{ from: number; to: number }>({
    title: 'Move the layer down', group: 'layer', changes: 'document',
    args: (view) => (many(view) && view.state.place.layer > 0 ? { from: view.state.place.layer, to: view.state.place.layer - 1 } : null),
    why: (view) => (isVersion1(view) ? VERSION_1 : 'It is the lowest layer.'),
    run: (view, args) => layerCommands['layer.move'].run(view, args),
    examples: (view) => (many(view) ? [{ from: 1, to: 0 }] : []),
  }),
  'layer.set': command<{ index: number; field: LayerField; value: Value | undefined }>({
    title: 'Change a layer', group: 'layer', changes: 'document', args: fromPanel,
    run: (view, { index, field, value }) => setField(view, layerAt(view, index), field, value),
    examples: (view) => layers(view).flatMap(({ index }) => [
      { index, field: 'blend' as const, value: 'additive' }, { index, field: 'blend' as const, value: 'replace' }, { index, field: 'weight' as const, value: 0.25 },
      { index, field: 'weight' as const, value: 1 }, { index, field: 'weightParameter' as const, value: view.graph!.parameters[0]?.name },
      { index, field: 'mask' as const, value: view.graph!.masks[0]?.name }, { index, field: 'mask' as const, value: undefined },
      { index, field: 'mask' as const, value: { bones: ['spine'] } }, { index, field: 'reference' as const, value: { clip: 'idle', time: 0.1 } },
      { index, field: 'rootMotion' as const, value: true }, { index, field: 'eventThreshold' as const, value: 0.5 },
    ]),
  }),
  'layer.next': command<{ layer: number }>({
    title: 'Show the next layer', group: 'layer', changes: 'view', keys: 'Ctrl+PageDown',
    args: (view) => (view.graph && view.state.place.layer + 1 < view.graph.layers.length ? { layer: view.state.place.layer + 1 } : null), why: () => 'This is the last layer.',
    run: (_view, { layer }) => goTo({ layer, machine: [] }), examples: (view) => (many(view) ? [{ layer: 1 }] : []),
  }),
  'layer.previous': command<{ layer: number }>({
    title: 'Show the layer before', group: 'layer', changes: 'view', keys: 'Ctrl+PageUp',
    args: (view) => (view.state.place.layer > 0 ? { layer: view.state.place.layer - 1 } : null), why: () => 'This is the first layer.',
    run: (_view, { layer }) => goTo({ layer, machine: [] }), examples: () => [{ layer: 0 }],
  }),
  'layer.solo': command<{ layer: number | undefined }>({
    title: 'Show one layer alone in the preview', group: 'layer', changes: 'preview',
    args: (view) => (view.layer ? { layer: view.state.soloLayer === view.layer.id ? undefined : view.layer.index } : null), why: () => 'Open a graph first.',
    run(view, { layer }) {
      viewStore.setState({ soloLayer: layer === undefined ? undefined : view.graph?.layers[layer]?.id });
      told(live.solo(layer ?? null));
    },
    examples: () => [{ layer: 0 }, { layer: undefined }],
  }),
  'layer.mute': command<{ layer: number }>({
    title: 'Mute the layer in the preview', group: 'layer', changes: 'preview',
    args: (view) => (view.layer && view.layer.weightParameter === undefined ? { layer: view.state.place.layer } : null),
    why: () => 'The weight of this layer is a parameter’s: set that to 0.',
    run(view, { layer }) {
      const one = view.graph?.layers[layer];
      if (!one) throw new Refused('That layer is gone.');
      const muted = new Set(view.state.mutedLayers);
      const mute = !muted.delete(one.id);
      if (mute) muted.add(one.id);
      viewStore.setState({ mutedLayers: [...muted] });
      told(live.weight(layer, mute ? 0 : one.weight));
    },
    examples: () => [{ layer: 0 }, { layer: 0 }],
  }),
};

function maskAt(view: View, path: Path): MaskView {
  const graph = view.graph;
  const key = path.join('\n');
  const all = [...(graph?.masks ?? []), ...(graph?.layers.flatMap((layer) => (typeof layer.mask === 'object' ? [layer.mask] : [])) ?? [])];
  const mask = all.find((one) => one.path.join('\n') === key);
  if (!mask) throw new Refused('That mask is gone.');
  return mask;
}

const shared = (view: View) => view.graph?.masks.map((mask) => mask.name!) ?? [];

export const maskCommands = {
  'mask.add': command<{ name?: string; layer?: number; bones?: readonly string[] }>({
    title: 'Add a mask', group: 'mask', changes: 'document',
    args: (view) => (view.graph && !isVersion1(view) ? {} : null), why: (view) => (isVersion1(view) ? VERSION_1 : 'Open a graph first.'),
    run(view, { name, layer, bones }) {
      if (isVersion1(view)) throw new Refused(VERSION_1);
      if (name !== undefined) refuse(refuseName(name, shared(view), 'mask'));
      const called = name ?? freeName('mask', shared(view));
      change(view, `Add the mask ${called}`, (c) => {
        c.set(['masks', called], { bones: bones ?? [] }, view.graph!.masks[view.graph!.masks.length - 1]?.name);
        if (layer !== undefined) c.set([...layerAt(view, layer).path, 'mask'], called);
      });
    },
    examples: (view) => (layers(view).length > 0 ? [{}, { name: 'toString', layer: 0, bones: ['spine'] }] : []),
  }),
  'mask.rename': command<{ name: string; to: string }>({
    title: 'Rename a mask', group: 'mask', changes: 'document', args: fromPanel,
    run(view, { name, to }) {
      if (name === to) return;
      refuse(refuseName(to, shared(view), 'mask'));
      change(view, `Rename ${name} to ${to}`, (c) => renameMask(c, view.graph!, name, to));
    },
    examples: (view) => shared(view).map((name) => ({ name, to: 'arme & hände' })),
  }),
  'mask.delete': command<{ name: string; withUses?: boolean }>({
    title: 'Delete a mask', group: 'mask', changes: 'document', args: fromPanel,
    run(view, { name, withUses }) {
      const uses = [...usesOfMask(view.graph!, name)];
      if (uses.length > 0 && !withUses) throw new Refused(`The mask “${name}” is used by ${listed(uses)}.`);
      change(view, `Delete the mask ${name}`, (c) => {
        for (const use of uses) c.remove(use.path);
        c.remove(view.graph!.masks.length === 1 ? ['masks'] : ['masks', name]);
      });
    },
    examples: (view) => shared(view).map((name) => ({ name, withUses: true })),
  }),
  'mask.setBone': command<{ mask: Path; bone: string; weight: number | undefined }>({
    title: 'Set a joint’s weight in a mask', group: 'mask', changes: 'document', args: fromPanel,
    run(view, { mask, bone, weight }) {
      const one = maskAt(view, mask);
      const index = one.bones.findIndex((other) => other.name === bone);
      change(view, `Mask ${bone}`, (c) => {
        const path = [...mask, 'bones'];
        if (weight === undefined) c.remove([...path, index]);
        else if (index < 0) c.insert(path, one.bones.length, weight === 1 ? bone : { name: bone, weight });
        else if (c.get([...path, index])?.type === 'object' && weight !== 1) c.set([...path, index, 'weight'], weight);
        else if (one.bones[index]!.weight !== weight) c.set([...path, index], weight === 1 ? bone : { name: bone, weight });
      });
    },
    examples: (view) => (view.graph?.masks ?? []).flatMap(({ path, bones }) => [
      { mask: path, bone: 'tail "1"', weight: 0.125 }, { mask: path, bone: 'tail', weight: 1 },
      ...bones.flatMap(({ name }) => [{ mask: path, bone: name, weight: 0.3 }, { mask: path, bone: name, weight: 1 }, { mask: path, bone: name, weight: undefined }]),
    ]),
  }),
  'mask.setChildren': command<{ mask: Path; children: boolean }>({
    title: 'Let a mask’s joints take their children with them', group: 'mask', changes: 'document', args: fromPanel,
    run: (view, { mask, children }) => void change(view, 'Change a mask', (c) => put(c, [...maskAt(view, mask).path, 'children'], children, true)),
    examples: (view) => (view.graph?.masks ?? []).flatMap(({ path }) => [{ mask: path, children: false }, { mask: path, children: true }]),
  }),
};
