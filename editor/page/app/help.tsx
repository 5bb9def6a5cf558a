// The key help, and what the page is made of.
import { useEffect, useState } from 'react';
import { commands, groups } from '../commands/table';
import { session } from '../live/session';
import { Dialog } from './dialog';
import { keysShown } from './keys';

// What is done by the mouse alone, beside the commands that have keys. Keys of parts stand where their commands are none.
const gestures: readonly (readonly [string, string])[] = [
  ['Double-click empty space', 'a new state'], ['Drag from a state’s rim', 'a transition; dropped on empty space also its state'], ['Drag a transition’s end', 'to another state, settings stay'],
  ['Drag clips from their list', 'states that play them, or motions of the blend'], ['Double-click a state', 'goes into a sub-machine or blend space'], ['Drag on empty space', 'selects what it touches; with Shift as well'],
  ['Alt while dragging', 'snaps the other way'], ['Middle button, or Space and drag', 'moves the view'], ['Wheel', 'zooms'], ['Esc', 'ends any gesture'],
];
const ofParts: readonly (readonly [string, string])[] = [
  ['Arrow keys on a point', 'of a blend: move it; Shift ten times as far'], ['Arrow keys on a marker', 'of the timeline: a frame on; Shift ten, Ctrl its end'], ['Arrow keys on the character', 'turn the view, Shift moves it; + and − zoom'],
  ['Alt and ↑ or ↓ in a list', 'put the row elsewhere'], ['Shift+F10', 'the menu of what is selected'],
];

function Rows({ title, rows }: { title: string; rows: readonly (readonly [string, string])[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>{rows.map(([hand, what]) => <div key={hand}><dt>{hand}</dt><dd>{what}</dd></div>)}</dl>
    </section>
  );
}

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
        <Rows title="By hand" rows={gestures} />
        <Rows title="In parts of the page" rows={ofParts} />
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
