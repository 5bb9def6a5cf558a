// The file as plain text. It is shown by itself when the text is no JSON, so that it can be repaired, and else when asked for.
import { useEffect, useRef, useState } from 'react';
import { parse, placeOf } from '../document/node';
import { replaceText, useDoc } from '../document/store';
import { Dialog } from './dialog';
import { tell, useView } from './view';

function useTyping(id: number | undefined) {
  const doc = useDoc(id);
  const [draft, setDraft] = useState<string | undefined>();
  const text = draft ?? doc?.text ?? '';
  return { doc, text, setDraft, typed: draft !== undefined && draft !== doc?.text, fault: parse(text).fault };
}

function Area({ text, change, readOnly, at }: { text: string; change: (text: string) => void; readOnly: boolean; at: number | undefined }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [place, setPlace] = useState({ line: 1, column: 1 });
  useEffect(() => {
    if (at === undefined || !area.current) return;
    area.current.focus();
    area.current.setSelectionRange(at, Math.min(at + 1, text.length));
    // The browser scrolls to a place that is typed at alone: so by lines.
    const line = placeOf(text, at).line;
    area.current.scrollTop = Math.max(0, (line - 6) * (area.current.scrollHeight / Math.max(1, text.split('\n').length)));
    // Only where it is told to go somewhere, not with each letter.
  }, [at]);
  return (
    <>
      <textarea ref={area} aria-label="The file’s text" className="text-area" spellCheck={false} wrap="off" value={text} readOnly={readOnly}
        onChange={(event) => change(event.target.value)} onSelect={(event) => setPlace(placeOf(event.currentTarget.value, event.currentTarget.selectionStart))} />
      <p className="dim" aria-live="off">Line {place.line}, column {place.column}</p>
    </>
  );
}

/** In place of the canvas while the text is no JSON. */
export function Repair() {
  const id = useView((state) => state.graph);
  const { doc, text, setDraft, typed, fault } = useTyping(id);
  const [at, setAt] = useState(doc?.tree.fault?.at);
  if (!doc) return null;
  const take = (): void => {
    if (replaceText('Repair the text', doc.id, text)) tell(fault ? 'It is not JSON yet.' : 'The graph can be read again.');
    setDraft(undefined);
  };
  return (
    <section className="panel repair" aria-label="Repair the text">
      <div className="panel-title"><h2>{doc.name}</h2></div>
      <div className="panel-body">
        <p role="alert" className="sentence-error">
          {fault ? <>This file is no JSON, so there is no graph to show: {fault.message}, at line {fault.line}, column {fault.column}. Mend it here.</> : 'It is JSON now: take it over to see the graph.'}
        </p>
        <Area text={text} change={setDraft} readOnly={doc.readOnly} at={at} />
        <div className="buttons">
          {fault && <button type="button" onClick={() => { setAt(undefined); requestAnimationFrame(() => setAt(fault.at)); }}>Go to the place</button>}
          <button type="button" className="primary" disabled={!typed || doc.readOnly} onClick={take}>Take it over</button>
          <button type="button" disabled={!typed} onClick={() => setDraft(undefined)}>Drop what was typed</button>
        </div>
      </div>
    </section>
  );
}

export function TextView({ of, close }: { of: 'graph' | 'clips'; close: () => void }) {
  const id = useView((state) => state[of]);
  const { doc, text, setDraft, typed, fault } = useTyping(id);
  if (!doc) return null;
  return (
    <Dialog title={doc.name} close={close} wide>
      <Area text={text} change={setDraft} readOnly={doc.readOnly} at={doc.tree.fault?.at} />
      {fault && <p role="alert" className="sentence-error">{fault.message}, at line {fault.line}, column {fault.column}</p>}
      <div className="dialog-actions">
        <button type="button" className="primary" disabled={!typed || doc.readOnly} onClick={() => { replaceText('Edit the text', doc.id, text); close(); }}>Take it over</button>
        <button type="button" onClick={close}>{typed ? 'Drop what was typed' : 'Close'}</button>
      </div>
    </Dialog>
  );
}
