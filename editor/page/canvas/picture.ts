// From the graph's view to the picture that the canvas draws.

import { count } from '../app/number';
import type { GraphView, MachineView, ParameterView, StateView, TransitionView, ConditionView } from '../graph/types';
import { inOrder } from '../graph/order';
import type { Path } from '../document/text';
import { ANY, ENTRY, ENTRY_ARROW, EXIT, type GroupPicture, type LinkPicture, type MachinePicture, type Severity, type StatePicture } from './model';
import type { Point } from './geometry';

/** The worst finding at a value of the document or inside it, and all sentences, a line each. */
export type FindingsAt = (path: Path) => { readonly severity: Severity; readonly text: string } | undefined;

/** What a state plays, in a few words. */
export function detailOf(state: StateView): string {
  const { motion } = state;
  switch (state.kind) {
    case 'clip':
      return motion?.clip ?? '';
    case '1d':
      return `1D by ${motion?.parameter ?? '?'}`;
    case '2d':
      return `2D by ${motion?.parameters.join(', ') || '?'}`;
    case 'direct':
      return `direct, ${count(motion?.motions.length ?? 0, 'motion')}`;
    case 'add':
      return [motion?.base?.clip ?? 'blend', motion?.delta?.clip ?? 'blend'].join(' + ');
    case 'machine':
      return count(state.machine?.states.length ?? 0, 'state');
    case 'empty':
      return 'plays nothing';
    default:
      return 'nothing to play';
  }
}

const SIGNS: Record<string, string> = { '==': '=', '!=': '≠', '<': '<', '<=': '≤', '>': '>', '>=': '≥' };

export function conditionText(condition: ConditionView, parameters: ReadonlyMap<string, ParameterView>): string {
  const { parameter, test, value } = condition;
  const type = parameters.get(parameter)?.type ?? typeof value;
  if (type === 'trigger') return parameter;
  if (type === 'bool' || typeof value === 'boolean' || value === undefined) return ((value ?? true) === (test !== '!=') ? '' : 'not ') + parameter;
  return `${parameter} ${SIGNS[test] ?? test} ${value}`;
}

export function timingOf(transition: TransitionView): string {
  const parts: string[] = [];
  if (transition.exit !== undefined) parts.push(`${transition.exitEachLoop ? 'each' : 'at'} ${transition.exit}`);
  else if (transition.when.length === 0) parts.push('at end');
  if (transition.fade !== undefined) parts.push(transition.fade === 0 ? 'cut' : `${transition.fade} s`);
  return parts.join(' · ');
}

/** The place of each transition among those that leave the same state, as the runtime looks at them. */
export function orders(transitions: readonly TransitionView[]): Map<TransitionView, number> {
  const bySource = new Map<string, TransitionView[]>();
  for (const transition of transitions) {
    const list = bySource.get(transition.from);
    if (list) list.push(transition);
    else bySource.set(transition.from, [transition]);
  }
  const order = new Map<TransitionView, number>();
  for (const list of bySource.values()) {
    inOrder(list).forEach((transition, i) => order.set(transition, list.length > 1 ? i + 1 : 0));
  }
  return order;
}

const point = (p: readonly [number, number] | undefined): Point | undefined => p && { x: p[0], y: p[1] };

function linksOf(machine: MachineView, parameters: ReadonlyMap<string, ParameterView>, at: FindingsAt): LinkPicture[] {
  const order = orders(machine.transitions);
  const links = machine.transitions.map((t): LinkPicture => {
    const finding = at(t.path);
    return {
      id: t.id,
      from: t.from === '*' ? ANY : t.from,
      to: t.to === '<exit>' ? EXIT : t.to,
      conditions: t.when.map((condition) => conditionText(condition, parameters)).join(' & '),
      timing: timingOf(t),
      order: order.get(t) ?? 0,
      muted: t.disabled,
      finding: finding?.severity,
      findings: finding?.text ?? '',
    };
  });
  if (machine.entry !== undefined) {
    links.unshift({ id: ENTRY_ARROW, from: ENTRY, to: machine.entry, conditions: '', timing: '', order: 0, muted: false, finding: undefined, findings: '' });
  }
  return links;
}

export function pictureOf(graph: GraphView, machine: MachineView, inner: boolean, at: FindingsAt): MachinePicture {
  const parameters = new Map(graph.parameters.map((parameter) => [parameter.name, parameter]));
  const states = machine.states.map((state): StatePicture => {
    const finding = at(state.path);
    return {
      name: state.name,
      kind: state.kind,
      detail: detailOf(state),
      position: point(state.position),
      finding: finding?.severity,
      findings: finding?.text ?? '',
    };
  });
  const groups = machine.groups.map((group): GroupPicture => ({
    id: group.id,
    name: group.name,
    x: group.at[0],
    y: group.at[1],
    w: group.size[0],
    h: group.size[1],
    colour: group.color ?? '',
  }));
  const { places } = machine;
  return {
    states,
    links: linksOf(machine, parameters, at),
    groups,
    inner,
    entry: machine.entry,
    places: { entry: point(places.entry), any: point(places.any), exit: point(places.exit) },
  };
}
