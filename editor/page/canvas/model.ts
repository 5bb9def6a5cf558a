// What the canvas draws of one machine: a plain picture of the document, taken by picture.ts. The canvas's geometry knows
// nothing of JSON, layers or files.

import type { Id } from '../document/ids';
import type { StateKind } from '../graph/types';
import type { Point } from './geometry';

export type { StateKind };
export type BoxKind = 'entry' | 'any' | 'exit';
export type Severity = 'error' | 'warning';

/** Boxes beside the states have names that no state can have: names with a slash are refused. */
export const ENTRY = '/entry';
export const ANY = '/any';
export const EXIT = '/exit';
/** The entry's arrow is not a transition; ids of those begin at 1. */
export const ENTRY_ARROW: Id = 0;

export const BOX_NAMES: Record<BoxKind, string> = { entry: ENTRY, any: ANY, exit: EXIT };

/** A box in words. */
export const boxName = (name: string): string => (name === ENTRY ? 'entry' : name === ANY ? 'any state' : name === EXIT ? 'exit' : name);

export const isState = (name: string): boolean => name !== ENTRY && name !== ANY && name !== EXIT;

export interface StatePicture {
  readonly name: string;
  readonly kind: StateKind;
  /** The second line: what it plays. */
  readonly detail: string;
  /** None: the document gives none, and the layout finds one. */
  readonly position: Point | undefined;
  readonly finding: Severity | undefined;
  readonly findings: string;
}

export interface LinkPicture {
  readonly id: Id;
  readonly from: string;
  readonly to: string;
  readonly conditions: string;
  readonly timing: string;
  /** Its place among those that leave the same state, from 1; 0: it is alone. */
  readonly order: number;
  /** The document's `disabled`. */
  readonly muted: boolean;
  readonly finding: Severity | undefined;
  readonly findings: string;
}

export interface GroupPicture {
  readonly id: Id;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly colour: string;
}

export interface MachinePicture {
  readonly states: readonly StatePicture[];
  readonly links: readonly LinkPicture[];
  readonly groups: readonly GroupPicture[];
  /** Whether it lies in a state, so that `<exit>` means something. */
  readonly inner: boolean;
  readonly entry: string | undefined;
  readonly places: { readonly entry: Point | undefined; readonly any: Point | undefined; readonly exit: Point | undefined };
}

export const NO_MACHINE: MachinePicture = {
  states: [],
  links: [],
  groups: [],
  inner: false,
  entry: undefined,
  places: { entry: undefined, any: undefined, exit: undefined },
};
