// What is selected is a transition, or several.
import { Trash2 } from 'lucide-react';
import { pasteFromMenu } from '../app/keys';
import { WhyNot } from '../live/why-not';
import type { ConditionView, MachineView, ParameterView, Test, TransitionView } from '../graph/types';
import { perform } from '../commands/run';
import type { TransitionField } from '../commands/transition';
import type { Value } from '../document/format';
import { select, useView } from '../app/view';
import { Check, Choice, Grip, NumberField, Row, useReorder } from './fields';
import { inWords } from './transition-list';
import { common, useGraph } from './use';

const tests: readonly (readonly [Test, string])[] = [['==', '='], ['!=', '≠'], ['<', '<'], ['<=', '≤'], ['>', '>'], ['>=', '≥']];

function Wanted({ transition, condition, parameter }: { transition: TransitionView; condition: ConditionView; parameter: ParameterView | undefined }) {
  const of = { id: transition.id, condition: condition.id };
  switch (parameter?.type) {
    case 'trigger': return <span className="dim grow">is fired</span>;
    case 'bool': {
      const wants = (condition.value !== false) === (condition.test !== '!=');
      return <Choice label={`What ${condition.parameter} must be`} value={String(wants)} options={[['true', 'is true'], ['false', 'is false']]} set={(value) => perform('transition.setCondition', { ...of, test: '==', value: value === 'true' })} />;
    }
    default:
      return (
        <>
          <Choice label={`How ${condition.parameter} is compared`} value={condition.test} options={tests} set={(test) => perform('transition.setCondition', { ...of, test })} />
          <NumberField label={`Value for ${condition.parameter}`} value={typeof condition.value === 'number' ? condition.value : undefined} whole={parameter?.type === 'int'} step={parameter?.type === 'int' ? 1 : 0.1}
            set={(value) => perform('transition.setCondition', { ...of, value: value ?? 0 })} />
        </>
      );
  }
}

function Conditions({ transition }: { transition: TransitionView }) {
  const graph = useGraph();
  const parameters = graph?.parameters ?? [];
  const drag = useReorder(transition.when.length, (from, to) => perform('transition.moveCondition', { id: transition.id, from, to }));
  return (
    <section aria-label="Conditions">
      <h3 className="panel-heading">When all of</h3>
      {transition.when.length === 0 && (
        <p className="hint">{transition.exit === undefined ? 'No conditions: it goes when the state has ended, which a looping state never does.' : 'No conditions: it goes when the exit is reached.'}</p>
      )}
      <ul className="list conditions">
        {transition.when.map((condition, index) => (
          <li key={condition.id} className="list-row" {...drag(index).row}>
            <Grip {...drag(index).handle} />
            <Choice label={`Parameter of condition ${index + 1}`} value={condition.parameter} options={parameters.map((one) => [one.name, one.name] as const)} set={(parameter) => perform('transition.setCondition', { id: transition.id, condition: condition.id, parameter })} />
            <Wanted transition={transition} condition={condition} parameter={parameters.find((one) => one.name === condition.parameter)} />
            <button type="button" className="icon" aria-label={`Remove the condition on ${condition.parameter}`} onClick={() => perform('transition.removeCondition', { id: transition.id, condition: condition.id })}><Trash2 aria-hidden /></button>
          </li>
        ))}
      </ul>
      <Adding ids={[transition.id]} parameters={parameters} />
    </section>
  );
}

function Adding({ ids, parameters }: { ids: readonly number[]; parameters: readonly ParameterView[] }) {
  if (parameters.length === 0) return <p className="hint">A condition asks a parameter: add one on the left first.</p>;
  return (
    <select aria-label="Add a condition on a parameter" value="" onChange={(event) => perform('transition.addCondition', { ids, parameter: event.target.value })}>
      <option value="" disabled>Add a condition …</option>
      {parameters.map((one) => <option key={one.name} value={one.name}>{one.name}</option>)}
    </select>
  );
}

function Settings({ ones }: { ones: readonly TransitionView[] }) {
  const ids = ones.map((one) => one.id);
  const set = (field: TransitionField, value: Value | undefined) => perform('transition.set', { ids, field, value });
  const of = <T,>(pick: (one: TransitionView) => T) => common(ones.map(pick));
  const number = (label: string, field: 'fade' | 'exit', hint: string, placeholder: string) => {
    const { value, mixed } = of((one) => one[field]);
    return <Row label={label} hint={hint}>{(id) => <NumberField id={id} optional least={0} step={0.05} value={mixed ? undefined : value} placeholder={mixed ? 'several' : placeholder} set={(to) => set(field, to)} />}</Row>;
  };
  const choice = <T extends string>(label: string, field: 'curve' | 'interrupt' | 'hold' | 'events', options: readonly (readonly [T, string])[], hint: string) => {
    const { value, mixed } = of((one) => one[field] as string);
    return <Row label={label} hint={hint}>{(id) => <Choice id={id} value={value} mixed={mixed} options={options as readonly (readonly [string, string])[]} set={(to) => set(field, to)} />}</Row>;
  };
  const check = (label: string, field: 'exitEachLoop' | 'resume' | 'self' | 'disabled', hint: string) => {
    const { value, mixed } = of((one) => one[field]);
    return <Row label={label} hint={hint}>{(id) => <Check id={id} value={value} mixed={mixed} set={(to) => set(field, to)} />}</Row>;
  };
  const match = of((one) => one.offset === 'match');
  const offset = of((one) => one.offset);
  const priority = of((one) => one.priority);
  return (
    <section aria-label="Settings of the transition">
      {number('Fade', 'fade', 'Seconds; empty: what the mixes say; 0 cuts', 'by the mixes')}
      {number('Exit', 'exit', 'The progress from which it may go: 0.9 is nine tenths of the first pass', 'none')}
      {ones.some((one) => one.exit !== undefined) && check('Each loop', 'exitEachLoop', 'An exit below 1 waits for the next pass of that moment')}
      <Row label="Start" hint="Where the target starts">{(id) => <Choice id={id} value={match.value ? 'match' : 'at'} mixed={match.mixed} options={[['at', 'at a phase'], ['match', 'in step with the source']]} set={(to) => set('offset', to === 'match' ? 'match' : 0)} />}</Row>
      {!match.value && <Row label="Phase" hint="0 is the start, 1 the end">{(id) => <NumberField id={id} least={0} most={1} step={0.05} value={offset.mixed || typeof offset.value !== 'number' ? undefined : offset.value} placeholder={offset.mixed ? 'several' : undefined} set={(to) => set('offset', to ?? 0)} />}</Row>}
      {choice('Curve', 'curve', [['linear', 'straight'], ['smooth', 'smooth']], 'How the fade runs')}
      {choice('Cut by', 'interrupt', [['none', 'nothing'], ['source', 'the source’s transitions'], ['target', 'the target’s transitions'], ['both', 'both’s transitions']], 'Whose transitions may interrupt this fade')}
      {choice('When it cuts', 'hold', [['pose', 'hold the pose'], ['live', 'both go on'], ['inertial', 'inertia']], 'How the fade that it interrupts goes on')}
      {check('Turns back', 'resume', 'Turns the running fade round instead of starting one')}
      <Row label="Priority" hint="Higher goes first; of the same, the order counts">{(id) => <NumberField id={id} whole step={1} value={priority.mixed ? undefined : priority.value} placeholder={priority.mixed ? 'several' : undefined} set={(to) => set('priority', to ?? 0)} />}</Row>
      {check('To itself', 'self', 'May enter the current state again')}
      {choice('Events of', 'events', [['dominant', 'the target alone'], ['both', 'both while it fades']], 'Whose events are told while the fade runs')}
      {check('Muted', 'disabled', 'It never goes')}
    </section>
  );
}

function Ends({ transition, machine }: { transition: TransitionView; machine: MachineView }) {
  const states = machine.states.map((state) => [state.name, state.name] as const);
  const inner = useView((state) => state.place.machine.length > 0) || transition.to === '<exit>';
  return (
    <>
      <Row label="From">{(id) => <Choice id={id} value={transition.from} options={[['*', 'any state'], ...states]} set={(from) => perform('transition.reconnect', { id: transition.id, from })} />}</Row>
      <Row label="To">{(id) => <Choice id={id} value={transition.to} options={[...states, ...(inner ? [['<exit>', 'the exit'] as const] : [])]} set={(to) => perform('transition.reconnect', { id: transition.id, to })} />}</Row>
    </>
  );
}

function Buttons({ ones }: { ones: readonly TransitionView[] }) {
  const muted = ones.every((one) => one.disabled);
  const alone = useView((state) => state.soloTransition === ones[0]?.id);
  return (
    <div className="buttons">
      <button type="button" aria-pressed={muted} onClick={() => perform('transition.mute')}>Mute</button>
      {ones.length === 1 && <button type="button" aria-pressed={alone} onClick={() => perform('transition.solo')}>Show alone</button>}
      {ones.length === 1 && <button type="button" onClick={() => perform('edit.copy')}>Copy settings</button>}
      <button type="button" title="The settings of the transition that was copied; both ends stay" onClick={() => void pasteFromMenu()}>Paste settings</button>
      <button type="button" className="danger" onClick={() => perform('edit.delete')}>Delete</button>
    </div>
  );
}

export function TransitionInspector({ ones, machine }: { ones: readonly TransitionView[]; machine: MachineView }) {
  const [one] = ones;
  const graph = useGraph();
  if (!one) return null;
  if (ones.length > 1)
    return (
      <section aria-label={`${ones.length} transitions`}>
        <p className="hint">{ones.length} transitions are selected. Choose one to see its conditions.</p>
        <ul className="list">
          {ones.slice(0, 12).map((each) => <li key={each.id}><button type="button" className="quiet" onClick={() => select({ transitions: [each.id] })}><bdi>{each.from}</bdi> → <bdi>{each.to}</bdi> <span className="dim">{inWords(each)}</span></button></li>)}
        </ul>
        <Adding ids={ones.map((each) => each.id)} parameters={graph?.parameters ?? []} />
        <Settings ones={ones} />
        <Buttons ones={ones} />
      </section>
    );
  return (
    <section aria-label={`Transition from ${one.from} to ${one.to}`}>
      <Ends transition={one} machine={machine} />
      <WhyNot transition={one} />
      <Conditions transition={one} />
      <Settings ones={ones} />
      <Buttons ones={ones} />
    </section>
  );
}
