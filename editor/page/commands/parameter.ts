// Parameters, and the graph's own settings.
import type { Value } from '../document/format';
import { editAll } from '../document/store';
import type { Changes } from '../document/changes';
import { freeName, refuseName } from '../graph/names';
import { machines } from '../graph/places';
import { listed, renameDrivenParameter, renameParameter, usesOfParameter } from '../graph/references';
import type { ParameterType, ParameterView } from '../graph/types';
import { view as viewStore } from '../app/view';
import { change, isVersion1, put, removeAll } from './edits';
import type { View } from './context';
import { retype } from './transition';
import { command, fromPanel, refuse, Refused } from './types';

export type ParameterField = 'default' | 'min' | 'max' | 'latch' | 'expires';

const names = (view: View) => view.graph?.parameters.map((one) => one.name) ?? [];

function called(view: View, name: string): ParameterView {
  const parameter = view.graph?.parameters.find((one) => one.name === name);
  if (!parameter) throw new Refused(`There is no parameter “${name}”.`);
  return parameter;
}

function written(view: View, type: ParameterType): string {
  return type === 'float' && isVersion1(view) ? 'number' : type;
}

const fresh: Record<ParameterType, Record<string, Value>> = {
  float: { default: 0, min: 0, max: 1 }, int: { default: 0 }, bool: { default: false }, trigger: {},
};
const fields: Record<ParameterType, readonly string[]> = {
  float: ['default', 'min', 'max'], int: ['default', 'min', 'max'], bool: ['default'], trigger: ['latch', 'expires'],
};

function setType(view: View, parameter: ParameterView, type: ParameterType): void {
  if (type === parameter.type) return;
  const isNumber = (one: ParameterType) => one === 'float' || one === 'int';
  change(view, `Make ${parameter.name} a ${type}`, (c) => {
    c.set([...parameter.path, 'type'], written(view, type));
    for (const field of ['default', 'min', 'max', 'latch', 'expires']) if (!fields[type].includes(field)) put(c, [...parameter.path, field], undefined);
    if (c.get([...parameter.path, 'default'])) c.set([...parameter.path, 'default'], startOf(type, parameter.initial));
    if (isNumber(type) && isNumber(parameter.type) && !mixed(type, parameter.type)) return;
    for (const { machine } of machines(view.graph!))
      for (const transition of machine.transitions)
        for (const condition of transition.when) if (condition.parameter === parameter.name) retype(c, condition, type);
  });
}

const mixed = (one: ParameterType, other: ParameterType) => one === 'int' && other === 'float';

function startOf(type: ParameterType, was: number | boolean): Value {
  if (type === 'bool') return Boolean(was);
  return type === 'int' ? Math.round(Number(was)) : Number(was);
}

// Conditions, speeds and layer weights can do without; a blend cannot.
function removeUses(c: Changes, view: View, name: string): void {
  for (const { machine } of machines(view.graph!))
    for (const transition of machine.transitions) {
      const asking = transition.when.filter((one) => one.parameter === name);
      if (asking.length === 0) continue;
      if (asking.length === transition.when.length) c.remove([...transition.path, 'when']);
      else removeAll(c, asking.map((one) => one.path));
    }
  for (const use of usesOfParameter(view.graph!, name)) if (use.kind === 'speed' || use.kind === 'layer') c.remove(use.path);
}

function creating(type: ParameterType) {
  return command<{ name?: string }>({
    title: `Add a ${type}`, group: 'parameter', changes: 'document',
    args: (view) => (view.graph && view.doc?.tree.root && !(isVersion1(view) && type === 'int') ? {} : null),
    why: (view) => (isVersion1(view) ? 'Version 1 has no int: upgrade the file, or take a float.' : 'Open a graph first.'),
    run(view, { name }) {
      if (name !== undefined) refuse(refuseName(name, names(view), 'parameter'));
      const one = name ?? freeName(type === 'trigger' ? 'fire' : type === 'bool' ? 'flag' : type === 'int' ? 'count' : 'value', names(view));
      const last = names(view)[names(view).length - 1];
      change(view, `Add the parameter ${one}`, (c) => c.set(['parameters', one], { type: written(view, type), ...fresh[type] }, last));
      viewStore.setState({ renamingParameter: name === undefined ? one : undefined });
    },
    examples: () => [{}, { name: 'constructor ' }, { name: 'Gewölbe/😀' }],
  });
}

const types: readonly ParameterType[] = ['float', 'int', 'bool', 'trigger'];

export const parameterCommands = {
  'parameter.addFloat': creating('float'),
  'parameter.addInt': creating('int'),
  'parameter.addBool': creating('bool'),
  'parameter.addTrigger': creating('trigger'),
  'parameter.rename': command<{ name: string; to: string }>({
    title: 'Rename a parameter', group: 'parameter', changes: 'document', args: fromPanel,
    run(view, { name, to }) {
      called(view, name);
      if (name === to) return;
      refuse(refuseName(to, names(view), 'parameter'));
      const { doc, clipsDoc, clips, graph } = view;
      const changes: [number, (c: Changes) => void][] = [[doc!.id, (c) => renameParameter(c, graph!, name, to)]];
      if (clipsDoc && clips && !clipsDoc.readOnly) changes.push([clipsDoc.id, (c) => renameDrivenParameter(c, clips, name, to)]);
      editAll(`Rename ${name} to ${to}`, changes);
      if (view.state.renamingParameter === name) viewStore.setState({ renamingParameter: undefined });
    },
    examples: (view) => names(view).map((name) => ({ name, to: 'hasOwnProperty' })),
  }),
  'parameter.delete': command<{ name: string; withUses?: boolean }>({
    title: 'Delete a parameter', group: 'parameter', changes: 'document', args: fromPanel,
    run(view, { name, withUses }) {
      called(view, name);
      const uses = [...usesOfParameter(view.graph!, name)];
      const needed = uses.filter((use) => use.kind === 'blend' || use.kind === 'weight');
      if (needed.length > 0) throw new Refused(`“${name}” is needed by ${listed(needed)}: give that another parameter first.`);
      if (uses.length > 0 && !withUses) throw new Refused(`“${name}” is used by ${listed(uses)}.`);
      change(view, `Delete the parameter ${name}`, (c) => {
        removeUses(c, view, name);
        c.remove(names(view).length === 1 ? ['parameters'] : ['parameters', name]);
      });
    },
    examples: (view) => names(view).filter((name) => [...usesOfParameter(view.graph!, name)].every((use) => use.kind !== 'blend' && use.kind !== 'weight')).map((name) => ({ name, withUses: true })),
  }),
  'parameter.setType': command<{ name: string; type: ParameterType }>({
    title: 'Change a parameter’s type', group: 'parameter', changes: 'document', args: fromPanel,
    run: (view, { name, type }) => setType(view, called(view, name), type),
    examples: (view) => names(view).flatMap((name) => types.map((type) => ({ name, type }))),
  }),
  'parameter.set': command<{ name: string; field: ParameterField; value: Value | undefined }>({
    title: 'Change a parameter', group: 'parameter', changes: 'document', args: fromPanel,
    run(view, { name, field, value }) {
      const parameter = called(view, name);
      if (typeof value === 'number' && field === 'expires' && value < 0) throw new Refused('A trigger expires after 0 seconds or more.');
      change(view, `Change ${field} of ${name}`, (c) => put(c, [...parameter.path, field], value, field === 'latch' ? true : undefined));
    },
    examples: (view) => view.graph?.parameters.flatMap(({ name, type }): { name: string; field: ParameterField; value: Value | undefined }[] =>
      type === 'trigger' ? [{ name, field: 'latch', value: false }, { name, field: 'latch', value: true }, { name, field: 'expires', value: 0.5 }, { name, field: 'expires', value: undefined }]
        : type === 'bool' ? [{ name, field: 'default', value: true }]
          : [{ name, field: 'default', value: 1 }, { name, field: 'min', value: -2.5 }, { name, field: 'max', value: undefined }]) ?? [],
  }),
  'parameter.move': command<{ from: number; to: number }>({
    title: 'Change the order of parameters', group: 'parameter', changes: 'document', args: fromPanel,
    run: (view, { from, to }) => void change(view, `Move ${names(view)[from] ?? 'a parameter'}`, (c) => c.move(['parameters'], from, to)),
    examples: (view) => { const count = names(view).length; return count > 1 ? [{ from: 0, to: count - 1 }, { from: count - 1, to: 0 }] : []; },
  }),
};

export type GraphField = 'rig' | 'defaultMix' | 'transitionsPerMoment' | 'events' | 'tellLoops' | 'stepped';
const graphLeftOut: Partial<Record<GraphField, Value>> = { defaultMix: 0.2, transitionsPerMoment: 8, events: 'dominant', tellLoops: false };

export const mixCommands = {
  'graph.set': command<{ field: GraphField; value: Value | undefined }>({
    title: 'Change the graph’s settings', group: 'mix', changes: 'document', args: fromPanel,
    run: (view, { field, value }) => void change(view, `Change ${field}`, (c) => put(c, [field], value, graphLeftOut[field])),
    examples: () => [
      { field: 'rig', value: 'other ü.glb' }, { field: 'rig', value: undefined }, { field: 'defaultMix', value: 0.35 }, { field: 'defaultMix', value: 0.2 }, { field: 'transitionsPerMoment', value: 4 },
      { field: 'events', value: 'all' }, { field: 'tellLoops', value: true }, { field: 'tellLoops', value: false }, { field: 'stepped', value: 12 }, { field: 'stepped', value: undefined },
    ],
  }),
  'mix.add': command<{ from: string; to: string; duration: number }>({
    title: 'Add a mix of two clips', group: 'mix', changes: 'document', args: fromPanel,
    run(view, { from, to, duration }) {
      if (view.graph?.mixes.some((one) => one.from === from && one.to === to)) throw new Refused(`There is a mix from “${from}” to “${to}” already.`);
      change(view, `Mix ${from} → ${to}`, (c) => c.insert(['mixes'], view.graph!.mixes.length, { from, to, duration }));
    },
    examples: () => [{ from: 'wave', to: 'hit "x"', duration: 0.4 }],
  }),
  'mix.set': command<{ id: number; from?: string; to?: string; duration?: number }>({
    title: 'Change a mix', group: 'mix', changes: 'document', args: fromPanel,
    run(view, { id, ...fields }) {
      const mix = mixCalled(view, id);
      change(view, `Change the mix ${mix.from} → ${mix.to}`, (c) => { for (const [field, value] of Object.entries(fields)) if (value !== undefined) c.set([...mix.path, field], value); });
    },
    examples: (view) => view.graph?.mixes.map(({ id }) => ({ id, duration: 0.125, to: 'walk' })) ?? [],
  }),
  'mix.delete': command<{ id: number }>({
    title: 'Delete a mix', group: 'mix', changes: 'document', args: fromPanel,
    run(view, { id }) {
      const mix = mixCalled(view, id);
      change(view, `Delete the mix ${mix.from} → ${mix.to}`, (c) => c.remove(view.graph!.mixes.length === 1 ? ['mixes'] : mix.path));
    },
    examples: (view) => view.graph?.mixes.map(({ id }) => ({ id })) ?? [],
  }),
};

function mixCalled(view: View, id: number) {
  const mix = view.graph?.mixes.find((one) => one.id === id);
  if (!mix) throw new Refused('That mix is gone.');
  return mix;
}
