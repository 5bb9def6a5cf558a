// What commands ask of the canvas: where to look, and the layout, which a worker finds.

import type { RefObject } from 'react';
import type { Asked } from '../app/ask';
import { view } from '../app/view';
import { perform, say } from './act';
import { chosenOf } from './chosen';
import { bounds } from './geometry';
import { layOutAside } from './layouter';
import { STATE_HEIGHT } from './scene';
import { fit, type Stage } from './stage';
import { canvas } from './state';

/** Lays out the states of the machine, or those that are selected, and places them as one step. */
async function layOutStates(stage: RefObject<Stage>, only: ReadonlySet<string> | undefined): Promise<void> {
  const { scene, machine } = stage.current;
  const names = [...scene.states.keys()].filter((name) => !only || only.has(name));
  const rects = names.flatMap((name) => scene.boxes.get(name) ?? []);
  const whole = bounds(rects);
  if (!whole) return;
  const boxes = names.map((name) => ({ name, w: scene.boxes.get(name)!.w, h: STATE_HEIGHT }));
  const inside = new Set(names);
  const links = scene.arrows
    .filter(({ from, to }) => inside.has(from) && inside.has(to))
    .map(({ from, to, label }) => ({ from, to, label: label ? label.w + 20 : 40 }));
  try {
    const places = await layOutAside({ boxes, links, at: [Math.round(whole.x), Math.round(whole.y)] });
    if (stage.current.machine !== machine) return; // edited meanwhile
    perform('layout.apply', { places: places.map(([name, x, y]) => [name, [x, y]] as const) });
  } catch (error) {
    say(`The layout was not done: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

export function answer(stage: RefObject<Stage>, asked: Asked): void {
  const now = stage.current;
  switch (asked) {
    case 'fit':
      return fit(now, 'all');
    case 'fit-selection':
      return fit(now, 'selection');
    case 'zoom-in':
      return void now.flow.zoomIn();
    case 'zoom-out':
      return void now.flow.zoomOut();
    case 'zoom-1':
      return void now.flow.zoomTo(1);
    case 'layout-all':
      return void layOutStates(stage, undefined).then(() => requestAnimationFrame(() => fit(stage.current, 'all')));
    case 'layout-selection':
      return void layOutStates(stage, chosenOf(view.getState().selection).states);
    case 'minimap':
      return canvas.setState({ minimap: !canvas.getState().minimap });
    case 'focus-canvas':
      return now.root.current?.focus();
    default:
  }
}
