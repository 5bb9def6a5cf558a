// The canvas's selection and the view's: here boxes are names beside those of the states.

import { nothing, type Selection } from '../app/view';
import type { Chosen } from './hands';
import { BOX_NAMES, type BoxKind } from './model';

const KINDS: readonly BoxKind[] = ['entry', 'any', 'exit'];

let seen: Selection | undefined;
let made: Chosen;

/** The same object for the same selection. */
export function chosenOf(selection: Selection): Chosen {
  if (seen === selection) return made;
  seen = selection;
  made = {
    states: new Set([...selection.states, ...selection.boxes.map((kind) => BOX_NAMES[kind])]),
    transitions: new Set(selection.transitions),
    groups: new Set(selection.groups),
  };
  return made;
}

export function selectionOf(chosen: Partial<Chosen>): Selection {
  const states = chosen.states ?? new Set<string>();
  const boxes = KINDS.filter((kind) => states.has(BOX_NAMES[kind]));
  const names = new Set(boxes.map((kind) => BOX_NAMES[kind]));
  return {
    ...nothing,
    states: [...states].filter((name) => !names.has(name)),
    boxes,
    transitions: [...(chosen.transitions ?? [])],
    groups: [...(chosen.groups ?? [])],
  };
}
