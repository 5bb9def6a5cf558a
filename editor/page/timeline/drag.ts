/* A drag of a marker: it computes from where it began, and ends as one step of the history or as if it had not been. */
import { useEffect, useRef, type PointerEvent } from 'react';
import { gesture, type DocId, type Gesture } from '../document/store';
import type { Changes } from '../document/changes';

export interface Drag {
  label: string;
  doc: DocId | undefined;
  /* The change for a pointer that has gone so many pixels, against the document as it was at the start. */
  change(c: Changes, pixels: number, event: { altKey: boolean; clientY: number }): void;
  ended?(): void;
}

interface Running {
  drag: Drag;
  gesture: Gesture | null;
  from: number;
  pointer: number;
}

/* Handlers for the element that is grabbed. */
export function useDrag(): {
  start(event: PointerEvent<HTMLElement>, drag: Drag): void;
  handlers: { onPointerMove(event: PointerEvent): void; onPointerUp(): void; onPointerCancel(): void; onLostPointerCapture(): void };
} {
  const running = useRef<Running | null>(null);
  const end = (cancelled: boolean): void => {
    const now = running.current;
    running.current = null;
    if (cancelled) now?.gesture?.cancel();
    else now?.gesture?.commit();
    if (now?.gesture) now.drag.ended?.();
  };
  useEffect(() => {
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || !running.current) return;
      event.stopPropagation();
      end(true);
    };
    window.addEventListener('keydown', escape, true);
    return () => {
      window.removeEventListener('keydown', escape, true);
      end(true);
    };
  }, []);
  return {
    start(event, drag) {
      if (event.button !== 0) return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      running.current = { drag, gesture: null, from: event.clientX, pointer: event.pointerId };
    },
    handlers: {
      onPointerMove(event) {
        const now = running.current;
        if (!now || event.pointerId !== now.pointer || now.drag.doc === undefined) return;
        const pixels = event.clientX - now.from;
        if (!now.gesture && Math.abs(pixels) < 3) return;
        now.gesture ??= gesture(now.drag.label);
        now.gesture.update(now.drag.doc, (c) => now.drag.change(c, pixels, event));
      },
      onPointerUp: () => end(false),
      onPointerCancel: () => end(true),
      onLostPointerCapture: () => end(false),
    },
  };
}
