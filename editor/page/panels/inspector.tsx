// The inspector: what is selected, with everything that can be said of it.
import { useView } from '../app/view';
import { stateOf } from '../graph/places';
import type { GroupView } from '../graph/types';
import { perform } from '../commands/run';
import { GROUP_COLOURS } from '../canvas/groups';
import { Choice, NumberField, Row, TextField } from './fields';
import { LayerInspector } from './layer-inspector';
import { StateInspector, StatesInspector } from './state-inspector';
import { TransitionInspector } from './transition-inspector';
import { useGraph, useMachine, useReadOnly } from './use';


function GroupInspector({ group }: { group: GroupView }) {
  return (
    <section aria-label="Group box">
      <Row label="Name">{(id) => <TextField id={id} value={group.name} set={(name) => perform('group.set', { id: group.id, name })} />}</Row>
      <Row label="Colour">{(id) => <Choice id={id} value={(group.color ?? '') as (typeof GROUP_COLOURS)[number][0]} options={GROUP_COLOURS} set={(color) => perform('group.set', { id: group.id, color })} />}</Row>
      <Row label="Width">{(id) => <NumberField id={id} whole least={80} step={20} value={group.size[0]} set={(width) => perform('group.set', { id: group.id, size: [width ?? group.size[0], group.size[1]] })} />}</Row>
      <Row label="Height">{(id) => <NumberField id={id} whole least={60} step={20} value={group.size[1]} set={(height) => perform('group.set', { id: group.id, size: [group.size[0], height ?? group.size[1]] })} />}</Row>
      <div className="buttons"><button type="button" className="danger" onClick={() => perform('edit.delete')}>Delete the box</button></div>
    </section>
  );
}

function Selected() {
  const graph = useGraph();
  const machine = useMachine();
  const { layer } = useView((state) => state.place);
  const selection = useView((state) => state.selection);
  const shown = graph?.layers[layer];
  if (!graph || !machine || !shown) return <div className="nothing"><strong>No graph is open</strong><span>Open one from the File menu, or make a new one.</span></div>;
  const states = selection.states.flatMap((name) => stateOf(machine, name) ?? []);
  const wanted = new Set(selection.transitions);
  const transitions = machine.transitions.filter((one) => wanted.has(one.id));
  const group = machine.groups.find((one) => selection.groups.includes(one.id));
  if (states.length === 1 && states[0]) return <StateInspector key={states[0].path.join('/')} state={states[0]} isEntry={machine.entry === states[0].name} />;
  if (states.length > 1) return <StatesInspector states={states} />;
  if (transitions.length > 0) return <TransitionInspector key={transitions[0]!.id} ones={transitions} machine={machine} />;
  if (group) return <GroupInspector group={group} />;
  return <LayerInspector layer={shown} />;
}

export function Inspector() {
  const readOnly = useReadOnly();
  const title = useTitle();
  return (
    <div className="panel inspector">
      <div className="panel-title"><h2>{title}</h2></div>
      <div className="panel-body" tabIndex={readOnly ? 0 : undefined}><fieldset className="plain" disabled={readOnly} aria-label={title}><Selected /></fieldset></div>
    </div>
  );
}

function useTitle(): string {
  const { states, transitions, groups } = useView((state) => state.selection);
  if (states.length === 1) return 'State';
  if (states.length > 1) return 'States';
  if (transitions.length > 0) return transitions.length === 1 ? 'Transition' : 'Transitions';
  return groups.length > 0 ? 'Group box' : 'Layer';
}
