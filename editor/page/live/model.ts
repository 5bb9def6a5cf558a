/* The preview's model, for React: it changes when another is loaded. */
import { useSyncExternalStore } from 'react';
import type { ModelPush } from '../../generated/protocol';
import { live } from './bus';

const listen = (changed: () => void): (() => void) => live.preview.on(['model'], changed);
const now = (): ModelPush | null => live.preview.model;

export const useModel = (): ModelPush | null => useSyncExternalStore(listen, now);
