// Transitions and their conditions.
import { Members, writeDocument, type Value } from '../document/format';
import { find, parse } from '../document/node';
import { jsonOf, rawOf, type Changes } from '../document/changes';
import type { ConditionView, ParameterType, ParameterView, Test, TransitionView } from '../graph/types';
import type { Id } from '../document/ids';
import { leaving } from '../graph/order';
import { select, view as viewStore } from '../app/view';
import { change, machineOf, put, selectedStates, selectedTransitions, transitionCalled, transitionsOf } from './edits';
import { context, type View } from './context';
import { command, fromPanel, refuse, Refused } from './types';

export type TransitionField =
  | 'fade' | 'exit' | 'exitEachLoop' | 'offset' | 'curve' | 'interrupt' | 'hold' | 'resume' | 'priority' | 'self' | 'disabled' | 'events';

const leftOut: Partial<Record<TransitionField, Value>> = {
  exitEachLoop: false, offset: 0, curve: 'linear', interrupt: 'none', hold: 'pose', resume: false, priority: 0, self: false, disabled: false, events: 'dominant',
};
const settings: readonly TransitionField[] = [
  'fade', 'exit', 'exitEachLoop', 'offset', 'curve', 'interrupt', 'hold', 'resume', 'priority', 'self', 'events',
];

function arrow(one: Pick<TransitionView, 'from' | 'to'>): string {
  return `${one.from} → ${one.to}`;
}

function counted(ones: readonly TransitionView[]): string {
  return ones.length === 1 ? arrow(ones[0]!) : `${ones.length} transitions`;
}

/** Why there can be no transition between these, or nothing. */
export function refuseEnds(view: View, from: string, to: string): string | undefined {
  const machine = machineOf(view);
  const known = (name: string) => machine.states.some((state) => state.name === name);
  if (from !== '*' && !known(from)) return `There is no state “${from}” here to leave.`;
  if (to === '<exit>') return view.state.place.machine.length > 0 ? undefined : 'Only a sub-machine has an exit: the outermost machine has nothing around it to go to.';
  if (!known(to)) return `There is no state “${to}” here to go to.`;
  return undefined;
}

/** What a condition on that parameter says when it is new. */
export function newCondition(parameter: ParameterView): Value {
  switch (parameter.type) {
    case 'trigger':
    case 'bool': return { parameter: parameter.name };
    default: return { parameter: parameter.name, test: '>', value: 0 };
  }
}

function setCondition(c: Changes, condition: ConditionView, type: ParameterType, test: Test, value: number | boolean | undefined): void {
  const { path } = condition;
  if (type === 'trigger') {
    put(c, [...path, 'test'], undefined);
    put(c, [...path, 'value'], undefined);
  } else if (type === 'bool') {
    put(c, [...path, 'test'], test === '!=' ? '!=' : undefined);
    put(c, [...path, 'value'], value === false ? false : true, true);
  } else {
    put(c, [...path, 'test'], test, '==', 'parameter');
    const number = typeof value === 'number' ? value : 0;
    c.set([...path, 'value'], type === 'int' ? Math.round(number) : number);
  }
}

/** Conditions follow the parameter's new type. */
export function retype(c: Changes, condition: ConditionView, type: ParameterType): void {
  setCondition(c, condition, type, condition.test, condition.value);
}

function conditionOf(transition: TransitionView, id: Id): ConditionView {
  const condition = transition.when.find((one) => one.id === id);
  if (!condition) throw new Refused('That condition is gone.');
  return condition;
}

function typeOf(view: View, parameter: string): ParameterType {
  return view.graph?.parameters.find((one) => one.name === parameter)?.type ?? 'float';
}

// The one before or behind it in the order in which those that leave the same state are looked at.
function neighbour(view: View, by: 1 | -1): { id: Id; to: number } | null {
  const [one, more] = selectedTransitions(view);
  if (!one || more) return null;
  const same = leaving(view.machine!.transitions, one.from);
  const next = same[same.indexOf(one) + by];
  return next ? { id: one.id, to: next.index } : null;
}

const first = (view: View) => view.machine?.transitions[0];
const conditioned = (view: View) => view.machine?.transitions.filter((one) => one.when.length > 0) ?? [];

/** The settings of a transition as text for the clipboard: not its ends. */
export function settingsText(view: View, id: Id): string {
  const { path } = transitionCalled(view, id);
  const { tree, text } = view.doc!;
  const node = find(tree.root, path)?.node;
  const keys = node?.type === 'object' ? node.members.map((member) => member.key).filter((key) => key !== 'from' && key !== 'to') : [];
  const settings = new Members(keys.map((key) => [key, rawOf(text, tree, [...path, key])!] as const));
  return writeDocument({ sinew: 'transition', settings });
}

function settingsIn(text: string): Map<string, Value> | undefined {
  const root = parse(text).root;
  if (root?.node.type !== 'object') return undefined;
  const said = new Map(root.node.members.map((member) => [member.key, member.node]));
  const mark = said.get('sinew');
  const inner = said.get('settings');
  if (mark?.type !== 'string' || mark.value !== 'transition' || inner?.type !== 'object') return undefined;
  return new Map(inner.members.map((member) => [member.key, jsonOf(member.node)]));
}

export const transitionCommands = {
  'transition.create': command<{ from: string; to: string }>({
    title: 'Connect two states', group: 'transition', changes: 'document', native: true,
    args(view) {
      const states = selectedStates(view);
      return states.length === 2 ? { from: states[0]!.name, to: states[1]!.name } : null;
    },
    why: (view) => (view.machine ? 'Select two states: the one to leave, then the one to go to.' : 'Open a graph first.'),
    run(view, { from, to }) {
      const machine = machineOf(view);
      refuse(refuseEnds(view, from, to));
      const made = from === to ? { from, to, self: true } : { from, to };
      change(view, `Connect ${from} → ${to}`, (c) => c.insert([...machine.path, 'transitions'], machine.transitions.length, made));
      const after = context().machine?.transitions;
      const last = after?.[after.length - 1];
      if (last) select({ transitions: [last.id] });
    },
    examples: (view) => {
      const states = view.machine?.states ?? [];
      const [one, other] = [states[0]?.name, states[states.length - 1]?.name];
      if (one === undefined || other === undefined) return [];
      return [{ from: one, to: other }, { from: '*', to: one }, { from: other, to: other }, ...(view.state.place.machine.length > 0 ? [{ from: one, to: '<exit>' }] : [])];
    },
  }),
  'transition.reconnect': command<{ id: Id; from?: string; to?: string }>({
    title: 'Move an end of a transition', group: 'transition', changes: 'document', args: fromPanel,
    run(view, { id, from, to }) {
      const transition = transitionCalled(view, id);
      const ends = { from: from ?? transition.from, to: to ?? transition.to };
      refuse(refuseEnds(view, ends.from, ends.to));
      change(view, `Reconnect ${arrow(transition)}`, (c) => {
        if (from !== undefined && from !== transition.from) c.set([...transition.path, 'from'], from);
        if (to !== undefined) c.set([...transition.path, 'to'], to);
      });
    },
    examples: (view) => {
      const one = first(view);
      const to = view.machine?.states[view.machine.states.length - 1]?.name;
      return one && to !== undefined ? [{ id: one.id, to }, { id: one.id, from: to }, { id: one.id, from: '*' }] : [];
    },
  }),
  'transition.swap': command<{ id: Id }>({
    title: 'Turn a transition round', group: 'transition', changes: 'document',
    args(view) {
      const [one, more] = selectedTransitions(view);
      return one && !more && one.from !== '*' && one.to !== '<exit>' ? { id: one.id } : null;
    },
    why: () => 'Select one transition between two states.',
    run(view, { id }) {
      const one = transitionCalled(view, id);
      refuse(refuseEnds(view, one.to, one.from));
      change(view, `Turn round ${arrow(one)}`, (c) => {
        c.set([...one.path, 'from'], one.to);
        c.set([...one.path, 'to'], one.from);
      });
    },
    examples: (view) => view.machine?.transitions.filter((one) => one.from !== '*' && one.to !== '<exit>').map(({ id }) => ({ id })) ?? [],
  }),
  'transition.set': command<{ ids: readonly Id[]; field: TransitionField; value: Value | undefined }>({
    title: 'Change a transition', group: 'transition', changes: 'document', args: fromPanel,
    run(view, { ids, field, value }) {
      const ones = transitionsOf(view, ids);
      change(view, `Change ${field} of ${counted(ones)}`, (c) => {
        for (const one of ones) put(c, [...one.path, field], value, leftOut[field]);
      });
    },
    examples(view) {
      const ids = view.machine?.transitions.map((one) => one.id) ?? [];
      if (ids.length === 0) return [];
      const values: [TransitionField, Value | undefined][] = [
        ['fade', 0.125], ['fade', undefined], ['exit', 0.5], ['exit', undefined], ['exitEachLoop', true], ['offset', 'match'], ['offset', 0.25], ['offset', 0], ['curve', 'smooth'],
        ['curve', 'linear'], ['interrupt', 'both'], ['hold', 'inertial'], ['resume', true], ['priority', -2], ['priority', 0], ['self', true], ['self', false], ['disabled', true], ['events', 'both'],
      ];
      return values.map(([field, value]) => ({ ids, field, value }));
    },
  }),
  'transition.mute': command<{ ids: readonly Id[] }>({
    title: 'Mute transitions', group: 'transition', changes: 'document', keys: 'M',
    args: (view) => (selectedTransitions(view).length > 0 ? { ids: view.state.selection.transitions } : null),
    why: () => 'Select a transition first.',
    run(view, { ids }) {
      const ones = transitionsOf(view, ids);
      const muted = ones.every((one) => one.disabled);
      change(view, `${muted ? 'Unmute' : 'Mute'} ${counted(ones)}`, (c) => { for (const one of ones) put(c, [...one.path, 'disabled'], !muted, false); });
    },
    examples: (view) => (first(view) ? [{ ids: [first(view)!.id] }, { ids: view.machine!.transitions.map((one) => one.id) }] : []),
  }),
  'transition.solo': command<{ id: Id | undefined }>({
    title: 'Show one transition alone', group: 'transition', changes: 'view', keys: 'S',
    args(view) {
      const [one, more] = selectedTransitions(view);
      const alone = view.machine?.transitions.find(({ id }) => id === view.state.soloTransition);
      if (alone && (!one || one === alone)) return { id: undefined };
      return one && !more ? { id: one.id } : null;
    },
    why: () => 'Select one transition first.',
    run: (_view, { id }) => viewStore.setState({ soloTransition: id }),
    examples: (view) => (first(view) ? [{ id: first(view)!.id }, { id: undefined }] : []),
  }),
  'transition.order': command<{ id: Id; to: number }>({
    title: 'Change the order of transitions', group: 'transition', changes: 'document', args: fromPanel,
    run(view, { id, to }) {
      const one = transitionCalled(view, id);
      const there = view.machine!.transitions[to];
      if (there && there !== one && there.from === one.from && there.priority !== one.priority)
        throw new Refused(`The priority comes before the order: ${arrow(one)} has ${one.priority}, ${arrow(there)} has ${there.priority}.`);
      change(view, `Reorder ${arrow(one)}`, (c) => c.move([...machineOf(view).path, 'transitions'], one.index, to));
    },
    examples: (view) => { const count = view.machine?.transitions.length ?? 0; return count > 1 ? [{ id: first(view)!.id, to: count - 1 }, { id: view.machine!.transitions[count - 1]!.id, to: 0 }] : []; },
  }),
  'transition.earlier': command<{ id: Id; to: number }>({
    title: 'Let a transition go first', group: 'transition', changes: 'document', keys: 'Ctrl+ArrowUp', args: (view) => neighbour(view, -1),
    why: () => 'Select one transition that is not the first to leave its state.',
    run: (view, args) => transitionCommands['transition.order'].run(view, args),
    examples: (view) => { const count = view.machine?.transitions.length ?? 0; return count > 1 ? [{ id: view.machine!.transitions[1]!.id, to: 0 }] : []; },
  }),
  'transition.later': command<{ id: Id; to: number }>({
    title: 'Let a transition go later', group: 'transition', changes: 'document', keys: 'Ctrl+ArrowDown', args: (view) => neighbour(view, 1),
    why: () => 'Select one transition that is not the last to leave its state.',
    run: (view, args) => transitionCommands['transition.order'].run(view, args),
    examples: (view) => { const count = view.machine?.transitions.length ?? 0; return count > 1 ? [{ id: first(view)!.id, to: 1 }] : []; },
  }),
  'transition.addCondition': command<{ ids: readonly Id[]; parameter: string }>({
    title: 'Add a condition', group: 'transition', changes: 'document', keys: 'W',
    args(view) {
      const parameter = view.graph?.parameters[0]?.name;
      return selectedTransitions(view).length > 0 && parameter !== undefined ? { ids: view.state.selection.transitions, parameter } : null;
    },
    why: (view) => (view.graph?.parameters.length === 0 ? 'A condition asks a parameter, and this graph has none: add one first.' : 'Select a transition first.'),
    run(view, { ids, parameter }) {
      const asked = view.graph?.parameters.find((one) => one.name === parameter);
      if (!asked) throw new Refused(`There is no parameter “${parameter}”.`);
      const ones = transitionsOf(view, ids);
      change(view, `Add a condition to ${counted(ones)}`, (c) => {
        for (const one of ones) c.insert([...one.path, 'when'], one.when.length, newCondition(asked));
      });
    },
    examples: (view) => (first(view) ? view.graph!.parameters.map((one) => ({ ids: view.machine!.transitions.map(({ id }) => id), parameter: one.name })) : []),
  }),
  'transition.setCondition': command<{ id: Id; condition: Id; parameter?: string; test?: Test; value?: number | boolean }>({
    title: 'Change a condition', group: 'transition', changes: 'document', args: fromPanel,
    run(view, { id, condition, parameter, test, value }) {
      const one = transitionCalled(view, id);
      const asked = conditionOf(one, condition);
      const name = parameter ?? asked.parameter;
      const sameType = typeOf(view, name) === typeOf(view, asked.parameter);
      change(view, `Change a condition of ${arrow(one)}`, (c) => {
        c.set([...asked.path, 'parameter'], name);
        setCondition(c, asked, typeOf(view, name), test ?? (sameType ? asked.test : '>'), value ?? (sameType ? asked.value : undefined));
      });
    },
    examples: (view) => conditioned(view).flatMap((one) => {
      const condition = one.when[0]!.id;
      return [{ id: one.id, condition, test: '!=' as const }, { id: one.id, condition, value: false }, { id: one.id, condition, value: 2.5, test: '<' as const },
        ...view.graph!.parameters.map(({ name }) => ({ id: one.id, condition, parameter: name }))];
    }),
  }),
  'transition.removeCondition': command<{ id: Id; condition: Id }>({
    title: 'Remove a condition', group: 'transition', changes: 'document', args: fromPanel,
    run(view, { id, condition }) {
      const one = transitionCalled(view, id);
      const asked = conditionOf(one, condition);
      change(view, `Remove a condition of ${arrow(one)}`, (c) => c.remove(one.when.length === 1 ? [...one.path, 'when'] : asked.path));
    },
    examples: (view) => conditioned(view).map((one) => ({ id: one.id, condition: one.when[one.when.length - 1]!.id })),
  }),
  'transition.moveCondition': command<{ id: Id; from: number; to: number }>({
    title: 'Change the order of conditions', group: 'transition', changes: 'document', args: fromPanel,
    run(view, { id, from, to }) {
      const one = transitionCalled(view, id);
      change(view, `Reorder conditions of ${arrow(one)}`, (c) => c.move([...one.path, 'when'], from, to));
    },
    examples: (view) => conditioned(view).filter((one) => one.when.length > 1).map(({ id }) => ({ id, from: 0, to: 1 })),
  }),
  'transition.pasteSettings': command<{ ids: readonly Id[]; text: string }>({
    title: 'Paste transition settings', group: 'transition', changes: 'document', args: fromPanel,
    run(view, { ids, text }) {
      const said = settingsIn(text);
      if (!said) throw new Refused('The clipboard holds no settings of a transition: copy one first.');
      const ones = transitionsOf(view, ids);
      change(view, `Paste settings to ${counted(ones)}`, (c) => {
        for (const one of ones) {
          for (const field of [...settings, 'when', 'disabled']) if (!said.has(field)) put(c, [...one.path, field], undefined);
          for (const [field, value] of said) if (field !== 'from' && field !== 'to') c.set([...one.path, field], value);
        }
      });
    },
    examples(view) {
      const ids = view.machine?.transitions.map((one) => one.id) ?? [];
      return ids.length > 1 ? [{ ids: ids.slice(1), text: settingsText(view, ids[0]!) }, { ids, text: settingsText(view, ids[ids.length - 1]!) }] : [];
    },
  }),
};

