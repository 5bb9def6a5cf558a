// The scene of the machine that is shown, from the documents and the view. One place for it, so that the canvas, its
// gestures and its keys see the same.

import { useEffect, useMemo, useRef } from 'react';
import { useView, type Place } from '../app/view';
import type { Id } from '../document/ids';
import { useDoc } from '../document/store';
import { machineAt } from '../graph/places';
import type { GraphView } from '../graph/types';
import { graphOf } from '../graph/view';
import { chosenOf } from './chosen';
import type { Point } from './geometry';
import { placeKey } from './ids';
import { layOutAside } from './layouter';
import { NO_MACHINE, type MachinePicture } from './model';
import { pictureOf } from './picture';
import { draggedScene, EMPTY_SCENE, linkedTo, sceneOf, STATE_HEIGHT, stateWidth, type Scene } from './scene';
import { canvas, useCanvas } from './state';
import { useFindingsAt } from './findings';

export interface SceneNow {
  readonly graph: GraphView | undefined;
  readonly machine: MachinePicture;
  readonly scene: Scene;
  readonly place: Place;
  /** The transition that is shown alone, where it is one of this machine. */
  readonly solo: Id | undefined;
  readonly linked: { readonly boxes: ReadonlySet<string>; readonly arrows: ReadonlySet<string> };
}

const NOWHERE: ReadonlyMap<string, Point> = new Map();

/** States without a place get one from the layout; the document is not changed by that. */
function useFoundPlaces(machine: MachinePicture, key: string): ReadonlyMap<string, Point> {
  const found = useCanvas((state) => state.found.get(key)) ?? NOWHERE;
  const lost = machine.states.filter((state) => !state.position && !found.has(state.name));
  const missing = lost.length > 0 ? lost.map((state) => state.name).join('\n') : '';
  useEffect(() => {
    if (!missing) return;
    let over = false;
    const placed = machine.states.flatMap((state) => (state.position ? [state.position] : []));
    const at: [number, number] = [60, placed.length > 0 ? Math.max(...placed.map((p) => p.y)) + 160 : 60];
    const names = new Set(missing.split('\n'));
    const boxes = machine.states.filter((state) => names.has(state.name)).map((state) => ({ name: state.name, w: stateWidth(state.name, state.detail), h: STATE_HEIGHT }));
    const links = machine.links.map((link) => ({ from: link.from, to: link.to, label: 90 }));
    layOutAside({ boxes, links, at }).then(
      (places) => {
        if (over) return;
        const before = canvas.getState().found;
        const next = new Map(before.get(key) ?? NOWHERE);
        for (const [name, x, y] of places) next.set(name, { x, y });
        canvas.setState({ found: new Map(before).set(key, next) });
      },
      () => undefined, // they stand in rows then
    );
    return () => {
      over = true;
    };
    // What is missing says all that the layout depends on.
  }, [missing, key]);
  return found;
}

export function useScene(): SceneNow {
  const doc = useDoc(useView((state) => state.graph));
  const place = useView((state) => state.place);
  const selection = useView((state) => state.selection);
  const wanted = useView((state) => state.soloTransition);
  const drag = useCanvas((state) => state.drag);
  const opened = useCanvas((state) => state.open);
  const at = useFindingsAt(doc?.id);
  const graph = doc && graphOf(doc);
  const view = graph && machineAt(graph, place);
  const solo = view?.transitions.some((one) => one.id === wanted) ? wanted : undefined;
  const parameters = graph?.parameters;
  const inner = place.machine.length > 0;
  const machine = useMemo(
    () => (graph && view ? pictureOf(graph, view, inner, at) : NO_MACHINE),
    // The graph is another object after each edit; of it only the parameters matter here.
    [view, parameters, inner, at],
  );
  const key = `${doc?.id} ${placeKey(place)}`;
  const found = useFoundPlaces(machine, key);
  const before = useRef<Scene>(EMPTY_SCENE);
  const scene = useMemo(
    () => (before.current = sceneOf(machine, { key, open: opened, found, solo }, before.current)),
    [machine, key, opened, found, solo],
  );
  const shown = useMemo(() => (drag ? draggedScene(scene, drag) : scene), [scene, drag]);
  const linked = useMemo(() => {
    const { states, transitions } = chosenOf(selection);
    return linkedTo(scene, states, transitions);
  }, [scene, selection]);
  return { graph, machine, scene: shown, place, linked, solo };
}
