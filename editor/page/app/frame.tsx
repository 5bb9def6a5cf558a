// The frame of the page: a place for each part. Each part is a module of its own.
import { BlendSpace } from '../blend/blend';
import { Canvas } from '../canvas/canvas';
import { Timeline } from '../timeline/timeline';
import { Viewport } from '../viewport/viewport';
import { useView } from './view';

export function Frame() {
  const blend = useView((state) => state.blend);
  return (
    <div className="frame">
      <header className="frame-bar" />
      <div className="frame-left">
        <section className="frame-view" aria-label="Preview"><Viewport /></section>
        <section className="frame-parameters" aria-label="Parameters" />
      </div>
      <main className="frame-middle">
        <div className="frame-canvas">{blend ? <BlendSpace /> : <Canvas />}</div>
      </main>
      <aside className="frame-right" aria-label="Inspector" />
      <section className="frame-timeline" aria-label="Clip timeline"><Timeline /></section>
      <footer className="frame-status" aria-live="polite" />
    </div>
  );
}
