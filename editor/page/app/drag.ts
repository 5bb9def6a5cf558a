// Clips that are dragged from a list onto the canvas or into a blend space.
import type { DragEvent } from 'react';

const TYPE = 'application/x-sinew-clips';

export function dragClips(event: DragEvent, clips: readonly string[]): void {
  event.dataTransfer.setData(TYPE, JSON.stringify(clips));
  event.dataTransfer.setData('text/plain', clips.join('\n'));
  event.dataTransfer.effectAllowed = 'copy';
}

/** None where something else is dragged. */
export function clipsDragged(event: DragEvent): string[] {
  try {
    const said: unknown = JSON.parse(event.dataTransfer.getData(TYPE));
    return Array.isArray(said) ? said.filter((name): name is string => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

export function hasClips(event: DragEvent): boolean {
  return event.dataTransfer.types.includes(TYPE);
}
