// The key help, and what the page is made of.
import { useEffect, useState } from 'react';
import { commands, groups } from '../commands/table';
import { session } from '../live/session';
import { Dialog } from './dialog';
import { keysShown } from './keys';

// What hands and keys do on the canvas beside commands.
const gestures: readonly (readonly [string, string])[] = [
  ['Double-click empty space', 'a new state'], ['Drag from a state’s rim', 'a transition; dropped on empty space also its state'], ['Drag a transition’s end', 'to another state, settings stay'],
  ['Drag clips from their list', 'states that play them, or motions of the blend'], ['Double-click a state', 'goes into a sub-machine or blend space'], ['Middle button, or Space and drag', 'moves the view'], ['Wheel', 'zooms'],
  ['Arrow keys', 'select the state on that side; with Shift as well'], ['Alt and arrow keys', 'move the selected states'], ['T, Shift+T', 'the next transition of the state, and the one before'], ['Esc', 'ends a gesture, then the selection'],
];

export function KeyHelp({ close }: { close: () => void }) {
  return (
    <Dialog title="Keys" close={close} wide>
      <div className="key-help" tabIndex={0} role="region" aria-label="All keys">
        {groups.map(({ group, title }) => {
          const list = commands.filter((one) => one.group === group && one.keys);
          return list.length === 0 ? null : (
            <section key={group}>
              <h3>{title}</h3>
              <dl>{list.map((one) => <div key={one.name}><dt>{keysShown(one.keys).split(', ').map((key) => <kbd key={key}>{key}</kbd>)}</dt><dd>{one.title}</dd></div>)}</dl>
            </section>
          );
        })}
        <section>
          <h3>On the canvas</h3>
          <dl>{gestures.map(([hand, what]) => <div key={hand}><dt>{hand}</dt><dd>{what}</dd></div>)}</dl>
        </section>
      </div>
      <div className="dialog-actions"><button type="button" onClick={close}>Close</button></div>
    </Dialog>
  );
}

export function About({ close }: { close: () => void }) {
  const [text, setText] = useState('');
  const version = session().welcome?.version ?? '';
  useEffect(() => {
    session().request('licenses', {}).then((reply) => setText(reply.text), (error: unknown) => setText(error instanceof Error ? error.message : String(error)));
  }, []);
  return (
    <Dialog title={`sinew ${version}`} close={close} wide>
      <p className="hint">What is in this program, and the terms of each.</p>
      <pre className="licences" tabIndex={0} aria-label="Licences">{text}</pre>
      <div className="dialog-actions"><button type="button" onClick={close}>Close</button></div>
    </Dialog>
  );
}
