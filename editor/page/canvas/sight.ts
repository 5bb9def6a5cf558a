// Where the canvas looks: fitting to all or to the selection. A place that was seen before is shown as it was left.

import type { ReactFlowInstance, Viewport } from '@xyflow/react';
import { bounds, clamp, type Rect } from './geometry';
import type { MachinePicture } from './model';
import type { Scene } from './scene';
import type { Chosen } from './hands';
import type { CanvasNode } from './nodes';

/** Below it labels would not be legible: they are not drawn. */
export const LABEL_ZOOM = 0.55;
export const LEAST_ZOOM = 0.05;
export const MOST_ZOOM = 2.5;

/** Shows a rectangle of the graph in a window of that size, never larger than `most`. */
export function viewportFor(rect: Rect, width: number, height: number, most = 1.2): Viewport {
  const pad = Math.min(56, width * 0.08, height * 0.1);
  const zoom = clamp(Math.min((width - pad * 2) / Math.max(rect.w, 1), (height - pad * 2) / Math.max(rect.h, 1)), LEAST_ZOOM, most);
  return { x: width / 2 - (rect.x + rect.w / 2) * zoom, y: height / 2 - (rect.y + rect.h / 2) * zoom, zoom };
}

/** The viewport from which all of a rectangle can be seen, moved no further than needed; none: it is in sight. */
export function viewportToShow(rect: Rect, { x, y, zoom }: Viewport, width: number, height: number): Viewport | undefined {
  const pad = Math.min(40, width / 8, height / 8);
  if (rect.w * zoom > width - 2 * pad || rect.h * zoom > height - 2 * pad) return viewportFor(rect, width, height, zoom);
  const left = rect.x * zoom + x;
  const top = rect.y * zoom + y;
  const dx = Math.max(pad - left, 0) || Math.min(width - pad - (left + rect.w * zoom), 0);
  const dy = Math.max(pad - top, 0) || Math.min(height - pad - (top + rect.h * zoom), 0);
  return dx === 0 && dy === 0 ? undefined : { x: x + dx, y: y + dy, zoom };
}

export function wholeOf(scene: Scene, machine: MachinePicture): Rect | null {
  const rects: Rect[] = [...scene.boxes.values(), ...machine.groups];
  for (const { label, curve } of scene.arrows) {
    if (label) rects.push({ x: label.x, y: label.y, w: label.w, h: 18 });
    for (const p of [curve.a, curve.d]) rects.push({ x: p.x, y: p.y, w: 0, h: 0 });
  }
  return bounds(rects);
}

export function selectedOf(scene: Scene, machine: MachinePicture, chosen: Chosen): Rect | null {
  const rects: Rect[] = machine.groups.filter((group) => chosen.groups.has(group.id));
  for (const name of chosen.states) {
    const box = scene.boxes.get(name);
    if (box) rects.push(box);
  }
  for (const id of chosen.transitions) {
    const arrow = scene.arrowOf.get(id);
    for (const name of arrow ? [arrow.from, arrow.to] : []) {
      const box = scene.boxes.get(name);
      if (box) rects.push(box);
    }
  }
  return bounds(rects);
}

export type Flow = ReactFlowInstance<CanvasNode>;

export const seen = new Map<string, Viewport>();
