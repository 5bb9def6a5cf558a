/* The mask that is shown on the model while it is edited: whoever edits one sets it, and clears it when done. */
import { createStore } from 'zustand/vanilla';

export const maskShown = createStore<{ weights: Float32Array | null }>(() => ({ weights: null }));

export const showMask = (weights: Float32Array | null): void => maskShown.setState({ weights });
