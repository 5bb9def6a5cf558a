// Nothing is selected: the layer that is shown, and its machine.
import { select, useView } from '../app/view';
import type { LayerView } from '../graph/types';
import { perform } from '../commands/run';
import { refuseName } from '../graph/names';
import { Check, Choice, NumberField, Row, TextField } from './fields';
import { TransitionList } from './transition-list';
import { numbersOf, useClips, useGraph, useMachine } from './use';

function Weight({ layer }: { layer: LayerView }) {
  const graph = useGraph();
  const { index } = layer;
  const options = [['', 'a number'], ...numbersOf(graph).map((one) => [one, one] as const)] as const;
  return (
    <>
      <Row label="Weight of">{(id) => <Choice id={id} value={layer.weightParameter ?? ''} options={options} set={(value) => perform('layer.set', { index, field: 'weightParameter', value: value || undefined })} />}</Row>
      {layer.weightParameter === undefined && <Row label="Weight">{(id) => <NumberField id={id} value={layer.weight} least={0} most={1} step={0.05} set={(value) => perform('layer.set', { index, field: 'weight', value: value ?? 1 })} />}</Row>}
    </>
  );
}

function Mask({ layer }: { layer: LayerView }) {
  const graph = useGraph();
  const own = typeof layer.mask === 'object';
  const options = [['', 'all joints'], ...(own ? [['\u0001', 'its own'] as const] : []), ...(graph?.masks.map((mask) => [mask.name!, mask.name!] as const) ?? [])] as const;
  return (
    <>
      <Row label="Mask" hint="The joints that this layer moves">
        {(id) => <Choice id={id} value={own ? '\u0001' : typeof layer.mask === 'string' ? layer.mask : ''} options={options} set={(value) => { if (value !== '\u0001') perform('layer.set', { index: layer.index, field: 'mask', value: value || undefined }); }} />}
      </Row>
      <div className="buttons"><button type="button" onClick={() => perform('view.masks', { masks: true })}>Edit masks</button></div>
    </>
  );
}

function Settings({ layer }: { layer: LayerView }) {
  const clips = useClips();
  const { index } = layer;
  return (
    <section aria-label={`Layer ${layer.name}`}>
      <Row label="Blend">{(id) => <Choice id={id} value={layer.blend} options={[['replace', 'replaces what is below'], ['additive', 'is added to it']]} set={(value) => perform('layer.set', { index, field: 'blend', value })} />}</Row>
      <Weight layer={layer} />
      <Mask layer={layer} />
      {layer.blend === 'additive' && (
        <>
          <Row label="Against" hint="What is added is the difference to this clip; empty: to the rest pose">
            {(id) => <TextField id={id} value={layer.reference?.clip ?? ''} placeholder="the rest pose" list={clips} set={(clip) => perform('layer.set', { index, field: 'reference', value: clip ? { clip, time: layer.reference?.time ?? 0 } : undefined })} />}
          </Row>
          {layer.reference && <Row label="At">{(id) => <NumberField id={id} least={0} value={layer.reference!.time} set={(time) => perform('layer.set', { index, field: 'reference', value: { clip: layer.reference!.clip, time: time ?? 0 } })} />}</Row>}
        </>
      )}
      {index > 0 && <Row label="Root motion" hint="Takes part in moving the character">{(id) => <Check id={id} value={layer.rootMotion} set={(value) => perform('layer.set', { index, field: 'rootMotion', value })} />}</Row>}
      <Row label="Events from" hint="Events of clips that weigh less are not told">{(id) => <NumberField id={id} value={layer.eventThreshold} least={0} most={1} step={0.05} set={(value) => perform('layer.set', { index, field: 'eventThreshold', value: value ?? 0 })} />}</Row>
    </section>
  );
}

export function LayerInspector({ layer }: { layer: LayerView }) {
  const graph = useGraph();
  const machine = useMachine();
  const place = useView((state) => state.place);
  if (!graph || !machine) return null;
  const others = graph.layers.filter((one) => one.index !== layer.index).map((one) => one.name);
  return (
    <>
      {graph.version === 1
        ? <p className="hint">A file of version 1: one layer. <button type="button" onClick={() => perform('file.upgrade')}>Upgrade to version 2</button></p>
        : <Row label="Layer">{(id) => <TextField id={id} value={layer.name} check={(name) => refuseName(name, others, 'layer')} set={(name) => perform('layer.rename', { index: layer.index, name })} />}</Row>}
      {graph.version !== 1 && place.machine.length === 0 && <Settings layer={layer} />}
      {machine.states.length > 0 && (
        <Row label="Entry">{(id) => <Choice id={id} value={machine.entry ?? ''} options={machine.states.map((one) => [one.name, one.name] as const)} set={(state) => perform('state.setEntry', { state })} />}</Row>
      )}
      <TransitionList state="*" />
      <h3 className="panel-heading">States</h3>
      {machine.states.length === 0 && <p className="hint">No states yet. Double-click the canvas, press N, or drag clips onto it.</p>}
      <ul className="list">
        {machine.states.map((one) => (
          <li key={one.name}><button type="button" className="quiet grow" onClick={() => select({ states: [one.name] })}><bdi>{one.name}</bdi>{one.name === machine.entry ? <span className="badge">entry</span> : null}</button></li>
        ))}
      </ul>
      {machine.groups.length > 0 && (
        <>
          <h3 className="panel-heading">Group boxes</h3>
          <ul className="list">
            {machine.groups.map((one) => <li key={one.id}><button type="button" className="quiet grow" onClick={() => select({ groups: [one.id] })}><bdi>{one.name || 'no name'}</bdi></button></li>)}
          </ul>
        </>
      )}
    </>
  );
}
