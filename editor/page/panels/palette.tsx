// The palette: states, clips, parameters, events and commands by a few letters of their name.
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { Dialog } from '../app/dialog';
import { choose, keysShown } from '../app/keys';
import { goTo, view } from '../app/view';
import { context, type View } from '../commands/context';
import { possible } from '../commands/run';
import { commands } from '../commands/table';
import { isOffered } from '../commands/types';
import { clipsKnown } from '../commands/edits';
import { machines } from '../graph/places';
import { choose as chooseMarker } from '../timeline/state';

export interface Entry {
  readonly kind: 'state' | 'clip' | 'parameter' | 'event' | 'command';
  readonly text: string;
  readonly aside: string;
  readonly go: () => void;
}

/** How well letters fit a text: none where they do not stand in it in this order; less is better. */
export function fit(letters: string, text: string): number | undefined {
  const wanted = letters.toLowerCase();
  const all = text.toLowerCase();
  const whole = all.indexOf(wanted);
  if (whole >= 0) return whole === 0 ? 0 : /[^\p{L}\p{N}]/u.test(all[whole - 1]!) ? 1 + whole / 1000 : 2 + whole / 1000;
  let at = -1;
  let gaps = 0;
  for (const letter of wanted) {
    const next = all.indexOf(letter, at + 1);
    if (next < 0) return undefined;
    if (next !== at + 1) gaps++;
    at = next;
  }
  return 3 + gaps + all.length / 1000;
}

export function entries(now: View): Entry[] {
  const list: Entry[] = [];
  if (now.graph)
    for (const { place, machine } of machines(now.graph))
      for (const state of machine.states)
        list.push({ kind: 'state', text: state.name, aside: [now.graph.layers[place.layer]?.name ?? '', ...place.machine].join(' / '), go: () => goTo(place, { states: [state.name] }) });
  for (const parameter of now.graph?.parameters ?? [])
    list.push({ kind: 'parameter', text: parameter.name, aside: parameter.type, go: () => view.setState({ shownParameter: parameter.name }) });
  for (const clip of clipsKnown(now)) list.push({ kind: 'clip', text: clip, aside: '', go: () => view.setState({ clip }) });
  for (const clip of now.clips?.clips ?? [])
    for (const event of clip.events) list.push({ kind: 'event', text: event.name, aside: `${clip.name} at ${event.time}`, go: () => {
        view.setState({ clip: clip.name });
        chooseMarker({ what: 'event', id: event.id });
      } });
  for (const one of commands)
    if (isOffered(one) && one.name !== 'view.find' && possible(one, now).can) list.push({ kind: 'command', text: one.title, aside: keysShown(one.keys), go: () => choose(one.name) });
  return list;
}

export function found(list: readonly Entry[], letters: string, most = 60): Entry[] {
  if (letters === '') return list.slice(0, most);
  return list.map((entry, index) => ({ entry, index, by: fit(letters, entry.text) })).filter((one) => one.by !== undefined)
    .sort((one, other) => one.by! - other.by! || one.index - other.index).slice(0, most).map((one) => one.entry);
}

export function Palette({ close }: { close: () => void }) {
  const [letters, setLetters] = useState('');
  const [at, setAt] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const all = useMemo(() => entries(context()), []);
  const shown = found(all, letters.trim());
  const chosen = Math.min(at, shown.length - 1);
  const go = (entry: Entry | undefined): void => {
    // What is gone to may take the focus, which a dialog would not let go.
    flushSync(close);
    entry?.go();
  };
  const move = (to: number): void => {
    const next = (to + shown.length) % Math.max(shown.length, 1);
    setAt(next);
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') move(chosen + 1);
    else if (event.key === 'ArrowUp') move(chosen - 1);
    else if (event.key === 'Enter') go(shown[chosen]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Dialog title="Find" close={close}>
      <input type="text" role="combobox" aria-expanded aria-controls="found" aria-activedescendant={shown.length > 0 ? `found-${chosen}` : undefined} aria-label="Find a state, clip, parameter, event or command"
        placeholder="A state, clip, parameter, event or command" data-first value={letters} onChange={(event) => { setLetters(event.target.value); setAt(0); }} onKeyDown={key} autoComplete="off" spellCheck={false} />
      <ul ref={list} id="found" role="listbox" aria-label="Found" className="list palette">
        {shown.map((entry, index) => (
          <li key={index} id={`found-${index}`} role="option" aria-selected={index === chosen} className="list-row" onPointerMove={() => setAt(index)} onClick={() => go(entry)}>
            <span className="badge">{entry.kind}</span><span className="grow">{entry.text}</span><span className="dim">{entry.aside}</span>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="hint">Nothing has these letters in its name.</p>}
    </Dialog>
  );
}
