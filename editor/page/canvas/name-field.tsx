// The field for a state's name, in the state itself: for a new name, or for a state that is not there yet.

import { useEffect, useRef, useState } from 'react';

export interface NameFieldProps {
  readonly name: string;
  /** Why the name cannot be; none: it can. */
  readonly why: (name: string) => string | undefined;
  readonly done: (name: string) => void;
  readonly cancel: () => void;
}

export function NameField({ name, why, done, cancel }: NameFieldProps) {
  const [text, setText] = useState(name);
  const field = useRef<HTMLInputElement>(null);
  const over = useRef(false);
  const reason = text === name ? undefined : why(text);

  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, []);

  const end = (take: boolean): void => {
    if (over.current) return;
    if (take && why(text) !== undefined && text !== name) return;
    over.current = true;
    if (take) done(text);
    else cancel();
  };

  return (
    <span className="name-field nopan nodrag nowheel" data-part="field">
      <input
        ref={field}
        value={text}
        aria-label="Name of the state"
        aria-invalid={reason !== undefined}
        aria-describedby={reason ? 'name-field-why' : undefined}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Enter') end(true);
          if (event.key === 'Escape') end(false);
        }}
        onBlur={() => end(reason === undefined)}
      />
      {reason && (
        <span className="name-field-why" id="name-field-why" role="alert">
          {reason}
        </span>
      )}
    </span>
  );
}
