/* Why the selected transition did not go: the runtime's verdict in words, with each condition and its value. */
import { useEffect, useRef, useState } from 'react';
import { useView } from '../app/view';
import type { TransitionView } from '../graph/types';
import { context } from '../commands/context';
import { machineAt } from '../graph/places';
import { live, NONE } from './bus';
import { paint, unpaint } from './frame';
import { want } from './session';
import { explain, type Facts, type Why } from './why';

/* `machine`: the path of the sub-machine's state in its layer, '' for the outermost. */
function now(transition: TransitionView, layer: number, machine: string): Why | string {
  const { source } = live;
  if (!source.graph) return 'The preview plays no graph yet.';
  const index = source.findTransition(layer, machine, transition.index);
  if (index < 0) return 'The preview does not have this transition: it plays the last graph without errors.';
  const verdict = source.verdict(index);
  if (!verdict) return 'Waiting for the preview …';
  return explain({ ...transition, when: conditionsOf(transition) }, verdict, facts(layer, machine));
}

const conditionsOf = (transition: TransitionView): { parameter: string; test: string; value?: number | boolean }[] =>
  transition.when.map(({ parameter, test, value }) => (value === undefined ? { parameter, test } : { parameter, test, value }));

const last = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/* What the running transition lets cut it, as the document says. */
function interruptOf(transition: number): string {
  const it = live.source.graph?.transitions[transition];
  const { graph } = context();
  if (!it || !graph) return 'none';
  const path = it.machine === NONE ? [] : live.source.statePath(it.machine).split('/');
  return machineAt(graph, { layer: it.layer, machine: path })?.transitions[it.index]?.interrupt ?? 'none';
}

function facts(layer: number, machine: string): Facts {
  const { source } = live;
  const fade = source.fadeOf(layer);
  const path = source.state?.layers[layer] ? source.statePath(source.state.layers[layer]!.state) : '';
  const inside = machine === '' || path.startsWith(`${machine}/`);
  const rest = machine === '' ? path : path.slice(machine.length + 1);
  return {
    type: (name) => source.parameterType(source.findParameter(name)),
    value: (name) => source.parameter(name),
    transition: (index) => `“${source.transitionText(index)}”`,
    ...(inside && rest ? { state: rest.split('/')[0] } : {}),
    running: fade && machine === ''
      ? { from: last(source.statePath(fade.from)), to: last(source.statePath(fade.to)), interrupt: interruptOf(fade.transition) }
      : null,
  };
}

/* Words change a few times a second at most, so React may have them; an unchanged verdict renders nothing. */
function useWhy(transition: TransitionView, layer: number, machine: string): Why | string {
  const [why, setWhy] = useState<Why | string>(() => now(transition, layer, machine));
  const shown = useRef('');
  useEffect(() => {
    const job = (): void => {
      const next = now(transition, layer, machine);
      const text = JSON.stringify(next);
      if (text === shown.current) return;
      shown.current = text;
      setWhy(next);
    };
    job();
    const ends = [want('why'), want('state'), live.on(['why', 'graph', 'state'], () => paint(job))];
    return () => {
      ends.forEach((end) => end());
      unpaint(job);
    };
  }, [transition, layer, machine]);
  return why;
}

const SIGNS = { yes: '✓', no: '✗', open: '·' } as const;
const SAID = { yes: 'holds', no: 'does not hold', open: 'not looked at' } as const;

export function WhyNot({ transition }: { transition: TransitionView }) {
  const place = useView((state) => state.place);
  const why = useWhy(transition, place.layer, place.machine.join('/'));
  if (typeof why === 'string') return <section className="why" aria-label="Why it does not go"><p className="hint">{why}</p></section>;
  return (
    <section className="why" aria-label="Why it does not go" data-ready={why.ready}>
      <h3>{why.ready ? 'Ready' : 'Why not'}</h3>
      <p className="why-sentence">{why.sentence}</p>
      <ul className="list">
        {why.rows.map((row, i) => (
          <li key={i} className="why-row" data-sign={row.sign}>
            <span className="why-sign" role="img" aria-label={SAID[row.sign]}>{SIGNS[row.sign]}</span>
            <span>{row.text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
