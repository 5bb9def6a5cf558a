// The frame of the page: a place for each part. Each part is a module of its own.
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { BlendSpace } from '../blend/blend';
import { Canvas } from '../canvas/canvas';
import { useDoc } from '../document/store';
import { LivePanel } from '../live/panel';
import { Clips } from '../panels/clips';
import { Inspector } from '../panels/inspector';
import { LayerTabs } from '../panels/layer-tabs';
import { Masks } from '../panels/masks';
import { Parameters } from '../panels/parameters';
import { Timeline } from '../timeline/timeline';
import { Viewport } from '../viewport/viewport';
import { onAsk } from './ask';
import { Bar } from './bar';
import { Banners, Dialogs } from './dialogs';
import { Following, StatusLine } from './status';
import { Repair } from './text-view';
import { useView, view } from './view';

function Middle() {
  const blend = useView((state) => state.blend);
  const doc = useDoc(useView((state) => state.graph));
  if (doc?.tree.fault) return <Repair key={doc.id} />;
  return blend ? <BlendSpace /> : <Canvas />;
}

const sides = [['inspector', 'Inspector'], ['clips', 'Clips'], ['now', 'Now']] as const;

function Side() {
  const [side, setSide] = useState<(typeof sides)[number][0]>('inspector');
  const masks = useView((state) => state.masks);
  const tabs = useRef<HTMLDivElement>(null);
  useEffect(() => onAsk((asked) => {
    const wanted = asked === 'focus-inspector' ? 'inspector' : asked === 'focus-clips' ? 'clips' : undefined;
    if (!wanted) return;
    flushSync(() => {
      view.setState({ masks: false });
      setSide(wanted);
    });
    document.querySelector<HTMLElement>('.frame-right .panel :is(input, select, button, [tabindex="0"]):not(:disabled)')?.focus();
  }), []);
  if (masks) return <Masks />;
  const keys = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    const at = sides.findIndex(([name]) => name === side);
    const other = sides[(at + by + sides.length) % sides.length]![0];
    setSide(other);
    tabs.current?.querySelector<HTMLElement>(`[data-side="${other}"]`)?.focus();
  };
  return (
    <>
      <div ref={tabs} role="tablist" aria-label="What is shown here" className="side-tabs" onKeyDown={keys}>
        {sides.map(([name, title]) => <button key={name} type="button" role="tab" data-side={name} aria-selected={side === name} tabIndex={side === name ? 0 : -1} onClick={() => setSide(name)}>{title}</button>)}
      </div>
      {side === 'inspector' ? <Inspector /> : side === 'clips' ? <Clips /> : <LivePanel />}
    </>
  );
}

// Where F6 and its like lead.
function useFocus() {
  useEffect(() => onAsk((asked) => {
    const part = { 'focus-canvas': '.frame-canvas :is([tabindex="0"], textarea, button)', 'focus-timeline': '.frame-timeline button, .frame-timeline select, .frame-timeline [tabindex="0"]' }[asked as string];
    if (part) document.querySelector<HTMLElement>(part)?.focus();
  }), []);
}

export function Frame() {
  useFocus();
  return (
    <div className="frame">
      <header className="frame-bar"><Bar /></header>
      <div className="frame-left">
        <section className="frame-view" aria-label="Preview"><Viewport /></section>
        <section className="frame-parameters" aria-label="Parameters"><Parameters /></section>
      </div>
      <main className="frame-middle">
        <LayerTabs />
        <Following />
        <Banners />
        <div className="frame-canvas"><Middle /></div>
      </main>
      <aside className="frame-right" aria-label="Inspector"><Side /></aside>
      <section className="frame-timeline" aria-label="Clip timeline"><Timeline /></section>
      <StatusLine />
      <Dialogs />
    </div>
  );
}
