// The transitions that leave a state, in the order in which they are asked: by dragging, or Alt with the arrow keys.
import { VolumeX } from 'lucide-react';
import { leaving } from '../graph/order';
import type { TransitionView } from '../graph/types';
import { select } from '../app/view';
import { perform } from '../commands/run';
import { Grip, useReorder } from './fields';
import { useMachine } from './use';

const value = (one: number | boolean | undefined) => (one === undefined ? '' : ` ${one}`);

/** A transition's conditions and exit, as short as they are on an arrow. */
export function inWords(transition: TransitionView): string {
  const parts = transition.when.map(({ parameter, test, value: wanted }) =>
    wanted === undefined ? parameter : wanted === false && test === '==' ? `not ${parameter}` : `${parameter} ${test}${value(wanted)}`);
  if (transition.exit !== undefined) parts.push(`at ${transition.exit}`);
  return parts.length > 0 ? parts.join(', ') : 'at the end';
}

export function TransitionList({ state }: { state: string }) {
  const machine = useMachine();
  const own = leaving(machine?.transitions ?? [], state);
  const ofAny = state === '*' ? [] : leaving(machine?.transitions ?? [], '*').filter((one) => one.to !== state);
  const drag = useReorder(own.length, (from, to) => perform('transition.order', { id: own[from]!.id, to: own[to]!.index }));
  return (
    <section aria-label={`Transitions that leave ${state}`}>
      <h3 className="panel-heading">{state === '*' ? 'From any state' : 'Leaves to'}</h3>
      {own.length === 0 && <p className="hint">No transition leaves it. Drag from its rim to another state, or press C.</p>}
      <ol className="list transitions">
        {own.map((one, index) => (
          <li key={one.id} className="list-row" {...drag(index).row}>
            <Grip {...drag(index).handle} />
            <button type="button" className="quiet grow" onClick={() => select({ transitions: [one.id] })} title="Alt with ↑ or ↓ changes the order">
              <span className="order">{index + 1}</span> <strong>{one.to}</strong> <span className="dim">{inWords(one)}</span>
            </button>
            {one.priority !== 0 && <span className="badge" title="Priority">{one.priority}</span>}
            {one.disabled && <VolumeX aria-label="muted" />}
          </li>
        ))}
      </ol>
      {ofAny.length > 0 && <p className="hint">Also {ofAny.length} from any state: {ofAny.map((one) => one.to).join(', ')}.</p>}
    </section>
  );
}
