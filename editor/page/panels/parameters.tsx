// The parameters with their live values: a slider, a number, a box to tick, a button to fire.
import { ChevronDown, ChevronRight, Flame, Trash2 } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { onAsk } from '../app/ask';
import { readNumber } from '../app/number';
import { useView, view } from '../app/view';
import type { ParameterType, ParameterView } from '../graph/types';
import { live } from '../live/bus';
import { setText, usePainted } from '../live/frame';
import { want } from '../live/session';
import { told } from '../live/preview';
import { refuseName } from '../graph/names';
import { listed, usesOfParameter } from '../graph/references';
import { perform } from '../commands/run';
import { Check, Choice, Grip, NumberField, Row, TextField, useReorder } from './fields';
import { useGraph, useReadOnly } from './use';

const types: readonly (readonly [ParameterType, string])[] = [['float', 'float'], ['int', 'int'], ['bool', 'bool'], ['trigger', 'trigger']];

// As long as the user holds a control, what the preview says does not move it.
function usePreviewed(name: string, write: (value: number) => void): { held: (held: boolean) => void } {
  const holds = useRef(false);
  usePainted(useCallback((mark) => live.on(['state', 'graph'], mark), []), () => {
    const value = live.source.parameter(name);
    if (value !== undefined && !holds.current) write(value);
  });
  return { held: (held) => { holds.current = held; } };
}

function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}

function Slider({ parameter }: { parameter: ParameterView }) {
  const slider = useRef<HTMLInputElement>(null);
  const number = useRef<HTMLInputElement>(null);
  const typed = useRef(false);
  const { name, type, min = 0, max = Math.max(1, Number(parameter.initial)) } = parameter;
  const whole = type === 'int';
  const { held } = usePreviewed(name, (value) => {
    if (slider.current) slider.current.value = String(value);
    if (number.current && document.activeElement !== number.current) number.current.value = short(value);
  });
  const set = (value: number): void => {
    told(live.set(name, whole ? Math.round(value) : value));
    if (slider.current) slider.current.value = String(value);
    if (number.current) number.current.value = short(value);
  };
  return (
    <>
      <input ref={slider} type="range" aria-label={`${name} in the preview`} min={min} max={max} step={whole ? 1 : 'any'} defaultValue={Number(parameter.initial)}
        onPointerDown={() => held(true)} onPointerUp={() => held(false)} onPointerCancel={() => held(false)} onBlur={() => held(false)}
        onKeyDown={(event) => {
          const by = event.key === 'ArrowRight' || event.key === 'ArrowUp' ? 1 : event.key === 'ArrowLeft' || event.key === 'ArrowDown' ? -1 : 0;
          if (by === 0 || whole) return;
          event.preventDefault();
          set(Math.min(max, Math.max(min, Number((Number(event.currentTarget.value) + (by * (max - min)) / (event.shiftKey ? 10 : 100)).toPrecision(9)))));
        }}
        onInput={(event) => set(Number(event.currentTarget.value))} />
      <input ref={number} type="text" inputMode="decimal" className="value" aria-label={`${name} as a number, in the preview`} defaultValue={short(Number(parameter.initial))} autoComplete="off"
        onChange={() => { typed.current = true; }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') typed.current = false;
          if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
          event.stopPropagation();
        }}
        onBlur={(event) => {
          // What was only looked at is not written: what is shown has fewer digits.
          const value = typed.current ? readNumber(event.currentTarget.value) : undefined;
          typed.current = false;
          if (value !== undefined) set(value);
          else event.currentTarget.value = short(live.source.parameter(name) ?? Number(parameter.initial));
        }} />
    </>
  );
}

function Box({ parameter }: { parameter: ParameterView }) {
  const box = useRef<HTMLInputElement>(null);
  usePreviewed(parameter.name, (value) => { if (box.current) box.current.checked = value !== 0; });
  return <input ref={box} type="checkbox" aria-label={`${parameter.name} in the preview`} defaultChecked={parameter.initial === true} onChange={(event) => told(live.set(parameter.name, event.target.checked))} />;
}

function Fire({ parameter }: { parameter: ParameterView }) {
  const set = useRef<HTMLSpanElement>(null);
  usePreviewed(parameter.name, (value) => setText(set.current, value !== 0 ? 'set' : ''));
  return (
    <>
      <button type="button" aria-label={`Fire ${parameter.name}`} onClick={() => told(live.fire(parameter.name))}><Flame aria-hidden /> Fire</button>
      <span ref={set} className="badge live" aria-live="off" />
    </>
  );
}

function Control({ parameter }: { parameter: ParameterView }) {
  if (parameter.type === 'bool') return <Box parameter={parameter} />;
  return parameter.type === 'trigger' ? <Fire parameter={parameter} /> : <Slider parameter={parameter} />;
}

function Remove({ parameter }: { parameter: ParameterView }) {
  const graph = useGraph();
  const [asking, setAsking] = useState(false);
  const uses = graph ? [...usesOfParameter(graph, parameter.name)] : [];
  if (!asking) return <button type="button" className="danger" onClick={() => (uses.length === 0 ? perform('parameter.delete', { name: parameter.name }) : setAsking(true))}><Trash2 aria-hidden /> Delete</button>;
  return (
    <div role="alert">
      <p className="sentence-warning">“{parameter.name}” is used by {listed(uses)}.</p>
      <div className="buttons">
        <button type="button" className="danger" onClick={() => { perform('parameter.delete', { name: parameter.name, withUses: true }); setAsking(false); }}>Delete it and its conditions</button>
        <button type="button" onClick={() => setAsking(false)}>Keep it</button>
      </div>
    </div>
  );
}

function Settings({ parameter, others }: { parameter: ParameterView; others: readonly string[] }) {
  const { name, type } = parameter;
  const set = (field: 'default' | 'min' | 'max' | 'latch' | 'expires') => (value: number | boolean | undefined) => perform('parameter.set', { name, field, value });
  const whole = type === 'int';
  const renaming = useView((state) => state.renamingParameter === name);
  return (
    <div className="parameter-settings">
      <Row label="Name">{(id) => <TextField id={id} value={name} autoFocus={renaming} check={(to) => refuseName(to, others, 'parameter')} set={(to) => perform('parameter.rename', { name, to })} left={() => view.setState({ renamingParameter: undefined })} />}</Row>
      <Row label="Type">{(id) => <Choice id={id} value={type} options={types} set={(to) => perform('parameter.setType', { name, type: to })} />}</Row>
      {type === 'bool' && <Row label="Default">{(id) => <Check id={id} value={parameter.initial === true} set={set('default')} />}</Row>}
      {(type === 'float' || whole) && (
        <>
          <Row label="Default">{(id) => <NumberField id={id} whole={whole} value={Number(parameter.initial)} set={set('default')} />}</Row>
          <Row label="Least" hint="Of the slider; writes are not held by it">{(id) => <NumberField id={id} optional whole={whole} value={parameter.min} placeholder="0" set={set('min')} />}</Row>
          <Row label="Most" hint="Of the slider; writes are not held by it">{(id) => <NumberField id={id} optional whole={whole} value={parameter.max} placeholder="1" set={set('max')} />}</Row>
        </>
      )}
      {type === 'trigger' && (
        <>
          <Row label="Stays set" hint="Until it is used; else only until the end of the next advance">{(id) => <Check id={id} value={parameter.latch} set={set('latch')} />}</Row>
          <Row label="Expires" hint="Seconds after which an unused one clears itself">{(id) => <NumberField id={id} optional least={0} step={0.05} value={parameter.expires} placeholder="never" set={set('expires')} />}</Row>
        </>
      )}
      <Remove parameter={parameter} />
    </div>
  );
}

export function Parameters() {
  const graph = useGraph();
  const readOnly = useReadOnly();
  const shown = useView((state) => state.renamingParameter ?? state.shownParameter);
  const [open, setOpen] = useState<string | undefined>();
  const panel = useRef<HTMLDivElement>(null);
  const parameters = graph?.parameters ?? [];
  const drag = useReorder(parameters.length, (from, to) => perform('parameter.move', { from, to }));
  useEffect(() => want('state'), []);
  useEffect(() => {
    if (shown === undefined) return;
    setOpen(shown);
    panel.current?.querySelector(`[data-parameter="${CSS.escape(shown)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  useEffect(() => onAsk((asked) => { if (asked === 'focus-parameters') panel.current?.querySelector<HTMLElement>('input, button')?.focus(); }), []);
  return (
    <div className="panel parameters" ref={panel}>
      <div className="panel-title">
        <h2>Parameters</h2>
        <select aria-label="Add a parameter" value="" disabled={readOnly || !graph} onChange={(event) => perform(`parameter.add${event.target.value as 'Float' | 'Int' | 'Bool' | 'Trigger'}`)}>
          <option value="" disabled>Add …</option>
          <option value="Float">float</option><option value="Int">int</option><option value="Bool">bool</option><option value="Trigger">trigger</option>
        </select>
      </div>
      <div className="panel-body">
        {graph && parameters.length === 0 && <div className="nothing"><strong>No parameters</strong><span>The game tells the graph what to do by parameters: a speed, a jump. Add one above.</span></div>}
        <ul className="list">
          {parameters.map((one, index) => {
            const isOpen = open === one.name;
            const { handle, row } = drag(index);
            return (
              <li key={one.name} className="parameter" data-parameter={one.name}>
                <div className="parameter-row" {...row}>
                  {!readOnly && <Grip {...handle} />}
                  <button type="button" className="quiet name" aria-expanded={isOpen} title={`${one.type}; Alt with ↑ or ↓ changes the order`} onClick={() => setOpen(isOpen ? undefined : one.name)}>
                    {isOpen ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}{one.name}
                  </button>
                  <Control key={`${one.type} ${one.min} ${one.max}`} parameter={one} />
                </div>
                {isOpen && <fieldset className="plain" disabled={readOnly} aria-label={`Settings of ${one.name}`}><Settings parameter={one} others={parameters.filter((other) => other !== one).map((other) => other.name)} /></fieldset>}
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}
