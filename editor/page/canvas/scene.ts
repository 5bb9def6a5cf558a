// From a machine's picture and what the user is just doing to what stands on the canvas: boxes, arrows, labels. Pure.
// What is as it was in the scene before is the same object, so that only what changed is drawn again.

import type { Id } from '../document/ids';
import { bounds, centre, headOf, holds, overlaps, pathOf, snap, type Curve, type Point, type Rect } from './geometry';
import { LABEL_HEIGHT, placeLabels, shorten, textWidth, type Wish } from './labels';
import { curveOf, waysOf, type Way } from './lanes';
import { ANY, boxName, ENTRY, EXIT, type LinkPicture, type MachinePicture, type Severity, type StatePicture } from './model';

export const STATE_HEIGHT = 56;
export const BOX_WIDTH = 84;
export const BOX_HEIGHT = 32;
const LONGEST_NAME = 28;
const LONGEST_CONDITION = 30;

/** A drag as it stands: these boxes, this far from where they began. */
export interface Drag {
  readonly names: ReadonlySet<string>;
  readonly dx: number;
  readonly dy: number;
}

export interface Wishes {
  /** Which machine: a scene before of the same one keeps the places that were found. */
  readonly key: string;
  /** Pairs whose bundles are open. */
  readonly open: ReadonlySet<string>;
  /** Places for states that the document gives none. */
  readonly found: ReadonlyMap<string, Point>;
  /** The transition that alone is shown as usual; none: all are. */
  readonly solo: Id | undefined;
}

export interface Label {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly order: string;
  readonly conditions: string;
  readonly timing: string;
  readonly orderWidth: number;
  readonly conditionsWidth: number;
}

export interface Arrow {
  readonly key: string;
  readonly ids: readonly Id[];
  readonly from: string;
  readonly to: string;
  readonly curve: Curve;
  readonly path: string;
  readonly head: string;
  readonly label: Label | null;
  readonly muted: boolean;
  readonly quiet: boolean;
  readonly finding: Severity | undefined;
  readonly findings: string;
  /** What a screen reader says. */
  readonly spoken: string;
}

export interface Scene {
  readonly key: string;
  readonly boxes: ReadonlyMap<string, Rect>;
  readonly states: ReadonlyMap<string, StatePicture>;
  readonly arrows: readonly Arrow[];
  /** The arrow that draws a transition. */
  readonly arrowOf: ReadonlyMap<Id, Arrow>;
  /** What the arrows were made from. */
  readonly ways: readonly Way[];
  readonly links: ReadonlyMap<Id, LinkPicture>;
  readonly solo: Id | undefined;
}

export const EMPTY_SCENE: Scene = { key: '', boxes: new Map(), states: new Map(), arrows: [], arrowOf: new Map(), ways: [], links: new Map(), solo: undefined };

/** As wide as its name and detail want, in steps of the grid. */
export function stateWidth(name: string, detail: string): number {
  const title = textWidth(shorten(name, LONGEST_NAME), 13, true);
  const below = textWidth(shorten(detail, LONGEST_NAME), 11);
  return Math.min(Math.max(Math.ceil((Math.max(title, below) + 58) / 20) * 20, 140), 280);
}

function statePlace(state: StatePicture, index: number, found: ReadonlyMap<string, Point>): Point {
  return state.position ?? found.get(state.name) ?? { x: 60 + (index % 5) * 240, y: 60 + Math.floor(index / 5) * 120 };
}

/** How many boxes the straight line between two points runs through. */
function crossed(p: Point, q: Point, boxes: Iterable<Rect>): number {
  let count = 0;
  for (const r of boxes) {
    if (holds(r, q)) continue;
    const wide: Rect = { x: r.x - 10, y: r.y - 10, w: r.w + 20, h: r.h + 20 };
    for (let i = 1; i < 32; i++) {
      const t = i / 32;
      if (!holds(wide, { x: p.x + (q.x - p.x) * t, y: p.y + (q.y - p.y) * t })) continue;
      count++;
      break;
    }
  }
  return count;
}

/** The place among `candidates` from which the arrows of a box run through the fewest states; the first of those. */
function clearest(candidates: readonly Point[], targets: readonly Rect[], states: ReadonlyMap<string, Rect>): Point {
  let best = candidates[0]!;
  let least = Infinity;
  for (const p of candidates) {
    const rect: Rect = { ...p, w: BOX_WIDTH, h: BOX_HEIGHT };
    let cost = 0;
    for (const r of states.values()) if (overlaps(r, rect, 12)) cost += 100;
    for (const target of targets) cost += crossed(centre(rect), centre(target), states.values());
    if (cost < least) {
      least = cost;
      best = p;
    }
  }
  return best;
}

/** Places of the boxes that the document gives none: entry left of its state, any and exit where the way is clear. */
function boxPlaces(machine: MachinePicture, states: ReadonlyMap<string, Rect>, before: ReadonlyMap<string, Rect>): [string, Point][] {
  // A box that found a place keeps it while nothing stands there: it does not jump about as arrows come and go.
  const kept = (name: string): Point | undefined => {
    const old = before.get(name);
    return old && ![...states.values()].some((r) => overlaps(r, old, 8)) ? old : undefined;
  };
  const all = bounds(states.values()) ?? { x: 240, y: 60, w: 0, h: STATE_HEIGHT };
  const first = (machine.entry !== undefined && states.get(machine.entry)) || all;
  const left = snap(all.x) - 180;
  const middle = first.y + STATE_HEIGHT / 2 - BOX_HEIGHT / 2;
  const few = (list: Rect[]): Rect[] => list.slice(0, 12);
  const ends = (from: string, to: string): Rect[] =>
    few(machine.links.flatMap((link) => (link.from === from ? states.get(link.to) ?? [] : link.to === to ? states.get(link.from) ?? [] : [])));
  const below = all.y + all.h + 60;
  const above = all.y - 60 - BOX_HEIGHT;
  const entry = machine.places.entry ?? { x: left, y: middle };
  const list: [string, Point][] = [[ENTRY, entry]];
  const any = machine.places.any ?? kept(ANY);
  if (any) list.push([ANY, any]);
  else {
    const targets = ends(ANY, '');
    const xs = targets.map((r) => r.x + (r.w - BOX_WIDTH) / 2);
    const places = [{ x: left, y: Math.max(middle + 80, all.y + all.h - STATE_HEIGHT / 2 - BOX_HEIGHT / 2) }, { x: left, y: middle + 80 }];
    list.push([ANY, clearest([...places, ...xs.map((x) => ({ x, y: below })), ...xs.map((x) => ({ x, y: above }))], targets, states)]);
  }
  if (!machine.inner) return list;
  const right = snap(all.x + all.w) + 100;
  const sources = ends('', EXIT);
  const rows = [...sources.map((r) => r.y + (r.h - BOX_HEIGHT) / 2), all.y + STATE_HEIGHT / 2 - BOX_HEIGHT / 2];
  list.push([EXIT, machine.places.exit ?? kept(EXIT) ?? clearest(rows.map((y) => ({ x: right, y })), sources, states)]);
  return list;
}

function same(a: Rect | undefined, b: Rect): a is Rect {
  return a !== undefined && a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h;
}

/** Where every box stands. */
function boxesOf(machine: MachinePicture, { found, key }: Wishes, before: Scene): Map<string, Rect> {
  const still = new Map<string, Rect>();
  machine.states.forEach((state, i) => {
    const p = statePlace(state, i, found);
    still.set(state.name, { x: p.x, y: p.y, w: stateWidth(state.name, state.detail), h: STATE_HEIGHT });
  });
  const states = new Map(still);
  for (const [name, p] of boxPlaces(machine, states, before.key === key ? before.boxes : new Map())) still.set(name, { x: p.x, y: p.y, w: BOX_WIDTH, h: BOX_HEIGHT });
  const boxes = new Map<string, Rect>();
  for (const [name, rect] of still) {
    const old = before.boxes.get(name);
    boxes.set(name, same(old, rect) ? old : rect);
  }
  return boxes;
}

interface Words {
  readonly order: string;
  readonly conditions: string;
  readonly timing: string;
}

function wordsOf(way: Way, links: ReadonlyMap<Id, LinkPicture>): Words {
  if (way.ids.length > 1) return { order: '', conditions: `× ${way.ids.length}`, timing: '' };
  const link = links.get(way.ids[0]!)!;
  return {
    order: link.order > 0 ? String(link.order) : '',
    conditions: shorten(link.conditions, LONGEST_CONDITION),
    timing: link.timing,
  };
}

const ORDER_WIDTH = 15;
export const LABEL_GAP = 5;
export const LABEL_PAD = 4;

function widthsOf(words: Words): { order: number; conditions: number; all: number } {
  const order = words.order ? Math.max(ORDER_WIDTH, textWidth(words.order, 10, true) + 8) : 0;
  const conditions = words.conditions ? textWidth(words.conditions, 11) : 0;
  const timing = words.timing ? textWidth(words.timing, 11) : 0;
  const parts = [order, conditions, timing].filter((w) => w > 0);
  return { order, conditions, all: parts.length ? Math.ceil(parts.reduce((sum, w) => sum + w, 0) + (parts.length - 1) * LABEL_GAP + LABEL_PAD * 2) : 0 };
}

function worst(list: readonly LinkPicture[]): Severity | undefined {
  if (list.some((link) => link.finding === 'error')) return 'error';
  return list.some((link) => link.finding === 'warning') ? 'warning' : undefined;
}

function speak(way: Way, links: readonly LinkPicture[]): string {
  const ends = `${boxName(way.from)} to ${boxName(way.to)}`;
  if (links.length > 1) return `${links.length} transitions, ${ends}`;
  const { conditions, timing, muted } = links[0]!;
  return [`transition ${ends}`, conditions, timing, muted ? 'muted' : ''].filter(Boolean).join(', ');
}

function labelOf(words: Words, place: Rect | null): Label | null {
  if (!place) return null;
  const widths = widthsOf(words);
  return { x: place.x, y: place.y, w: place.w, ...words, orderWidth: widths.order, conditionsWidth: widths.conditions };
}

/** What an arrow is drawn from, as one text: the same text, the same arrow. */
function signature(arrow: Arrow): string {
  const { label } = arrow;
  return JSON.stringify([arrow.path, arrow.ids, label, arrow.muted, arrow.quiet, arrow.findings, arrow.spoken]);
}

const signatures = new WeakMap<Arrow, string>();

function keep(arrow: Arrow, before: ReadonlyMap<string, Arrow>): Arrow {
  const old = before.get(arrow.key);
  const mine = signature(arrow);
  if (old && signatures.get(old) === mine) return old;
  signatures.set(arrow, mine);
  return arrow;
}

/** Arrows for ways; their labels stand clear of the boxes and of what is taken. */
function arrowsOf(ways: readonly Way[], links: ReadonlyMap<Id, LinkPicture>, boxes: ReadonlyMap<string, Rect>, taken: readonly Rect[], solo: Id | undefined, old: ReadonlyMap<string, Arrow>): Arrow[] {
  const curves = ways.map((way) => curveOf(way, boxes.get(way.from)!, boxes.get(way.to)!));
  const words = ways.map((way) => wordsOf(way, links));
  const wants = ways.map((way, i): Wish => ({ curve: curves[i]!, w: widthsOf(words[i]!).all, h: LABEL_HEIGHT, both: way.both }));
  const places = placeLabels(wants, [...boxes.values(), ...taken]);
  return ways.map((way, i): Arrow => {
    const list = way.ids.map((id) => links.get(id)!);
    return keep({
      key: way.key,
      ids: way.ids,
      from: way.from,
      to: way.to,
      curve: curves[i]!,
      path: pathOf(curves[i]!),
      head: headOf(curves[i]!),
      label: labelOf(words[i]!, places[i]!),
      muted: list.every((link) => link.muted),
      quiet: solo !== undefined && !way.ids.includes(solo),
      finding: worst(list),
      findings: list.map((link) => link.findings).filter(Boolean).join('\n'),
      spoken: speak(way, list),
    }, old);
  });
}

function indexed(arrows: readonly Arrow[]): Map<Id, Arrow> {
  const arrowOf = new Map<Id, Arrow>();
  for (const arrow of arrows) for (const id of arrow.ids) arrowOf.set(id, arrow);
  return arrowOf;
}

/** The scene of a machine at rest. */
export function sceneOf(machine: MachinePicture, wishes: Wishes, before: Scene = EMPTY_SCENE): Scene {
  const boxes = boxesOf(machine, wishes, before);
  const links = new Map(machine.links.filter((link) => boxes.has(link.from) && boxes.has(link.to)).map((link) => [link.id, link]));
  const ways = waysOf([...links.values()], wishes.open);
  const arrows = arrowsOf(ways, links, boxes, [], wishes.solo, new Map(before.arrows.map((arrow) => [arrow.key, arrow])));
  return { key: wishes.key, boxes, states: new Map(machine.states.map((state) => [state.name, state])), arrows, arrowOf: indexed(arrows), ways, links, solo: wishes.solo };
}

/** The scene while boxes are dragged: only what hangs on them is another, reckoned from the scene at rest each time. */
export function draggedScene(rest: Scene, drag: Drag): Scene {
  const moved = (name: string): boolean => drag.names.has(name);
  const boxes = new Map(rest.boxes);
  for (const name of drag.names) {
    const r = rest.boxes.get(name);
    if (r) boxes.set(name, { ...r, x: r.x + drag.dx, y: r.y + drag.dy });
  }
  const affected = rest.ways.filter((way) => moved(way.from) || moved(way.to));
  const taken: Rect[] = [];
  for (const { from, to, label } of rest.arrows) {
    if (label && !moved(from) && !moved(to)) taken.push({ x: label.x, y: label.y, w: label.w, h: LABEL_HEIGHT });
  }
  const made = new Map(arrowsOf(affected, rest.links, boxes, taken, rest.solo, new Map()).map((arrow) => [arrow.key, arrow]));
  const arrows = rest.arrows.map((arrow) => made.get(arrow.key) ?? arrow);
  return { ...rest, boxes, arrows, arrowOf: indexed(arrows) };
}

/** The states, arrows and boxes that belong to a selection: it, its arrows, and what they lead to. */
export function linkedTo(scene: Scene, states: ReadonlySet<string>, transitions: ReadonlySet<Id>): { boxes: Set<string>; arrows: Set<string> } {
  const boxes = new Set(states);
  const arrows = new Set<string>();
  for (const arrow of scene.arrows) {
    if (!states.has(arrow.from) && !states.has(arrow.to) && !arrow.ids.some((id) => transitions.has(id))) continue;
    arrows.add(arrow.key);
    boxes.add(arrow.from);
    boxes.add(arrow.to);
  }
  return { boxes, arrows };
}
