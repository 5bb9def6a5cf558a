// What is selected is a state, or several.
import type { MotionView, StateKind, StateView } from '../graph/types';
import { KIND_NAMES, STATE_ICONS } from '../canvas/icons';
import { nameProblem } from '../canvas/act';
import { perform, performAny } from '../commands/run';
import { view } from '../app/view';
import { Check, Choice, Grip, NumberField, Row, TextField, useReorder } from './fields';
import { TransitionList } from './transition-list';
import { common, numbersOf, useClips, useGraph } from './use';

type Kind = Exclude<StateKind, 'nothing'>;
const kinds: readonly Kind[] = ['clip', '1d', '2d', 'direct', 'add', 'machine', 'empty'];
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function Speed({ states }: { states: readonly StateView[] }) {
  const graph = useGraph();
  const names = states.map((state) => state.name);
  const speed = common(states.map((state) => state.speed));
  const by = common(states.map((state) => state.speedParameter ?? ''));
  const loop = common(states.map((state) => String(state.loop ?? '')));
  const stepped = common(states.map((state) => state.stepped));
  return (
    <>
      <Row label="Speed" hint="Times its own speed; below 0 it plays backwards, 0 stands still">
        {(id) => <NumberField id={id} value={speed.mixed ? undefined : speed.value} placeholder={speed.mixed ? 'several' : undefined} set={(value) => perform('state.set', { states: names, field: 'speed', value: value ?? 1 })} />}
      </Row>
      <Row label="Times" hint="A parameter that multiplies the speed">
        {(id) => <Choice id={id} value={by.value} mixed={by.mixed} options={[['', 'no parameter'], ...numbersOf(graph).map((one) => [one, one] as const)]} set={(value) => perform('state.set', { states: names, field: 'speedParameter', value: value || undefined })} />}
      </Row>
      <Row label="Loop">
        {(id) => <Choice id={id} value={loop.value} mixed={loop.mixed} options={[['', 'as the clip does'], ['true', 'yes'], ['false', 'once'], ['pingpong', 'there and back']]}
          set={(value) => perform('state.set', { states: names, field: 'loop', value: value === '' ? undefined : value === 'pingpong' ? value : value === 'true' })} />}
      </Row>
      <Row label="Stepped" hint="Poses a second; empty: smooth">
        {(id) => <NumberField id={id} optional least={0.001} step={1} value={stepped.mixed ? undefined : stepped.value} placeholder={stepped.mixed ? 'several' : 'smooth'} set={(value) => perform('state.set', { states: names, field: 'stepped', value })} />}
      </Row>
    </>
  );
}

function Tags({ states }: { states: readonly StateView[] }) {
  const tags = common(states.map((state) => state.tags.join(', ')));
  return (
    <Row label="Tags" hint="Words that the game can ask the current state for, with commas between">
      {(id) => <TextField id={id} value={tags.mixed ? '' : tags.value} placeholder={tags.mixed ? 'several' : 'none'}
        set={(value) => { const words = [...new Set(value.split(',').map((one) => one.trim()).filter((one) => one !== ''))]; perform('state.set', { states: states.map((state) => state.name), field: 'tags', value: words.length > 0 ? words : undefined }); }} />}
    </Row>
  );
}

const algorithms = [['delaunay', 'triangles'], ['gradient', 'gradient bands'], ['polar', 'polar bands'], ['grid', 'grid']] as const;

function Sync({ motion }: { motion: MotionView }) {
  return (
    <Row label="In step" hint="How the clips of the blend keep in step">
      {(id) => <Choice id={id} value={String(motion.sync)} options={[['rate', 'by mean rate'], ['duration', 'by mean length'], ['false', 'no: each by itself']]}
        set={(value) => perform('motion.set', { path: motion.path, field: 'sync', value: value === 'false' ? false : value })} />}
    </Row>
  );
}

function Blend({ motion, state }: { motion: MotionView; state: string }) {
  const graph = useGraph();
  const options = numbersOf(graph).map((one) => [one, one] as const);
  const { path, kind } = motion;
  const axis = (index: number, label: string) => (
    <Row label={label}>
      {(id) => <Choice id={id} value={motion.parameters[index] ?? ''} options={options} set={(value) => { const both = [motion.parameters[0] ?? '', motion.parameters[1] ?? '']; both[index] = value; perform('motion.set', { path, field: 'parameters', value: both }); }} />}
    </Row>
  );
  return (
    <>
      {kind === '1d' && <Row label="Parameter">{(id) => <Choice id={id} value={motion.parameter ?? ''} options={options} set={(value) => perform('motion.set', { path, field: 'parameter', value })} />}</Row>}
      {kind === '2d' && axis(0, 'X')}
      {kind === '2d' && axis(1, 'Y')}
      {kind === '2d' && <Row label="Weights by">{(id) => <Choice id={id} value={motion.algorithm} options={algorithms} set={(value) => perform('motion.set', { path, field: 'algorithm', value })} />}</Row>}
      {kind === '2d' && <Row label="Even axes" hint="Divides each axis by its range first: for axes of different units">{(id) => <Check id={id} value={motion.normalizeAxes} set={(value) => perform('motion.set', { path, field: 'normalizeAxes', value })} />}</Row>}
      <Sync motion={motion} />
      <Motions motion={motion} state={state} />
    </>
  );
}

/** A motion that is in another: a clip to be chosen and to be made a blend of, or a blend to be opened. */
function Inner({ motion, label, state, place }: { motion: MotionView; label: string; state: string; place: number }) {
  const clips = useClips();
  const [wrap, open] = [`Make a blend of ${label}`, `Open the blend of ${label}`];
  const Icon = STATE_ICONS['1d'];
  if (motion.kind === 'clip')
    return (
      <>
        <TextField label={label} value={motion.clip ?? ''} list={clips} set={(value) => perform('motion.set', { path: motion.path, field: 'clip', value })} />
        <button type="button" className="icon" aria-label={wrap} title={wrap} onClick={() => perform('motion.wrap', { path: motion.path, kind: '1d' })}><Icon aria-hidden /></button>
      </>
    );
  if (motion.kind === 'nothing') return <span className="grow">nothing</span>;
  return <button type="button" className="quiet grow" aria-label={open} title={open} onClick={() => performAny('blend.open', { place: view.getState().place, state, motion: [place] })}>{capital(KIND_NAMES[motion.kind])}</button>;
}

function Motions({ motion, state }: { motion: MotionView; state: string }) {
  const drag = useReorder(motion.motions.length, (from, to) => perform('motion.order', { path: motion.path, from, to }));
  return (
    <ul className="list motions" aria-label="Motions of the blend">
      {motion.motions.map((one, index) => (
        <li key={one.id ?? index} className="list-row" title="Alt with ↑ or ↓ changes the order" {...drag(index).row}>
          <Grip {...drag(index).handle} />
          <Inner motion={one} label={`Clip ${index + 1}`} state={state} place={index} />
          <span className="dim">{typeof one.at === 'number' ? one.at : one.at ? one.at.join(', ') : one.weight}</span>
          <NumberField label={`Speed of motion ${index + 1}`} value={one.speed} least={0.001} set={(value) => perform('motion.set', { path: one.path, field: 'speed', value: value ?? 1 })} />
        </li>
      ))}
    </ul>
  );
}

function Pair({ motion, state }: { motion: MotionView; state: string }) {
  const clips = useClips();
  const graph = useGraph();
  const part = (one: MotionView | undefined, label: string, place: number) => one && (
    <div className="row" role="group" aria-label={label}>
      <span className="dim">{label}</span>
      <span className="pair-part"><Inner motion={one} label={label} state={state} place={place} /></span>
    </div>
  );
  const weight = motion.weight ?? 1;
  return (
    <>
      {part(motion.base, 'Base', 0)}
      {part(motion.delta, 'Added', motion.base ? 1 : 0)}
      <Row label="Weight of">
        {(id) => <Choice id={id} value={typeof weight === 'string' ? weight : ''} options={[['', 'a number'], ...numbersOf(graph).map((one) => [one, one] as const)]} set={(value) => perform('motion.set', { path: motion.path, field: 'weight', value: value || 1 })} />}
      </Row>
      {typeof weight === 'number' && <Row label="Weight">{(id) => <NumberField id={id} value={weight} least={0} most={1} step={0.05} set={(value) => perform('motion.set', { path: motion.path, field: 'weight', value })} />}</Row>}
      <Row label="Against" hint="What the added motion is measured against; empty: the rest pose">
        {(id) => <TextField id={id} value={motion.reference?.clip ?? ''} placeholder="the rest pose" list={clips} set={(clip) => perform('motion.set', { path: motion.path, field: 'reference', value: clip ? { clip, time: motion.reference?.time ?? 0 } : undefined })} />}
      </Row>
    </>
  );
}

function Plays({ state }: { state: StateView }) {
  const clips = useClips();
  const { motion } = state;
  const canOpen = state.machine !== undefined || (motion !== undefined && motion.kind !== 'clip');
  return (
    <>
      <Row label="Plays">
        {(id) => <Choice id={id} value={state.kind as string} options={kinds.map((kind) => [kind, capital(kind === 'empty' ? 'nothing' : KIND_NAMES[kind])] as const)} set={(kind) => perform('state.setKind', { state: state.name, kind: kind as Kind })} />}
      </Row>
      {state.kind === 'clip' && <Row label="Clip">{(id) => <TextField id={id} value={motion?.clip ?? ''} list={clips} placeholder="name of a clip" set={(value) => perform('state.set', { states: [state.name], field: 'clip', value })} />}</Row>}
      {motion && (motion.kind === '1d' || motion.kind === '2d' || motion.kind === 'direct') && <Blend motion={motion} state={state.name} />}
      {motion?.kind === 'add' && <Pair motion={motion} state={state.name} />}
      <div className="buttons">
        {canOpen && <button type="button" onClick={() => perform('state.open', { state: state.name })}>{state.machine ? 'Go into the sub-machine' : 'Open the blend space'}</button>}
        {motion?.kind === 'clip' && motion.clip !== undefined && <button type="button" onClick={() => view.setState({ clip: motion.clip })}>Show the clip’s timeline</button>}
      </div>
    </>
  );
}

export function StateInspector({ state, isEntry }: { state: StateView; isEntry: boolean }) {
  return (
    <section aria-label={`State ${state.name}`}>
      <Row label="Name">{(id) => <TextField id={id} value={state.name} check={(name) => nameProblem(name, state.name)} set={(name) => perform('state.rename', { state: state.name, name })} />}</Row>
      <Plays state={state} />
      {state.kind !== 'machine' && state.kind !== 'empty' && <Speed states={[state]} />}
      <Tags states={[state]} />
      <div className="buttons">
        <button type="button" disabled={isEntry} onClick={() => perform('state.setEntry', { state: state.name })}>{isEntry ? 'This is the entry' : 'Make it the entry'}</button>
        <button type="button" onClick={() => perform('preview.travel')}>Go there in the preview</button>
      </div>
      <TransitionList state={state.name} />
    </section>
  );
}

export function StatesInspector({ states }: { states: readonly StateView[] }) {
  const playing = states.filter((state) => state.kind !== 'machine' && state.kind !== 'empty');
  return (
    <section aria-label={`${states.length} states`}>
      <p className="hint">{states.length} states: {states.slice(0, 6).map((state) => state.name).join(', ')}{states.length > 6 ? ' …' : ''}</p>
      {playing.length > 0 && <Speed states={playing} />}
      <Tags states={states} />
      <div className="buttons">
        <button type="button" onClick={() => perform('layout.alignTop')}>Align tops</button>
        <button type="button" onClick={() => perform('layout.alignLeft')}>Align left edges</button>
        <button type="button" onClick={() => perform('layout.selection')}>Lay out</button>
        <button type="button" onClick={() => perform('group.create')}>Draw a box round</button>
        <button type="button" className="danger" onClick={() => perform('edit.delete')}>Delete</button>
      </div>
    </section>
  );
}
