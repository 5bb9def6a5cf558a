// What a press on the canvas does: which gesture begins, and what it leaves in the end. Presses are told apart by the
// `data-part` of what was hit; nothing on the canvas listens for itself.

import type { Id } from '../document/ids';
import { beginGesture, type Gesture } from '../app/gesture';
import { between, holds, overlaps, centre, snap, type Point, type Rect } from './geometry';
import { ENTRY, ENTRY_ARROW, isState, type MachinePicture } from './model';
import type { Arrow, Scene } from './scene';
import { canvas } from './state';
import { refusal, wireCurve } from './wire';

export interface Chosen {
  readonly states: ReadonlySet<string>; // boxes too, by their names here
  readonly transitions: ReadonlySet<Id>;
  readonly groups: ReadonlySet<Id>;
}

/** What the canvas lends its gestures. */
export interface Ground {
  scene(): Scene;
  machine(): MachinePicture;
  chosen(): Chosen;
  writes(): boolean;
  snaps(): boolean;
  zoom(): number;
  toGraph(x: number, y: number): Point;
  choose(chosen: Partial<Chosen>): void;
  move(places: ReadonlyMap<string, Point>, groups: ReadonlyMap<Id, Rect>): void;
  connect(from: string, to: string): void;
  attach(id: Id, end: 'from' | 'to', box: string): void;
  say(sentence: string): void;
}

const partOf = (event: PointerEvent | MouseEvent): HTMLElement | SVGElement | null =>
  (event.target as Element | null)?.closest<HTMLElement | SVGElement>('[data-part]') ?? null;

const adds = (event: PointerEvent | MouseEvent): boolean => event.shiftKey || event.ctrlKey || event.metaKey;

function toggled<T>(set: ReadonlySet<T>, values: readonly T[]): Set<T> {
  const next = new Set(set);
  const all = values.every((value) => next.has(value));
  for (const value of values) {
    if (all) next.delete(value);
    else next.add(value);
  }
  return next;
}

/** The box under a point of the screen. */
function boxUnder(x: number, y: number): string | undefined {
  for (const element of document.elementsFromPoint(x, y)) {
    const part = element.closest<HTMLElement>("[data-part='state'], [data-part='box'], [data-part='rim']");
    if (part?.dataset['name'] !== undefined) return part.dataset['name'];
  }
  return undefined;
}

function moveBoxes(ground: Ground, name: string): Gesture {
  const taken = new Set(ground.chosen().states).add(name);
  const start = ground.scene().boxes;
  const lead = start.get(name);
  return {
    move(event, dx, dy) {
      if (!lead || !ground.writes()) return;
      const zoom = ground.zoom();
      const snaps = ground.snaps() !== event.altKey;
      const x = snaps ? snap(lead.x + dx / zoom) - lead.x : Math.round(dx / zoom);
      const y = snaps ? snap(lead.y + dy / zoom) - lead.y : Math.round(dy / zoom);
      const now = canvas.getState().drag;
      if (now?.dx !== x || now.dy !== y) canvas.setState({ drag: { names: taken, dx: x, dy: y } });
    },
    end() {
      const { drag } = canvas.getState();
      canvas.setState({ drag: undefined });
      if (!drag || (drag.dx === 0 && drag.dy === 0)) return;
      const places = new Map<string, Point>();
      for (const box of taken) {
        const r = start.get(box);
        if (r) places.set(box, { x: r.x + drag.dx, y: r.y + drag.dy });
      }
      ground.move(places, new Map());
    },
    cancel() {
      canvas.setState({ drag: undefined });
    },
  };
}

function pressBox(ground: Ground, name: string, event: PointerEvent): void {
  const { states } = ground.chosen();
  if (!adds(event) && !states.has(name)) ground.choose({ states: new Set([name]) });
  const drag = moveBoxes(ground, name);
  beginGesture(event, {
    ...drag,
    start() {
      if (adds(event) && !ground.chosen().states.has(name)) ground.choose({ ...ground.chosen(), states: toggled(ground.chosen().states, [name]) });
    },
    click() {
      if (adds(event)) ground.choose({ ...ground.chosen(), states: toggled(states, [name]) });
      else ground.choose({ states: new Set([name]) });
    },
  });
}

interface End {
  readonly name: string;
  readonly box: Rect;
}

/** Draws the wire between a fixed end and the pointer; `forth`: the pointer is where it leads to. */
function drawWire(ground: Ground, fixed: End, forth: boolean, done: (target: string | undefined, at: Point) => void): Gesture {
  let left = false;
  const look = (x: number, y: number): { target: string | undefined; refused: string | undefined; at: Point } => {
    const under = boxUnder(x, y);
    if (under !== fixed.name) left = true;
    const target = under === fixed.name && !left ? undefined : under;
    const refused = target === undefined ? undefined : forth ? refusal(fixed.name, target) : refusal(target, fixed.name);
    return { target, refused, at: ground.toGraph(x, y) };
  };
  return {
    move(now) {
      const { target, refused, at } = look(now.clientX, now.clientY);
      const box = target === undefined ? undefined : ground.scene().boxes.get(target);
      const free = box && target !== undefined ? { name: target, box } : at;
      canvas.setState({ wire: { curve: forth ? wireCurve(fixed, free) : wireCurve(free, fixed), target: refused ? undefined : target, refused } });
    },
    end(now) {
      const { target, refused, at } = look(now.clientX, now.clientY);
      canvas.setState({ wire: undefined });
      if (refused) ground.say(refused);
      else if (target !== undefined || left) done(target, at);
    },
    cancel() {
      canvas.setState({ wire: undefined });
    },
  };
}

/** An arrow's end that lies on a rim just there: one of a selected arrow, whose ends show, else the nearest head. */
function endAt(ground: Ground, p: Point): { readonly key: string; readonly end: 'from' | 'to' } | undefined {
  const most = 8 / Math.min(ground.zoom(), 1);
  const { transitions } = ground.chosen();
  let best: { key: string; end: 'from' | 'to'; selected: boolean; far: number } | undefined;
  for (const { key, ids, curve } of ground.scene().arrows) {
    if (ids.length > 1) continue;
    const selected = transitions.has(ids[0]!);
    for (const end of selected ? (['to', 'from'] as const) : (['to'] as const)) {
      const q = end === 'to' ? curve.d : curve.a;
      const far = Math.hypot(p.x - q.x, p.y - q.y);
      if (far > most) continue;
      if (!best || (selected && !best.selected) || (selected === best.selected && far < best.far)) best = { key, end, selected, far };
    }
  }
  return best;
}

function pressRim(ground: Ground, name: string, event: PointerEvent): void {
  const box = ground.scene().boxes.get(name);
  if (!box || !ground.writes()) return pressBox(ground, name, event);
  const end = endAt(ground, ground.toGraph(event.clientX, event.clientY));
  if (end) return pressArrow(ground, end.key, end.end, event);
  beginGesture(event, {
    ...drawWire(ground, { name, box }, true, (target, at) => {
      if (target !== undefined) ground.connect(name, target);
      else if (name === ENTRY) ground.say('A machine begins in a state: let go on one.');
      else canvas.setState({ draft: { at: { x: at.x - 20, y: at.y - 28 }, from: name } });
    }),
    click: () => ground.choose({ states: adds(event) ? toggled(ground.chosen().states, [name]) : new Set([name]) }),
  });
}

/** Moving an end of an arrow: its settings stay. */
function pressEnd(ground: Ground, arrow: Arrow, end: 'from' | 'to', event: PointerEvent, click: () => void): void {
  const id = arrow.ids[0]!;
  const name = end === 'to' ? arrow.from : arrow.to;
  const box = ground.scene().boxes.get(name);
  const fixed = id === ENTRY_ARROW && end === 'from';
  if (!box || arrow.ids.length > 1 || fixed || !ground.writes()) return beginGesture(event, { click });
  beginGesture(event, {
    ...drawWire(ground, { name, box }, end === 'to', (target) => {
      if (target === undefined || target === arrow[end]) return;
      if (id === ENTRY_ARROW && !isState(target)) ground.say('A machine begins in a state.');
      else ground.attach(id, end, target);
    }),
    start: () => ground.choose({ transitions: new Set(arrow.ids.filter((one) => one !== ENTRY_ARROW)) }),
    click,
  });
}

function pressArrow(ground: Ground, key: string, grip: string | undefined, event: PointerEvent): void {
  const arrow = ground.scene().arrows.find((one) => one.key === key);
  if (!arrow) return;
  const ids = arrow.ids.filter((id) => id !== ENTRY_ARROW);
  const click = (): void => {
    if (ids.length === 0) ground.choose({ states: new Set([ENTRY]) });
    else ground.choose(adds(event) ? { ...ground.chosen(), transitions: toggled(ground.chosen().transitions, ids) } : { transitions: new Set(ids) });
  };
  const p = ground.toGraph(event.clientX, event.clientY);
  const { a, d } = arrow.curve;
  const toStart = Math.hypot(p.x - a.x, p.y - a.y);
  const toEnd = Math.hypot(p.x - d.x, p.y - d.y);
  const near = Math.min(36, Math.hypot(d.x - a.x, d.y - a.y) * 0.35 + 8);
  const end = grip === 'from' || grip === 'to' ? grip : toEnd <= near && toEnd <= toStart ? 'to' : toStart <= near ? 'from' : undefined;
  if (end) pressEnd(ground, arrow, end, event, click);
  else beginGesture(event, { click });
}

/** Selecting all that a rectangle touches. */
function pressGround(ground: Ground, event: PointerEvent): void {
  const from = ground.toGraph(event.clientX, event.clientY);
  const before = ground.chosen();
  const base: Chosen = adds(event) ? before : { states: new Set(), transitions: new Set(), groups: new Set() };
  let caught = '';
  beginGesture(event, {
    move(now) {
      const band = between(from, ground.toGraph(now.clientX, now.clientY));
      canvas.setState({ band });
      const states = new Set(base.states);
      for (const [name, box] of ground.scene().boxes) if (overlaps(band, box)) states.add(name);
      const transitions = new Set(base.transitions);
      for (const arrow of ground.scene().arrows) {
        const inside = holds(band, arrow.curve.a) && holds(band, arrow.curve.d);
        if (inside) for (const id of arrow.ids) if (id !== ENTRY_ARROW) transitions.add(id);
      }
      const key = [...states, ...transitions].join('/');
      if (key !== caught) ground.choose({ ...base, states, transitions });
      caught = key;
    },
    end: () => canvas.setState({ band: undefined }),
    cancel() {
      canvas.setState({ band: undefined });
      ground.choose(before);
    },
    click() {
      if (!adds(event)) ground.choose({});
    },
  });
}

/** The boxes that stand in a group and go with it. */
export function boxesIn(scene: Scene, group: Rect): [string, Rect][] {
  return [...scene.boxes].filter(([, box]) => holds(group, centre(box)));
}

function pressGroup(ground: Ground, id: Id, corner: boolean, event: PointerEvent): void {
  const group = ground.machine().groups.find((one) => one.id === id);
  if (!group) return;
  const click = (): void => ground.choose({ groups: adds(event) ? toggled(ground.chosen().groups, [id]) : new Set([id]) });
  if (!ground.writes()) return beginGesture(event, { click });
  const start: Rect = { x: group.x, y: group.y, w: group.w, h: group.h };
  const inside = corner ? [] : boxesIn(ground.scene(), start);
  const names = new Set(inside.map(([name]) => name));
  let last: Rect = start;
  beginGesture(event, {
    click,
    start: click,
    move(now, dx, dy) {
      const step = (v: number): number => (ground.snaps() !== now.altKey ? snap(v) : Math.round(v));
      const x = step(dx / ground.zoom());
      const y = step(dy / ground.zoom());
      last = corner ? { ...start, w: Math.max(80, start.w + x), h: Math.max(60, start.h + y) } : { ...start, x: start.x + x, y: start.y + y };
      canvas.setState({ groupDrag: { id, rect: last }, drag: corner ? undefined : { names, dx: x, dy: y } });
    },
    end() {
      canvas.setState({ groupDrag: undefined, drag: undefined });
      if (last.x === start.x && last.y === start.y && last.w === start.w && last.h === start.h) return;
      const places = new Map(inside.map(([name, box]) => [name, { x: box.x + last.x - start.x, y: box.y + last.y - start.y }] as const));
      ground.move(places, new Map([[id, last]]));
    },
    cancel: () => canvas.setState({ groupDrag: undefined, drag: undefined }),
  });
}

/** A press of the left button somewhere on the canvas. */
export function press(ground: Ground, event: PointerEvent): void {
  if (canvas.getState().pointing) canvas.setState({ pointing: undefined });
  const part = partOf(event);
  const { name, key, end, group } = part?.dataset ?? {};
  switch (part?.dataset['part']) {
    case 'field':
      return;
    case 'rim':
      return pressRim(ground, name!, event);
    case 'state':
    case 'box':
      return pressBox(ground, name!, event);
    case 'arrow':
    case 'grip':
      return pressArrow(ground, key!, end, event);
    case 'group':
    case 'corner':
      return pressGroup(ground, Number(group), part?.dataset['part'] === 'corner', event);
    default:
      return pressGround(ground, event);
  }
}
