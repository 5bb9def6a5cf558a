// What is shown and selected: nothing of it is in a document, and nothing of it is undone.
import { createStore, useStore } from 'zustand';
import type { Id } from '../document/ids';
import type { DocId } from '../document/store';

/** A machine: a layer's own, or one inside it by the names of the states on the way. */
export interface Place {
  readonly layer: number;
  readonly machine: readonly string[];
}

export interface Selection {
  readonly states: readonly string[];
  readonly transitions: readonly Id[];
  readonly groups: readonly Id[];
  readonly boxes: readonly ('any' | 'entry' | 'exit')[];
}

export const nothing: Selection = { states: [], transitions: [], groups: [], boxes: [] };

export interface ViewState {
  readonly graph: DocId | undefined; // the graph that is open
  readonly clips: DocId | undefined; // what lies beside its model
  readonly place: Place;
  readonly selection: Selection;
  readonly blend: { readonly state: string; readonly motion: readonly number[] } | undefined; // the blend space that is open
  readonly clip: string | undefined; // in the timeline
  readonly back: readonly Place[];
  readonly forward: readonly Place[];
  readonly jumps: number; // counted: after each the canvas brings what is selected into sight
  readonly soloTransition: Id | undefined;
  readonly soloLayer: Id | undefined;
  readonly mutedLayers: readonly Id[];
  readonly dialog: string | undefined;
  readonly masks: boolean; // whether they are edited where the inspector is else
  readonly renaming: string | undefined; // the state whose name field is open
  readonly renamingParameter: string | undefined;
  readonly shownParameter: string | undefined; // the one that was jumped to
  readonly snap: boolean;
  readonly recording: boolean;
  readonly notice: { readonly text: string; readonly kind: 'told' | 'refused'; readonly at: number } | undefined;
}

export const view = createStore<ViewState>(() => ({
  graph: undefined,
  clips: undefined,
  place: { layer: 0, machine: [] },
  selection: nothing,
  blend: undefined,
  clip: undefined,
  back: [],
  forward: [],
  jumps: 0,
  soloTransition: undefined,
  soloLayer: undefined,
  mutedLayers: [],
  dialog: undefined,
  masks: false,
  renaming: undefined,
  renamingParameter: undefined,
  shownParameter: undefined,
  snap: true,
  recording: false,
  notice: undefined,
}));

export function useView<T>(pick: (state: ViewState) => T): T {
  return useStore(view, pick);
}

export function select(selection: Partial<Selection>): void {
  view.setState({ selection: { ...nothing, ...selection } });
}

/** Goes to a machine; the one that was shown is then behind `back`. */
export function goTo(place: Place, selection: Partial<Selection> = {}): void {
  const { place: here, back, jumps } = view.getState();
  const elsewhere = here.layer !== place.layer || here.machine.join('/') !== place.machine.join('/');
  view.setState({
    place,
    selection: { ...nothing, ...selection },
    blend: undefined,
    jumps: jumps + 1,
    ...(elsewhere ? { back: [...back, here].slice(-100), forward: [] } : {}),
  });
}

/** A sentence in the status line; `refused` is also told to screen readers at once. */
export function tell(text: string, kind: 'told' | 'refused' = 'told'): void {
  view.setState({ notice: { text, kind, at: Date.now() } });
}
