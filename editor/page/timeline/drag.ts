/* A drag of a marker: it computes from where it began, and ends as one step of the history or as if it had not been. */
import type { PointerEvent } from 'react';
import { beginGesture } from '../app/gesture';
import { gesture, type DocId, type Gesture } from '../document/store';
import type { Changes } from '../document/changes';

export interface Drag {
  label: string;
  doc: DocId | undefined;
  /* The change for a pointer that has gone so many pixels to the right and down, against the document as it was at the start. */
  change(c: Changes, right: number, down: number, altKey: boolean): void;
  ended?(): void;
}

export function startDrag(event: PointerEvent<HTMLElement>, { label, doc, change, ended }: Drag): void {
  if (event.button !== 0) return;
  event.stopPropagation();
  event.currentTarget.setPointerCapture(event.pointerId);
  let step: Gesture | undefined;
  beginGesture(event.nativeEvent, {
    start: () => {
      step = gesture(label);
    },
    move: ({ altKey }, right, down) => {
      if (doc !== undefined) step?.update(doc, (c) => change(c, right, down, altKey));
    },
    end: () => {
      step?.commit();
      ended?.();
    },
    cancel: () => {
      step?.cancel();
      ended?.();
    },
  });
}
