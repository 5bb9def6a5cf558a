// The canvas's own keys: moving the selection about, connecting, and Escape. All others are keys of commands.

import type { KeyboardEvent, RefObject } from 'react';
import { ask } from '../app/ask';
import type { Hands } from '../commands/canvas';
import { cancelGesture } from '../app/gesture';
import { boxesIn, type Ground } from './hands';
import { boxName, ENTRY, ENTRY_ARROW } from './model';
import { firstBox, nextBox, type Direction } from './spatial';
import { canvas } from './state';
import { draftAt, enter, fit, menuBySelection, placeFor, reveal, toggleBundle, type Stage } from './stage';
import { GRID, type Point } from './geometry';
import { moveBoxes } from './act';
import { refusal } from './wire';

const ARROWS: Record<string, Direction> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };
const STEPS: Record<Direction, readonly [number, number]> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

function go(stage: Stage, ground: Ground, direction: Direction, extend: boolean): void {
  const { states } = ground.chosen();
  const last = [...states].at(-1);
  const next = last === undefined ? firstBox(stage.scene.boxes) : nextBox(stage.scene.boxes, last, direction);
  if (next === null) return;
  ground.choose({ states: new Set(extend ? [...[...states].filter((name) => name !== next), next] : [next]) });
  reveal(stage, stage.scene.boxes.get(next));
}

function nudge(stage: Stage, ground: Ground, direction: Direction): boolean {
  const [dx, dy] = STEPS[direction];
  const step = ground.snaps() ? GRID : 1;
  const moved = <R extends Point>(r: R): R => ({ ...r, x: r.x + dx * step, y: r.y + dy * step });
  const chosen = ground.chosen();
  const groups = stage.machine.groups.filter(({ id }) => chosen.groups.has(id));
  const names = new Set([...chosen.states, ...groups.flatMap((group) => boxesIn(stage.scene, group).map(([name]) => name))]);
  const places = new Map<string, Point>();
  for (const name of names) {
    const box = stage.scene.boxes.get(name);
    if (box) places.set(name, moved(box));
  }
  if (places.size + groups.length === 0) return false;
  moveBoxes(places, new Map(groups.map(({ id, x, y, w, h }) => [id, moved({ x, y, w, h })] as const)));
  return true;
}

/** The arrows at the selected state, one after the other; at a selected arrow the next of the same state. */
function cycleArrows(stage: Stage, ground: Ground, by: 1 | -1): void {
  const { states, transitions } = ground.chosen();
  const [state] = states;
  const [id] = transitions;
  const from = state ?? (id === undefined ? undefined : stage.scene.arrowOf.get(id)?.from);
  if (from === undefined) return;
  const list = stage.scene.arrows.filter((arrow) => arrow.ids[0] !== ENTRY_ARROW && (arrow.from === from || arrow.to === from));
  list.sort((a, b) => Number(b.from === from) - Number(a.from === from));
  const at = id === undefined ? -1 : list.findIndex((arrow) => arrow.ids.includes(id));
  const next = list[(at + (at < 0 && by < 0 ? 0 : by) + list.length) % list.length];
  if (next) ground.choose({ transitions: new Set(next.ids) });
}

function point(stage: Stage, ground: Ground, direction: Direction): void {
  const { pointing } = canvas.getState();
  if (!pointing) return;
  const next = nextBox(stage.scene.boxes, pointing.to ?? pointing.from, direction);
  if (next === null) return;
  canvas.setState({ pointing: { ...pointing, to: next } });
  reveal(stage, stage.scene.boxes.get(next));
  ground.say(refusal(pointing.from, next) ?? `Connect to “${boxName(next)}”? Enter connects, Escape leaves it.`);
}

/** While connecting by keyboard: true where the key was for that. */
function pointingKey(stage: Stage, ground: Ground, event: KeyboardEvent): boolean {
  const { pointing } = canvas.getState();
  if (!pointing) return false;
  const direction = ARROWS[event.key];
  if (direction) point(stage, ground, direction);
  else if (event.key === 'Escape') canvas.setState({ pointing: undefined });
  else if (event.key === 'Enter') {
    canvas.setState({ pointing: undefined });
    const to = pointing.to ?? pointing.from;
    const why = refusal(pointing.from, to);
    if (why) ground.say(why);
    else ground.connect(pointing.from, to);
  } else return false;
  return true;
}

function escape(ground: Ground): boolean {
  if (cancelGesture()) return true;
  const { states, transitions, groups } = ground.chosen();
  if (states.size + transitions.size + groups.size === 0) return false;
  ground.choose({});
  return true;
}

/** With two states selected they are connected at once; with one the arrow keys choose the other. */
function beginPointing(ground: Ground): void {
  const [from, to, more] = ground.chosen().states;
  if (from === undefined || more !== undefined) return ground.say('Select the state that the transition leaves first.');
  if (to !== undefined) {
    const why = refusal(from, to);
    return why ? ground.say(why) : ground.connect(from, to);
  }
  canvas.setState({ pointing: { from, to: undefined } });
  ground.say('Arrow keys choose where the transition leads; Enter connects, Escape leaves it. Enter at once: to itself.');
}

function toggleSelectedBundle(stage: Stage, ground: Ground): void {
  const [id] = ground.chosen().transitions;
  const arrow = id === undefined ? undefined : stage.scene.arrowOf.get(id);
  if (arrow) toggleBundle(stage, arrow.key);
}

/** What the canvas lends to commands. */
export function handsOf(stage: RefObject<Stage>, ground: Ground): Hands {
  return {
    walk: (direction, extend) => go(stage.current, ground, direction, extend),
    connect: () => {
      beginPointing(ground);
      stage.current.root.current?.focus({ preventScroll: true });
    },
    cycle: (by) => cycleArrows(stage.current, ground, by),
    bundle: () => toggleSelectedBundle(stage.current, ground),
  };
}

function plainKey(stage: Stage, ground: Ground, event: KeyboardEvent): boolean {
  const { states, transitions } = ground.chosen();
  const [one] = states;
  switch (event.key) {
    case 'Enter':
      if (one !== undefined && one !== ENTRY) enter(one);
      else if (transitions.size > 0) ask('focus-inspector');
      else return false;
      return true;
    case 'Escape':
      return escape(ground);
    case 'n':
      if (!ground.writes()) return false;
      draftAt(placeFor(stage));
      return true;
    case 'c':
      beginPointing(ground);
      return true;
    case 't':
    case 'T':
      cycleArrows(stage, ground, event.shiftKey ? -1 : 1);
      return true;
    case 'b':
      toggleSelectedBundle(stage, ground);
      return true;
    case 'f':
      fit(stage, 'selection');
      return true;
    case 'a':
      fit(stage, 'all');
      return true;
    case '+':
    case '=':
      void stage.flow.zoomIn();
      return true;
    case '-':
      void stage.flow.zoomOut();
      return true;
    default:
      return false;
  }
}

export function onCanvasKey(stage: RefObject<Stage>, ground: Ground, event: KeyboardEvent): void {
  if ((event.target as Element).closest('input, select, textarea, button')) return;
  const direction = ARROWS[event.key];
  const command = event.ctrlKey || event.metaKey;
  let done = false;
  if (pointingKey(stage.current, ground, event)) done = true;
  else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
    menuBySelection(stage.current, ground);
    done = true;
  } else if (direction && !command) {
    // Without a state these are keys of commands: back and forward, the order of a transition.
    if (event.altKey) done = !event.shiftKey && nudge(stage.current, ground, direction);
    else {
      go(stage.current, ground, direction, event.shiftKey);
      done = true;
    }
  } else if (!command && !event.altKey) done = plainKey(stage.current, ground, event);
  if (!done) return;
  event.preventDefault();
  event.stopPropagation();
}
