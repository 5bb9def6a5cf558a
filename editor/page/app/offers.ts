// What waits for the user's answer: unsaved work of a run before, a file that another program has changed.
import { createStore, useStore } from 'zustand';
import type { DocId } from '../document/store';

export type Offer =
  | { readonly kind: 'recovery'; readonly doc: DocId; readonly text: string; readonly time: number }
  | { readonly kind: 'conflict'; readonly doc: DocId; readonly text: string; readonly hash: number }
  | { readonly kind: 'changed'; readonly doc: DocId };

export const offers = createStore<{ list: readonly Offer[] }>(() => ({ list: [] }));

export function useOffers(): readonly Offer[] {
  return useStore(offers, (state) => state.list);
}

/** One of a kind for each document: a later one stands for the earlier. */
export function offer(made: Offer): void {
  const others = offers.getState().list.filter((one) => one.doc !== made.doc || one.kind !== made.kind);
  offers.setState({ list: [...others, made] });
}

export function settle(made: Offer): void {
  offers.setState({ list: offers.getState().list.filter((one) => one !== made) });
}
