// What lies over the canvas: the way to the machine that is shown, with its siblings, and the tools for looking.

import { useReactFlow, useStore } from '@xyflow/react';
import { ArrowLeft, ArrowRight, ChevronRight, Maximize, Minus, Plus, ScanSearch, Workflow, Grid3x3 } from 'lucide-react';
import type { RefObject } from 'react';
import { goTo, useView, view, type Place } from '../app/view';
import { machineAt } from '../graph/places';
import type { GraphView } from '../graph/types';
import { crumbsOf } from './crumbs';
import { perform } from './act';
import { fit, type Stage } from './stage';

function Crumb({ place, name, siblings, last }: { place: Place; name: string; siblings: readonly string[]; last: boolean }) {
  const parent = place.machine.slice(0, -1);
  // Of a machine on the way the name leads there, and beside it is a choice of its siblings.
  const beside = siblings.length > 1 && (
    <select aria-label={`${name}, or another sub-machine beside it`} value={name} className={last ? 'here' : 'beside'} onChange={(event) => goTo({ layer: place.layer, machine: [...parent, event.target.value] })}>
      {siblings.map((sibling) => (
        <option key={sibling}>{sibling}</option>
      ))}
    </select>
  );
  if (last) return beside || <span className="crumb here" aria-current="location">{name}</span>;
  return (
    <>
      <button type="button" className="quiet" onClick={() => goTo(place)}>
        {name}
      </button>
      {beside}
    </>
  );
}

export function PathBar({ graph, place }: { graph: GraphView | undefined; place: Place }) {
  const back = useView((state) => state.back.length > 0);
  const forward = useView((state) => state.forward.length > 0);
  if (!graph || !machineAt(graph, place)) return null;
  const crumbs = crumbsOf(graph, place);
  return (
    <nav className="canvas-path over-canvas" aria-label="Where this machine is">
      <button type="button" className="icon" aria-label="Back" title="Back (Alt Shift ←)" disabled={!back} onClick={() => perform('view.back')}>
        <ArrowLeft aria-hidden />
      </button>
      <button type="button" className="icon" aria-label="Forward" title="Forward (Alt Shift →)" disabled={!forward} onClick={() => perform('view.forward')}>
        <ArrowRight aria-hidden />
      </button>
      {crumbs.map((crumb, i) => (
        <span key={i} className="canvas-crumb">
          {i > 0 && <ChevronRight className="between" aria-hidden />}
          <Crumb {...crumb} last={i === crumbs.length - 1} />
        </span>
      ))}
    </nav>
  );
}

function Zoom() {
  const zoom = useStore((state) => Math.round(state.transform[2] * 100));
  return <span className="zoom" aria-label={`zoom ${zoom} percent`}>{zoom} %</span>;
}

export function Tools({ stage }: { stage: RefObject<Stage> }) {
  const flow = useReactFlow();
  const snaps = useView((state) => state.snap);
  return (
    <div className="canvas-tools over-canvas" role="toolbar" aria-label="View of the graph">
      <button type="button" className="icon" aria-label="Zoom out" title="Zoom out (−)" onClick={() => void flow.zoomOut()}>
        <Minus aria-hidden />
      </button>
      <Zoom />
      <button type="button" className="icon" aria-label="Zoom in" title="Zoom in (+)" onClick={() => void flow.zoomIn()}>
        <Plus aria-hidden />
      </button>
      <button type="button" className="icon" aria-label="Show all" title="Show all (A)" onClick={() => fit(stage.current, 'all')}>
        <Maximize aria-hidden />
      </button>
      <button type="button" className="icon" aria-label="Show the selection" title="Show the selection (F)" onClick={() => fit(stage.current, 'selection')}>
        <ScanSearch aria-hidden />
      </button>
      <button type="button" className="icon" aria-label="Lay out" title="Lay out the selection, or all" onClick={() => perform(view.getState().selection.states.length > 1 ? 'layout.selection' : 'layout.all')}>
        <Workflow aria-hidden />
      </button>
      <button type="button" className="icon" aria-label="Snap to the grid" aria-pressed={snaps} title="Snap to the grid (Alt while dragging: the other way)" onClick={() => perform('layout.snap')}>
        <Grid3x3 aria-hidden />
      </button>
    </div>
  );
}
