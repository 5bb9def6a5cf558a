// Dialogs: opening and making files, the graph's settings, both versions of a file, unsaved work of a run before.
import { useState, type FormEvent } from 'react';
import { Trash2 } from 'lucide-react';
import { Members, writeDocument } from '../document/format';
import { docOf, isDirty } from '../document/store';
import { clipsKnown } from '../commands/edits';
import { context } from '../commands/context';
import { perform } from '../commands/run';
import type { GraphField } from '../commands/parameter';
import type { Value } from '../document/format';
import { Check, Choice, NumberField, Row, TextField } from '../panels/fields';
import { Palette } from '../panels/palette';
import { useClips, useGraph } from '../panels/use';
import { useFiles } from '../live/files';
import { About, KeyHelp } from './help';
import { Dialog } from './dialog';
import { lines } from './lines';
import { settle, useOffers, type Offer } from './offers';
import { conflict, createFile, openFile, recover, save, takeDisk } from './session';
import { TextView } from './text-view';
import { tell, useView, view } from './view';

const close = () => view.setState({ dialog: undefined });

function Open() {
  const files = useFiles();
  const graphs = files.filter((file) => file.kind === 'graph');
  return (
    <Dialog title="Open a graph" close={close}>
      {graphs.length === 0 && <p className="hint">There is no .animgraph file in the project folder yet. Make a new graph.</p>}
      <ul className="list files">
        {graphs.map((file) => <li key={file.id}><button type="button" className="quiet grow" onClick={() => { close(); void openFile(file.id); }}>{file.name}</button></li>)}
      </ul>
      <div className="dialog-actions"><button type="button" onClick={() => view.setState({ dialog: 'new' })}>New graph</button><button type="button" onClick={close}>Close</button></div>
    </Dialog>
  );
}

/** A new graph: of a model, where one is chosen, with one state for the eye to begin at. */
export function newGraph(rig: string | undefined): string {
  return writeDocument({
    version: 2, rig, parameters: {},
    layers: [{ name: 'Base', machine: { entry: 'Start', states: new Members([['Start', { empty: true, position: [120, 120] }]]), transitions: [] } }],
  });
}

function New() {
  const files = useFiles();
  const [name, setName] = useState('new.animgraph');
  const [rig, setRig] = useState('');
  const whole = name.endsWith('.animgraph') ? name : `${name}.animgraph`;
  const taken = files.some((file) => file.name === whole);
  const wrong = name.trim() === '' || /[/\\]/.test(name) ? 'A plain name is needed, such as “hero.animgraph”.' : taken ? `There is a “${whole}” already.` : undefined;
  const make = (event: FormEvent): void => {
    event.preventDefault();
    if (wrong) return;
    close();
    void createFile(whole, newGraph(rig || undefined));
  };
  return (
    <Dialog title="New graph" close={close}>
      <form onSubmit={make}>
        <Row label="Name">{(id) => <input id={id} type="text" value={name} data-first onChange={(event) => setName(event.target.value)} aria-invalid={wrong !== undefined} />}</Row>
        <Row label="Model">{(id) => (
          <select id={id} value={rig} onChange={(event) => setRig(event.target.value)}>
            <option value="">none yet</option>
            {files.filter((file) => file.kind === 'model' || file.kind === 'bank').map((file) => <option key={file.id}>{file.name}</option>)}
          </select>
        )}</Row>
        {wrong && <p role="alert" className="sentence-error">{wrong}</p>}
        <div className="dialog-actions"><button type="submit" className="primary" disabled={wrong !== undefined}>Make it</button><button type="button" onClick={close}>Cancel</button></div>
      </form>
    </Dialog>
  );
}

function Mixes() {
  const graph = useGraph();
  const clips = useClips();
  const add = (): void => {
    const known = clipsKnown(context());
    for (const from of known)
      for (const to of known) if (from !== to && !graph?.mixes.some((one) => one.from === from && one.to === to)) return void perform('mix.add', { from, to, duration: graph?.defaultMix ?? 0.2 });
    tell('A mix wants two clips: choose a model first.', 'refused');
  };
  return (
    <section aria-label="Mixes">
      <h3 className="panel-heading">Fade times of pairs of clips</h3>
      <ul className="list">
        {graph?.mixes.map((one) => (
          <li key={one.id} className="list-row">
            <TextField label="From the clip" value={one.from} list={clips} set={(from) => perform('mix.set', { id: one.id, from })} />
            <span aria-hidden>→</span>
            <TextField label="To the clip" value={one.to} list={clips} set={(to) => perform('mix.set', { id: one.id, to })} />
            <NumberField label={`Seconds from ${one.from} to ${one.to}`} value={one.duration} least={0} step={0.05} set={(duration) => perform('mix.set', { id: one.id, duration: duration ?? 0 })} />
            <button type="button" className="icon" aria-label={`Delete the mix from ${one.from} to ${one.to}`} onClick={() => perform('mix.delete', { id: one.id })}><Trash2 aria-hidden /></button>
          </li>
        ))}
      </ul>
      <button type="button" onClick={add}>Add a mix</button>
    </section>
  );
}

function Settings() {
  const graph = useGraph();
  const files = useFiles();
  const doc = docOf(useView((state) => state.graph));
  const set = (field: GraphField) => (value: Value | undefined) => perform('graph.set', { field, value });
  const said = (key: string): unknown => { const root = doc?.tree.root?.node; const one = root?.type === 'object' ? root.members.find((member) => member.key === key)?.node : undefined; return one && 'value' in one ? one.value : undefined; };
  const models = files.filter((file) => file.kind === 'model' || file.kind === 'bank').map((file) => [file.name, file.name] as const);
  if (!graph || !doc) return null;
  return (
    <Dialog title="The graph’s settings" close={close} wide>
      <fieldset className="plain" disabled={doc.readOnly} aria-label="Settings">
        <Row label="Model" hint="The one that tools and the preview take when none is named">{(id) => <Choice id={id} value={graph.rig ?? ''} options={[['', 'none'], ...models]} set={(value) => set('rig')(value || undefined)} />}</Row>
        <Row label="Fade" hint="Seconds, where nothing else says a time">{(id) => <NumberField id={id} value={graph.defaultMix} least={0} step={0.05} set={(value) => set('defaultMix')(value ?? 0.2)} />}</Row>
        <Row label="At a moment" hint="How many transitions may start in a layer at one moment">{(id) => <NumberField id={id} whole least={1} most={8} step={1} value={typeof said('transitionsPerMoment') === 'number' ? (said('transitionsPerMoment') as number) : 8} set={(value) => set('transitionsPerMoment')(value ?? 8)} />}</Row>
        <Row label="Events of">{(id) => <Choice id={id} value={said('events') === 'all' ? 'all' : 'dominant'} options={[['dominant', 'the heaviest clip'], ['all', 'all that weigh anything']]} set={set('events')} />}</Row>
        <Row label="Tell loops" hint="Also tells what has looped or ended">{(id) => <Check id={id} value={said('tellLoops') === true} set={set('tellLoops')} />}</Row>
        <Row label="Stepped" hint="Poses a second; empty: smooth">{(id) => <NumberField id={id} optional least={0.001} step={1} value={typeof said('stepped') === 'number' ? (said('stepped') as number) : undefined} placeholder="smooth" set={set('stepped')} />}</Row>
        <Mixes />
      </fieldset>
      <div className="dialog-actions"><button type="button" onClick={close}>Close</button></div>
    </Dialog>
  );
}

function Versions({ mine, theirs, titles }: { mine: string; theirs: string; titles: readonly [string, string] }) {
  return (
    <div className="versions">
      {([mine, theirs] as const).map((text, index) => (
        <section key={titles[index]} aria-label={titles[index]}>
          <h3>{titles[index]}</h3>
          <pre tabIndex={0} aria-label={titles[index]}>
            {lines(text, index === 0 ? theirs : mine).map((line, at) => <span key={at} data-differs={line.differs || undefined}>{line.text}{'\n'}</span>)}
          </pre>
        </section>
      ))}
    </div>
  );
}

function Conflict({ offer }: { offer: Extract<Offer, { kind: 'conflict' }> }) {
  const doc = docOf(offer.doc);
  const done = () => settle(offer);
  if (!doc) return null;
  return (
    <Dialog title={`“${doc.name}” was changed on the disk`} close={done} wide>
      <p>Another program has written the file since it was opened here. Nothing has been saved. Which version shall it be?</p>
      <Versions mine={doc.text} theirs={offer.text} titles={['Here', 'On the disk']} />
      <div className="dialog-actions">
        <button type="button" onClick={() => { done(); void save(offer.doc, offer.hash); }}>Keep mine: write over the file</button>
        <button type="button" onClick={() => { done(); takeDisk(offer.doc, offer.text, offer.hash); }}>Take the one on the disk</button>
        <button type="button" className="primary" data-first onClick={done}>Neither yet</button>
      </div>
    </Dialog>
  );
}

function Recovery({ offer }: { offer: Extract<Offer, { kind: 'recovery' }> }) {
  const doc = docOf(offer.doc);
  const answer = (take: boolean) => { settle(offer); void recover(offer.doc, take); };
  if (!doc) return null;
  return (
    <Dialog title="Unsaved work was found" close={() => settle(offer)} wide>
      <p>The editor ended on {new Date(offer.time * 1000).toLocaleString()} with changes of “{doc.name}” that were not saved.</p>
      <Versions mine={offer.text} theirs={doc.text} titles={['The unsaved work', 'The file']} />
      <div className="dialog-actions">
        <button type="button" className="danger" onClick={() => answer(false)}>Throw it away</button>
        <button type="button" className="primary" data-first onClick={() => answer(true)}>Take it back</button>
      </div>
    </Dialog>
  );
}

function Changed({ offer }: { offer: Extract<Offer, { kind: 'changed' }> }) {
  const doc = docOf(offer.doc);
  if (!doc) return null;
  return (
    <div className="banner" role="alert">
      <span>“{doc.name}” was changed on the disk by another program.{isDirty(doc) ? ' There are unsaved changes here.' : ''}</span>
      <button type="button" onClick={() => { settle(offer); void conflict(offer.doc); }}>Look at both</button>
      <button type="button" className="quiet" onClick={() => settle(offer)}>Later</button>
    </div>
  );
}

/** What waits for an answer above the canvas. */
export function Banners() {
  const list = useOffers();
  return <>{list.map((offer) => (offer.kind === 'changed' ? <Changed key={`${offer.doc}`} offer={offer} /> : null))}</>;
}

export function Dialogs() {
  const dialog = useView((state) => state.dialog);
  const offer = useOffers().find((one) => one.kind !== 'changed');
  if (offer?.kind === 'conflict') return <Conflict key={`${offer.doc} ${offer.hash}`} offer={offer} />;
  if (offer?.kind === 'recovery') return <Recovery key={offer.doc} offer={offer} />;
  switch (dialog) {
    case 'open': return <Open />;
    case 'new': return <New />;
    case 'find': return <Palette close={close} />;
    case 'keys': return <KeyHelp close={close} />;
    case 'about': return <About close={close} />;
    case 'graph': return <Settings />;
    case 'text': return <TextView of="graph" close={close} />;
    case 'clips-text': return <TextView of="clips" close={close} />;
    default: return null;
  }
}

