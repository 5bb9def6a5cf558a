// What the canvas asks of the document.

import { goTo, select, tell, view } from '../app/view';
import { context } from '../commands/context';
import type { Id } from '../document/ids';
import { edit } from '../document/store';
import type { Changes } from '../document/changes';
import type { Path } from '../document/text';
import { stateOf } from '../graph/places';
import type { MachineView } from '../graph/types';
import type { Point, Rect } from './geometry';
import { ANY, ENTRY, EXIT, isState } from './model';

const BOXES: Record<string, string> = { [ENTRY]: 'entry', [ANY]: 'any', [EXIT]: 'exit' };

function change(label: string, make: (changes: Changes, machine: MachineView) => void): boolean {
  const { doc, machine } = context();
  if (!doc || !machine || doc.readOnly) return false;
  return edit(label, doc.id, (changes) => make(changes, machine));
}

const at = (machine: MachineView, ...rest: Path): Path => [...machine.path, ...rest];
const pair = (p: Point): [number, number] => [Math.round(p.x), Math.round(p.y)];

export function moveBoxes(places: ReadonlyMap<string, Point>, groups: ReadonlyMap<Id, Rect>): boolean {
  return change('Move', (changes, machine) => {
    for (const [name, p] of places) {
      if (isState(name)) changes.set(at(machine, 'states', name, 'position'), pair(p));
      else changes.set(at(machine, 'editor', 'places', BOXES[name]!), pair(p));
    }
    for (const group of machine.groups) {
      const rect = groups.get(group.id);
      if (!rect) continue;
      changes.set([...group.path, 'at'], [Math.round(rect.x), Math.round(rect.y)]);
      changes.set([...group.path, 'size'], [Math.round(rect.w), Math.round(rect.h)]);
    }
  });
}

export function connect(from: readonly string[], to: string): boolean {
  return change('Connect', (changes, machine) => {
    for (const name of from) {
      if (name === ENTRY) changes.set(at(machine, 'entry'), to);
      else changes.insert(at(machine, 'transitions'), machine.transitions.length, { from: name === ANY ? '*' : name, to: to === EXIT ? '<exit>' : to });
    }
  });
}

export function attach(id: Id, end: 'from' | 'to', box: string): boolean {
  return change('Attach the transition elsewhere', (changes, machine) => {
    if (id === 0) return changes.set(at(machine, 'entry'), box);
    const transition = machine.transitions.find((one) => one.id === id);
    if (transition) changes.set([...transition.path, end], box === ANY ? '*' : box === EXIT ? '<exit>' : box);
  });
}

export function createState(name: string, p: Point, from: string | undefined): boolean {
  const made = change(`Create "${name}"`, (changes, machine) => {
    changes.set(at(machine, 'states', name), { empty: true, position: pair(p) });
    if (from === ENTRY) changes.set(at(machine, 'entry'), name);
    else if (from !== undefined) changes.insert(at(machine, 'transitions'), machine.transitions.length, { from: from === ANY ? '*' : from, to: name });
  });
  if (made) select({ states: [name] });
  return made;
}

export function createFromClips(clips: readonly string[], p: Point): boolean {
  const names: string[] = [];
  const made = change('Create states from clips', (changes) => {
    clips.forEach((clip, i) => {
      const name = freeName(clip.split('/').pop() || 'State', names);
      names.push(name);
      changes.set(at(context().machine!, 'states', name), { clip, position: pair({ x: p.x + (i % 4) * 220, y: p.y + Math.floor(i / 4) * 100 }) });
    });
  });
  if (made) select({ states: names });
  return made;
}

export function freeName(wish: string, taken: readonly string[] = []): string {
  const { machine } = context();
  const isFree = (name: string): boolean => machine !== undefined && !stateOf(machine, name) && !taken.includes(name) && reserved(name) === undefined;
  if (wish !== 'State' && isFree(wish)) return wish;
  for (let i = 1; ; i++) if (machine === undefined || isFree(`${wish} ${i}`)) return `${wish} ${i}`;
}

function reserved(name: string): string | undefined {
  if (name === '') return 'A state needs a name.';
  if (name.includes('/')) return 'A name has no "/": paths are made with it.';
  if (['*', 'any', '<exit>', '<held>'].includes(name)) return `"${name}" means something else in a graph: choose another name.`;
  return undefined;
}

export function nameProblem(name: string, mine?: string): string | undefined {
  const { machine } = context();
  if (name !== mine && machine && stateOf(machine, name)) return `There is a state "${name}" here already.`;
  return reserved(name);
}

export function rename(from: string, to: string): void {
  stopRenaming();
  if (from === to) return;
}

export function stopRenaming(): void {
  view.setState({ renaming: undefined });
  document.querySelector<HTMLElement>('.canvas')?.focus({ preventScroll: true });
}

export function perform(_name: string): void {
  tell('not yet');
}

export { goTo };
