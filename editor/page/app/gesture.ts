// A gesture from the press of a pointer to its end. Escape, a cancelled pointer, a lost window or a second gesture take it
// back; a press that hardly moves is a click. What it does is reckoned from its start each time, never added up.

export interface Gesture {
  /** The pointer has gone far enough to mean a drag. */
  start?(event: PointerEvent): void;
  /** dx, dy: pixels of the screen since the press. */
  move?(event: PointerEvent, dx: number, dy: number): void;
  end?(event: PointerEvent): void;
  click?(event: PointerEvent): void;
  /** Undoes all that it showed; nothing of it may last. */
  cancel?(): void;
}

const FAR = 4;
let current: (() => void) | null = null;

export const gestureRuns = (): boolean => current !== null;

export function cancelGesture(): boolean {
  if (!current) return false;
  current();
  return true;
}

/** `atOnce`: the press is its start already, and no click. */
export function beginGesture(press: PointerEvent, gesture: Gesture, atOnce = false): void {
  cancelGesture();
  let started = atOnce;
  const mine = (event: PointerEvent): boolean => event.pointerId === press.pointerId;

  const stop = (): void => {
    current = null;
    window.removeEventListener('pointermove', onMove);
    window.removeEventListener('pointerup', onUp);
    window.removeEventListener('pointercancel', onCancel);
    window.removeEventListener('keydown', onKey, true);
    window.removeEventListener('blur', cancel);
  };
  const cancel = (): void => {
    stop();
    if (started) gesture.cancel?.();
  };
  const onMove = (event: PointerEvent): void => {
    if (!mine(event)) return;
    const dx = event.clientX - press.clientX;
    const dy = event.clientY - press.clientY;
    if (!started && Math.hypot(dx, dy) >= FAR) {
      started = true;
      gesture.start?.(event);
    }
    if (started) gesture.move?.(event, dx, dy);
  };
  const onUp = (event: PointerEvent): void => {
    if (!mine(event)) return;
    stop();
    if (started) gesture.end?.(event);
    else gesture.click?.(event);
  };
  const onCancel = (event: PointerEvent): void => {
    if (mine(event)) cancel();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    cancel();
  };

  current = cancel;
  window.addEventListener('pointermove', onMove);
  window.addEventListener('pointerup', onUp);
  window.addEventListener('pointercancel', onCancel);
  window.addEventListener('keydown', onKey, true);
  window.addEventListener('blur', cancel);
  if (atOnce) gesture.start?.(press);
}
