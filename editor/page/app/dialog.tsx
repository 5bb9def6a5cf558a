// A dialog: the browser's own, which holds the focus and ends with Escape.
import { useEffect, useRef, type ReactNode } from 'react';

export function Dialog({ title, children, close, wide }: { title: string; children: ReactNode; close: () => void; wide?: boolean | undefined }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    if (shown && !shown.open) shown.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog ref={dialog} aria-label={title} className={wide ? 'wide' : undefined} onCancel={(event) => { event.preventDefault(); close(); }}
      onClick={(event) => { if (event.target === event.currentTarget) close(); }}>
      <div className="dialog-inner">
        <h2>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
