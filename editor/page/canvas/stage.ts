// What the canvas's gestures and keys stand on: the scene as it is now, the window onto it, and the commands they run.

import type { MouseEvent as ReactMouseEvent, DragEvent as ReactDragEvent, RefObject } from 'react';
import { ask } from '../app/ask';
import { clipsDragged, hasClips } from '../app/drag';
import { cancelGesture } from '../app/gesture';
import { select, view, type Place } from '../app/view';
import { context } from '../commands/context';
import { standing } from '../commands/layout';
import { stateOf } from '../graph/places';
import type { GraphView } from '../graph/types';
import { attach, connect, createFromClips, moveBoxes, perform, say } from './act';
import { chosenOf, selectionOf } from './chosen';
import { GRID, overlaps, snap, type Point, type Rect } from './geometry';
import type { Ground } from './hands';
import { pairKey } from './lanes';
import type { MachinePicture } from './model';
import type { Scene } from './scene';
import { selectedOf, viewportFor, viewportToShow, wholeOf, type Flow } from './sight';
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

/** The canvas that is on the page. */
let current: StageRef | undefined;

export function open(stage: StageRef): () => void {
  current = stage;
  standing.of = (name) => stage.current.scene.boxes.get(name);
  return () => {
    if (current !== stage) return;
    current = undefined;
    standing.of = () => undefined;
  };
}

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
    say,
  };
}

export function fit(stage: Stage, what: 'all' | 'selection'): void {
  const size = stage.root.current?.getBoundingClientRect();
  const rect = (what === 'selection' ? selectedOf(stage.scene, stage.machine, chosenOf(view.getState().selection)) : null) ?? wholeOf(stage.scene, stage.machine);
  if (size && rect) void stage.flow.setViewport(viewportFor(rect, size.width, size.height), { duration: 150 });
}

/** Another machine is shown, or none: what was being done in this one ends as if it had not begun. */
export function endAll(): void {
  cancelGesture();
  canvas.setState({ draft: undefined, pointing: undefined, menu: undefined });
}

/** Brings a rectangle into sight, moving no further than needed. */
export function reveal(stage: Stage, rect: Rect | null | undefined): void {
  const size = stage.root.current?.getBoundingClientRect();
  const there = rect && size && size.width > 0 && viewportToShow(rect, stage.flow.getViewport(), size.width, size.height);
  if (there) void stage.flow.setViewport(there);
}

/** What was jumped to, from a list or the palette. */
export function revealSelection(stage: Stage): void {
  reveal(stage, selectedOf(stage.scene, stage.machine, chosenOf(view.getState().selection)));
}

/** A free place near the middle of what is in sight, for the middle of a state. */
export function placeFor(stage: Stage): Point {
  const size = stage.root.current!.getBoundingClientRect();
  const middle = stage.flow.screenToFlowPosition({ x: size.x + size.width / 2, y: size.y + size.height / 2 }, { snapToGrid: false });
  const free = (p: Point): boolean => {
    const rect = { x: p.x - 110, y: p.y - 48, w: 220, h: 96 };
    for (const box of stage.scene.boxes.values()) if (overlaps(box, rect)) return false;
    return true;
  };
  for (let i = 0; i < 400; i++) {
    // A spiral outwards.
    const turn = Math.sqrt(i) * 2.4;
    const p = { x: middle.x + Math.cos(turn) * turn * 22, y: middle.y + Math.sin(turn) * turn * 14 };
    if (free(p)) return p;
  }
  return middle;
}

/** Opens the name field of a new state there; `from`: what it is to be reached from. */
export function draftAt(p: Point, from?: string): void {
  const { snap: snaps } = view.getState();
  const at = { x: p.x - 90, y: p.y - STATE_HEIGHT / 2 };
  canvas.setState({ draft: { at: snaps ? { x: snap(at.x), y: snap(at.y) } : { x: Math.round(at.x), y: Math.round(at.y) }, from } });
}

/** What Enter and a double click do with a state: its machine, its blend, its clip. */
export function enter(name: string): void {
  const { machine } = context();
  const it = machine && stateOf(machine, name);
  if (!it) return;
  if (it.kind === 'clip' && it.motion?.clip !== undefined) view.setState({ clip: it.motion.clip });
  else if (it.kind === 'empty' || it.kind === 'nothing') say(`“${name}” plays nothing yet: choose what it plays in the inspector.`);
  else perform('state.open', { state: name });
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
    if (part?.dataset['part'] === 'group') return ask('focus-inspector'); // to its name
    if (part || !context().machine || context().doc?.readOnly) return;
    draftAt(stage.current.flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }, { snapToGrid: false }));
  },
  dragOver(event: ReactDragEvent): void {
    if (!hasClips(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
  },
  drop(stage: StageRef, event: ReactDragEvent): void {
    const clips = clipsDragged(event);
    if (clips.length === 0) return;
    event.preventDefault();
    createFromClips(clips, stage.current.flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }, { snapToGrid: true, snapGrid: [GRID, GRID] }));
  },
};

/** Fans a bundle out, or takes it together again. */
export function toggleBundle(stage: Stage, key: string): void {
  const arrow = stage.scene.arrows.find((one) => one.key === key);
  if (!arrow) return;
  const pair = pairKey(arrow.from, arrow.to);
  const open = new Set(canvas.getState().open);
  if (!open.delete(pair)) open.add(pair);
  canvas.setState({ open });
}

/** Selects what is under the pointer, unless it is selected, and opens its menu. */
export function menuAt(floor: Ground, event: ReactMouseEvent): void {
  if ((event.target as Element).closest('.over-canvas, .name-field, .menu')) return;
  event.preventDefault();
  const part = partAt(event);
  const chosen = floor.chosen();
  const { name, group } = part?.dataset ?? {};
  const ids = (part?.dataset['ids'] ?? '').split(' ').map(Number).filter((id) => id > 0);
  if (name !== undefined && !chosen.states.has(name)) floor.choose({ states: new Set([name]) });
  if (group !== undefined && !chosen.groups.has(Number(group))) floor.choose({ groups: new Set([Number(group)]) });
  if (ids.length > 0 && !ids.some((id) => chosen.transitions.has(id))) floor.choose({ transitions: new Set(ids) });
  if (!part) select({});
  const kind = ids.length > 0 ? 'transition' : part ? 'state' : 'ground';
  canvas.setState({ menu: { x: event.clientX, y: event.clientY, at: floor.toGraph(event.clientX, event.clientY), kind } });
}

/** The menu by the keyboard: of what is selected, where that is. */
export function menuBySelection(stage: Stage, floor: Ground): void {
  const { states, transitions } = floor.chosen();
  const box = stage.scene.boxes.get([...states][0] ?? '');
  const label = transitions.size > 0 ? stage.scene.arrowOf.get([...transitions][0]!)?.label : undefined;
  const size = stage.root.current!.getBoundingClientRect();
  const p = box ? { x: box.x + box.w / 2, y: box.y + box.h } : label ?? undefined;
  const at = p ? stage.flow.flowToScreenPosition(p) : { x: size.x + size.width / 2, y: size.y + size.height / 2 };
  canvas.setState({ menu: { ...at, at: floor.toGraph(at.x, at.y), kind: transitions.size > 0 ? 'transition' : states.size > 0 ? 'state' : 'ground' } });
}
