// What is said of the canvas to those who do not see it.

import { boxName } from './model';
import { count } from '../app/number';
import type { Scene } from './scene';

/** One sentence of what is selected. */
export function speakSelection(scene: Scene, states: readonly string[], transitions: readonly number[]): string {
  if (states.length === 1 && transitions.length === 0) {
    const name = states[0]!;
    let into = 0;
    let out = 0;
    for (const arrow of scene.arrows) {
      if (arrow.to === name) into += arrow.ids.length;
      if (arrow.from === name) out += arrow.ids.length;
    }
    return `${boxName(name)} selected, ${count(into, 'transition')} in, ${out} out`;
  }
  if (states.length === 0 && transitions.length === 1) return `${scene.arrowOf.get(transitions[0]!)?.spoken ?? 'transition'} selected`;
  if (states.length + transitions.length === 0) return 'nothing selected';
  return [states.length ? count(states.length, 'state') : '', transitions.length ? count(transitions.length, 'transition') : ''].filter(Boolean).join(' and ') + ' selected';
}
