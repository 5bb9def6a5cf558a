// What the canvas's gestures and keys stand on: the scene as it is now, the window onto it, and the commands they run.

import type { MouseEvent as ReactMouseEvent, DragEvent as ReactDragEvent, RefObject } from 'react';
import { goTo, select, tell, view, type Place } from '../app/view';
import { context } from '../commands/context';
import { stateOf } from '../graph/places';
import type { GraphView } from '../graph/types';
import { attach, connect, createFromClips, moveBoxes } from './act';
import { chosenOf, selectionOf } from './chosen';
import { snap, type Point } from './geometry';
import type { Ground } from './hands';
import type { MachinePicture } from './model';
import type { Scene } from './scene';
import { selectedOf, viewportFor, wholeOf, type Flow } from './sight';
import { canvas } from './state';
import { STATE_HEIGHT } from './scene';

export interface Stage {
  readonly flow: Flow;
  readonly root: RefObject<HTMLDivElement | null>;
  readonly scene: Scene;
  readonly machine: MachinePicture;
  readonly place: Place;
  readonly graph: GraphView | undefined;
}

type StageRef = RefObject<Stage>;

/** The canvas that is on the page; commands that look or that go by places need it. */
let current: StageRef | undefined;

export const theStage = (): Stage | undefined => current?.current;

export function open(stage: StageRef): () => void {
  current = stage;
  return () => {
    if (current === stage) current = undefined;
  };
}

export const CLIPS_TYPE = 'application/x-sinew-clips';

export function ground(stage: StageRef): Ground {
  return {
    scene: () => stage.current.scene,
    machine: () => stage.current.machine,
    chosen: () => chosenOf(view.getState().selection),
    writes: () => context().doc?.readOnly === false,
    snaps: () => view.getState().snap,
    zoom: () => stage.current.flow.getZoom(),
    toGraph: (x, y) => stage.current.flow.screenToFlowPosition({ x, y }, { snapToGrid: false }),
    choose: (chosen) => view.setState({ selection: selectionOf(chosen) }),
    move: moveBoxes,
    connect,
    attach,
    say: (sentence) => tell(sentence, 'refused'),
  };
}

export function fit(stage: Stage, what: 'all' | 'selection'): void {
  const size = stage.root.current?.getBoundingClientRect();
  const rect = (what === 'selection' ? selectedOf(stage.scene, stage.machine, chosenOf(view.getState().selection)) : null) ?? wholeOf(stage.scene, stage.machine);
  if (size && rect) void stage.flow.setViewport(viewportFor(rect, size.width, size.height), { duration: 150 });
}

/** The middle of what is in sight. */
export function middleOf(stage: Stage): Point {
  const size = stage.root.current!.getBoundingClientRect();
  return stage.flow.screenToFlowPosition({ x: size.x + size.width / 2, y: size.y + size.height / 2 }, { snapToGrid: false });
}

/** Opens the name field of a new state there; `from`: what it is to be reached from. */
export function draftAt(p: Point, from?: string): void {
  const { snap: snaps } = view.getState();
  const at = { x: p.x - 90, y: p.y - STATE_HEIGHT / 2 };
  canvas.setState({ draft: { at: snaps ? { x: snap(at.x), y: snap(at.y) } : { x: Math.round(at.x), y: Math.round(at.y) }, from } });
}

/** What Enter and a double click do with a state: its machine, its blend, its clip. */
export function enter(name: string): void {
  const { machine, state } = context();
  const it = machine && stateOf(machine, name);
  if (!it) return;
  if (it.machine) goTo({ layer: state.place.layer, machine: [...state.place.machine, name] });
  else if (it.kind === '1d' || it.kind === '2d') view.setState({ blend: { state: name, motion: [] } });
  else if (it.motion?.clip !== undefined) view.setState({ clip: it.motion.clip });
}

function partAt(event: { target: EventTarget }): HTMLElement | SVGElement | null {
  return (event.target as Element).closest<HTMLElement | SVGElement>('[data-part]');
}

export const received = {
  doubleClick(stage: StageRef, event: ReactMouseEvent): void {
    if ((event.target as Element).closest('.over-canvas, .name-field')) return;
    const part = partAt(event);
    const { name, key } = part?.dataset ?? {};
    if (part?.dataset['part'] === 'state' || part?.dataset['part'] === 'rim') return enter(name!);
    if (part?.dataset['part'] === 'arrow') return toggleBundle(stage.current, key!);
    if (part || !context().machine || context().doc?.readOnly) return;
    draftAt(stage.current.flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }, { snapToGrid: false }));
  },
  dragOver(event: ReactDragEvent): void {
    if (!event.dataTransfer.types.includes(CLIPS_TYPE)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
  },
  drop(stage: StageRef, event: ReactDragEvent): void {
    const text = event.dataTransfer.getData(CLIPS_TYPE);
    if (!text) return;
    event.preventDefault();
    const clips: unknown = JSON.parse(text);
    if (!Array.isArray(clips)) return;
    const p = stage.current.flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }, { snapToGrid: true, snapGrid: [20, 20] });
    createFromClips(clips.filter((clip): clip is string => typeof clip === 'string'), p);
  },
};

/** Fans a bundle out, or takes it together again. */
export function toggleBundle(stage: Stage, key: string): void {
  const arrow = stage.scene.arrows.find((one) => one.key === key);
  if (!arrow) return;
  const pair = JSON.stringify([arrow.from, arrow.to]);
  const open = new Set(canvas.getState().open);
  if (!open.delete(pair)) open.add(pair);
  canvas.setState({ open });
}

export function menuAt(_stage: StageRef, floor: Ground, event: ReactMouseEvent): void {
  if ((event.target as Element).closest('.over-canvas, .name-field')) return;
  event.preventDefault();
  const part = partAt(event);
  const chosen = floor.chosen();
  if (part?.dataset['name'] !== undefined && !chosen.states.has(part.dataset['name'])) floor.choose({ states: new Set([part.dataset['name']]) });
  const ids = (part?.dataset['ids'] ?? '').split(' ').map(Number).filter((id) => id > 0);
  if (ids.length > 0 && !ids.some((id) => chosen.transitions.has(id))) floor.choose({ transitions: new Set(ids) });
  if (!part) select({});
}
