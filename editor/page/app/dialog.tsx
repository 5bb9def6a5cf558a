// A dialog: the browser's own, which holds the focus, ends with Escape and gives the focus back.
import { useLayoutEffect, useRef, type ReactNode } from 'react';

/** The focus goes to what has `data-first`, else to the first control. */
export function Dialog({ title, children, close, wide }: { title: string; children: ReactNode; close: () => void; wide?: boolean | undefined }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedBeside = useRef(false);
  useLayoutEffect(() => {
    const shown = dialog.current!;
    if (!shown.open) shown.showModal();
    shown.querySelector<HTMLElement>('[data-first]')?.focus();
    // The browser gives the focus back when a dialog closes, but not when one is taken out of the page: so before that.
    return () => shown.close();
  }, []);
  return (
    <dialog ref={dialog} aria-label={title} className={wide ? 'wide' : undefined} onCancel={(event) => { event.preventDefault(); close(); }} onClose={close}
      onPointerDown={(event) => { pressedBeside.current = event.target === event.currentTarget; }}
      onClick={(event) => { if (pressedBeside.current && event.target === event.currentTarget) close(); }}>
      <div className="dialog-inner">
        <h2>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
