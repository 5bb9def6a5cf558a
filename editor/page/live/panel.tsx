/* What plays now, layer by layer: the current state with its progress, the fades that run or were cut, each clip's weight;
   and a strip of what happened of late. All of it is written to the page in one frame, past React. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { goTo } from '../app/view';
import { live, type Source } from './bus';
import { setAttribute, setStyle, setText, usePainted } from './frame';
import { want } from './session';
import './panel.css';

const ROWS = 8; // samples and fades that a layer has room for; more are counted

interface SampleRow {
  name: string;
  weight: number;
  time: number;
}

/* A layer's samples as the runtime lists them. */
function samplesOf(source: Source, layer: number): SampleRow[] {
  return (source.state?.samples ?? []).filter((sample) => sample.layer === layer)
    .map((sample) => ({ name: source.clipName(sample.clip), weight: sample.weight, time: sample.time }));
}

/* Rows of a list that is written by hand: as many as there are, reused from frame to frame. */
function rowsIn(list: Element, count: number, make: () => Element): Element[] {
  while (list.children.length < count) list.append(make());
  while (list.children.length > count) list.lastElementChild!.remove();
  return [...list.children];
}

function element(name: string, className: string, ...children: Element[]): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children);
  return made;
}

const sampleRow = (): HTMLElement => element('li', 'now-sample', element('span', 'now-name'),
  element('span', 'now-track', element('span', 'now-bar')), element('span', 'now-number'));

function writeSamples(list: Element, samples: readonly SampleRow[]): void {
  rowsIn(list, Math.min(samples.length, ROWS), sampleRow).forEach((row, i) => {
    const sample = samples[i]!;
    setText(row.querySelector('.now-name'), sample.name);
    setText(row.querySelector('.now-number'), sample.weight.toFixed(2));
    setStyle(row.querySelector<HTMLElement>('.now-bar'), 'transform', `scaleX(${Math.min(Math.max(sample.weight, 0), 1)})`);
    setAttribute(row, 'data-clip', sample.name);
    setAttribute(row, 'data-weight', String(sample.weight));
  });
}

const fadeRow = (): HTMLElement => element('li', 'now-fade', element('span', 'now-name'), element('span', 'now-track', element('span', 'now-bar')), element('span', 'now-number'));

function writeFades(list: Element, source: Source, layer: number): void {
  const fades = source.fades.of(layer).filter((fade) => fade.how !== 'finished').slice(0, 4);
  rowsIn(list, fades.length, fadeRow).forEach((row, i) => {
    const fade = fades[i]!;
    setText(row.querySelector('.now-name'), `${source.statePath(fade.from)} → ${source.statePath(fade.to)}`);
    setText(row.querySelector('.now-number'), fade.how === 'running' ? `${Math.round(fade.t * 100)} %` : `cut at ${Math.round(fade.t * 100)} %`);
    setStyle(row.querySelector<HTMLElement>('.now-bar'), 'transform', `scaleX(${fade.t})`);
    setAttribute(row, 'data-how', fade.how);
  });
}

function LayerNow({ layer, name }: { layer: number; name: string }) {
  const box = useRef<HTMLElement>(null);
  usePainted(useCallback((mark) => live.on(['state', 'graph'], mark), []), () => {
    const now = live.source.state?.layers[layer];
    if (!box.current) return;
    const at = (part: string): Element | null => box.current!.querySelector(part);
    setText(at('.now-state'), now ? live.source.statePath(now.state) || 'nothing' : '');
    setText(at('.now-progress-text'), now ? now.progress.toFixed(2) : '');
    setStyle(box.current.querySelector<HTMLElement>('.now-progress'), 'transform', `scaleX(${now ? now.progress % 1 || (now.progress > 0 ? 1 : 0) : 0})`);
    setText(at('.now-weight'), now && now.weight < 0.9995 ? `weight ${now.weight.toFixed(2)}` : '');
    setAttribute(box.current, 'data-state', now ? live.source.statePath(now.state) : null);
    writeFades(at('.now-fades')!, live.source, layer);
    writeSamples(at('.now-samples')!, samplesOf(live.source, layer));
  });
  return (
    <section ref={box} className="now-layer" aria-label={`Layer ${name} now`} data-layer={name}>
      <header>
        <strong>{name}</strong>
        <span className="now-state" />
        <span className="now-weight" />
        <span className="now-progress-text" />
      </header>
      <div className="now-track" aria-hidden><span className="now-bar now-progress" /></div>
      <ul className="list now-fades" aria-label="Fades" />
      <ul className="list now-samples" aria-label="Clips by weight" />
    </section>
  );
}

const momentRow = (): HTMLElement => element('li', 'moment', element('span', 'moment-time'), element('span', 'moment-kind'), element('span', 'moment-text'));

/* The latest first. */
export function Moments() {
  const list = useRef<HTMLUListElement>(null);
  usePainted(useCallback((mark) => live.on(['happened', 'state', 'graph'], mark), []), () => {
    const { source } = live;
    const moments = source.moments.list.slice(-40).reverse();
    if (!list.current) return;
    rowsIn(list.current, moments.length, momentRow).forEach((row, i) => {
      const moment = moments[i]!;
      if (row.getAttribute('data-id') === String(moment.id)) return;
      setAttribute(row, 'data-id', String(moment.id));
      setAttribute(row, 'data-kind', moment.kind);
      setText(row.querySelector('.moment-time'), moment.time.toFixed(2));
      setText(row.querySelector('.moment-kind'), `${source.layerName(moment.layer)} ${moment.kind}`);
      setText(row.querySelector('.moment-text'), moment.text);
    });
  });
  return (
    <section className="moments" aria-label="What happened of late">
      <ul ref={list} className="list" tabIndex={0} aria-label="Signals and events, the latest first" />
    </section>
  );
}

/* The layers of the graph that plays; a button for each leads to it. */
export function LivePanel() {
  const [layers, setLayers] = useState<readonly string[]>(() => live.source.graph?.layers.map((layer) => layer.name) ?? []);
  useEffect(() => live.on(['graph'], () => setLayers(live.source.graph?.layers.map((layer) => layer.name) ?? [])), []);
  useEffect(() => want('state'), []);
  return (
    <section className="panel now" aria-label="What plays now">
      <div className="panel-title"><h2>Now</h2></div>
      <div className="panel-body">
        {layers.length === 0 && <p className="hint">When the preview plays, each layer’s state, fades and clips are shown here.</p>}
        {layers.map((name, layer) => (
          <div key={name} onDoubleClick={() => goTo({ layer, machine: [] })}><LayerNow layer={layer} name={name} /></div>
        ))}
        <h3 className="now-heading">Happened</h3>
        <Moments />
      </div>
    </section>
  );
}
