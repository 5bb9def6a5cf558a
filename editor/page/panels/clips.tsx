// The clips that there are: opened in the timeline, made into states, dragged onto the canvas or into a blend, one or several.
import { useRef, useState, type KeyboardEvent } from 'react';
import { dragClips } from '../app/drag';
import { useView, view } from '../app/view';
import { openBlend } from '../commands/blend';
import { context } from '../commands/context';
import { perform, performAny } from '../commands/run';
import { useModel } from '../live/model';
import { keyed, noChoice, pressed } from './choosing';
import { Choice, Row } from './fields';
import { useClips, useReadOnly } from './use';

/** A clip that the graph names and the model does not have: the one that it is to follow. */
function Gone({ clip, others }: { clip: string; others: readonly string[] }) {
  return (
    <section aria-label={`The clip ${clip} is missing`}>
      <p className="hint">The graph names “{clip}”, which the model does not have.</p>
      <Row label="It is now">{(id) => <Choice id={id} value="" options={others.map((one) => [one, one] as const)} set={(to) => perform('clip.rename', { from: clip, to })} />}</Row>
    </section>
  );
}

export function Clips() {
  const all = useClips();
  const model = useModel();
  const readOnly = useReadOnly();
  const inBlend = useView((state) => state.blend !== undefined);
  const [letters, setLetters] = useState('');
  const [now, setNow] = useState(noChoice);
  const list = useRef<HTMLUListElement>(null);
  const shown = all.filter((name) => name.toLowerCase().includes(letters.trim().toLowerCase()));
  const chosen = shown.filter((name) => now.chosen.has(name));
  const at = now.at !== undefined && shown.includes(now.at) ? now.at : shown[0];
  const lengths = new Map(model?.clips.map((clip) => [clip.name, clip.length]) ?? []);
  const keys = (event: KeyboardEvent): void => {
    const next = keyed(shown, now.at === undefined && event.key === ' ' ? { ...now, at } : now, event.key, event);
    if (next) {
      setNow(next);
      const index = shown.indexOf(next.at ?? '');
      (list.current?.children[index] as HTMLElement | undefined)?.focus();
    } else if (event.key === 'Enter' && at !== undefined) view.setState({ clip: at });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const [one] = chosen;
  return (
    <div className="panel clips">
      <div className="panel-title"><h2>Clips</h2></div>
      <div className="panel-body">
        {all.length === 0 && <div className="nothing"><strong>No clips</strong><span>Choose a model in the preview: its clips are listed here.</span></div>}
        {all.length > 0 && <input type="search" aria-label="Find a clip" placeholder="Find a clip" value={letters} onChange={(event) => setLetters(event.target.value)} autoComplete="off" spellCheck={false} />}
        <ul ref={list} role="listbox" aria-label="Clips" aria-multiselectable className="list clip-list" onKeyDown={keys}>
          {shown.map((name) => (
            <li key={name} role="option" aria-selected={now.chosen.has(name)} tabIndex={name === at ? 0 : -1} className="list-row" draggable
              title="Drag onto the canvas or into a blend; Enter or a double click shows it in the timeline"
              onClick={(event) => setNow(pressed(shown, now, name, event))} onDoubleClick={() => view.setState({ clip: name })}
              onDragStart={(event) => dragClips(event, now.chosen.has(name) ? chosen : [name])}>
              <bdi className="grow">{name}</bdi>
              <span className="dim">{lengths.has(name) ? `${Number(lengths.get(name)!.toFixed(2))} s` : 'not in the model'}</span>
            </li>
          ))}
        </ul>
        {all.length > 0 && shown.length === 0 && <p className="hint">No clip has these letters in its name.</p>}
        {all.length > 0 && (
          <div className="buttons">
            <button type="button" disabled={readOnly || chosen.length === 0} onClick={() => perform('state.fromClips', { clips: chosen })}>{chosen.length > 1 ? `Make ${chosen.length} states` : 'Make a state'}</button>
            {inBlend && <button type="button" disabled={readOnly || chosen.length === 0} onClick={() => performAny('blend.add', { ...openBlend(context()), clips: chosen })}>Add to the blend</button>}
            <button type="button" disabled={one === undefined} onClick={() => view.setState({ clip: one })}>Show in the timeline</button>
          </div>
        )}
        {!readOnly && one !== undefined && chosen.length === 1 && lengths.size > 0 && !lengths.has(one) && <Gone key={one} clip={one} others={[...lengths.keys()]} />}
      </div>
    </div>
  );
}
