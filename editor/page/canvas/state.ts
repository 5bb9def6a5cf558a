// What the user is doing on the canvas just now. Nothing of it is in a document, and Escape ends all of it.

import { createStore, useStore } from 'zustand';
import type { Id } from '../document/ids';
import type { Curve, Point, Rect } from './geometry';
import type { Drag } from './scene';

/** An arrow that is being drawn, or an end of one that is being moved. */
export interface Wire {
  readonly curve: Curve;
  /** The box that it would go to; none: empty space. */
  readonly target: string | undefined;
  /** Why it may not end there; none: it may. */
  readonly refused: string | undefined;
}

/** A state that is not there yet: its name field is open. */
export interface Draft {
  readonly at: Point;
  /** The state, or any box, that the new state is to be reached from. */
  readonly from: string | undefined;
}

export interface GroupDrag {
  readonly id: Id;
  readonly rect: Rect;
}

/** Connecting by the keyboard: from where, and the box that is pointed at. */
export interface Pointing {
  readonly from: string;
  readonly to: string | undefined;
}

export type MenuKind = 'state' | 'transition' | 'ground';

/** The menu of what is under the pointer: where on the screen, and of what. */
export interface MenuAt {
  readonly x: number;
  readonly y: number;
  readonly at: Point; // in the graph
  readonly kind: MenuKind;
}

export interface CanvasState {
  readonly menu: MenuAt | undefined;
  readonly drag: Drag | undefined;
  readonly wire: Wire | undefined;
  readonly band: Rect | undefined;
  readonly draft: Draft | undefined;
  readonly groupDrag: GroupDrag | undefined;
  readonly pointing: Pointing | undefined;
  /** Pairs whose bundles are fanned out. */
  readonly open: ReadonlySet<string>;
  /** Whether the overview is shown. */
  readonly minimap: boolean;
  /** Places that the layout found, by machine and state, for states that the document gives none. */
  readonly found: ReadonlyMap<string, ReadonlyMap<string, Point>>;
}

export const canvas = createStore<CanvasState>(() => ({
  menu: undefined,
  drag: undefined,
  wire: undefined,
  band: undefined,
  draft: undefined,
  groupDrag: undefined,
  pointing: undefined,
  open: new Set<string>(),
  minimap: true,
  found: new Map<string, ReadonlyMap<string, Point>>(),
}));

export function useCanvas<T>(pick: (state: CanvasState) => T): T {
  return useStore(canvas, pick);
}
