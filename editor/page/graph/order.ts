// The order in which the runtime looks at transitions: the highest priority first, then as they stand in the list.
import type { TransitionView } from './types';

export function inOrder(transitions: readonly TransitionView[]): TransitionView[] {
  return [...transitions].sort((one, other) => other.priority - one.priority || one.index - other.index);
}

/** Those that leave a state, or any state, in order. */
export function leaving(transitions: readonly TransitionView[], from: string): TransitionView[] {
  return inOrder(transitions.filter((one) => one.from === from));
}
