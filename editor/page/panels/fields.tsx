// Fields of panels. What is typed is taken on Enter or when the field is left, Escape brings back what was there; a value
// that is refused stays in the field with the reason beside it.
import { GripVertical } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { readNumber } from '../app/number';

export function Row({ label, children, hint }: { label: string; children: (id: string) => ReactNode; hint?: string | undefined }) {
  const id = useId();
  return (
    <div className="row" title={hint}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}

interface TextProps {
  readonly id?: string | undefined;
  readonly label?: string | undefined;
  readonly value: string;
  readonly set: (value: string) => void;
  readonly check?: ((value: string) => string | undefined) | undefined;
  readonly list?: readonly string[] | undefined;
  readonly placeholder?: string | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly left?: (() => void) | undefined;
}

export function TextField({ id, label, value, set, check, list, placeholder, autoFocus, left }: TextProps) {
  const [draft, setDraft] = useState<string | undefined>();
  const options = useId();
  const problemId = useId();
  const field = useRef<HTMLInputElement>(null);
  const shown = draft ?? value;
  const problem = draft !== undefined && draft !== value ? check?.(draft) : undefined;
  useEffect(() => {
    if (autoFocus) field.current?.select();
  }, [autoFocus]);
  const commit = (): void => {
    if (draft !== undefined && draft !== value && !problem) set(draft);
    setDraft(undefined);
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !problem) {
      commit();
      left?.();
    } else if (event.key === 'Escape') {
      setDraft(undefined);
      left?.();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span className="field">
      <input ref={field} id={id} type="text" value={shown} placeholder={placeholder} aria-label={label} list={list ? options : undefined} autoComplete="off" spellCheck={false}
        aria-invalid={problem !== undefined} aria-describedby={problem ? problemId : undefined} onChange={(event) => setDraft(event.target.value)}
        onBlur={() => { commit(); left?.(); }} onKeyDown={key} />
      {list && <datalist id={options}>{list.slice(0, 500).map((one) => <option key={one} value={one} />)}</datalist>}
      {problem && <span id={problemId} role="alert" className="sentence-error field-problem">{problem}</span>}
    </span>
  );
}

interface NumberProps {
  readonly id?: string | undefined;
  readonly label?: string | undefined;
  readonly value: number | undefined;
  readonly set: (value: number | undefined) => void;
  readonly optional?: boolean | undefined; // empty: left out
  readonly least?: number | undefined;
  readonly most?: number | undefined;
  readonly step?: number | undefined;
  readonly whole?: boolean | undefined;
  readonly placeholder?: string | undefined;
}

function numberProblem(text: string, { optional, least, most, whole }: NumberProps): string | undefined {
  if (text.trim() === '') return optional ? undefined : 'A number is needed here.';
  const number = readNumber(text);
  if (number === undefined) return `“${text}” is no number.`;
  if (whole && !Number.isInteger(number)) return 'A whole number is needed here.';
  if (least !== undefined && number < least) return `The least is ${least}.`;
  if (most !== undefined && number > most) return `The most is ${most}.`;
  return undefined;
}

export function NumberField(props: NumberProps) {
  const { id, label, value, set, least, most, whole, step = whole ? 1 : 0.1, placeholder } = props;
  const [draft, setDraft] = useState<string | undefined>();
  const problemId = useId();
  const text = value === undefined ? '' : String(value);
  const problem = draft !== undefined && draft !== text ? numberProblem(draft, props) : undefined;
  const commit = (): void => {
    if (draft !== undefined && draft !== text && !problem) set(draft.trim() === '' ? undefined : readNumber(draft));
    setDraft(undefined);
  };
  const nudge = (by: number): void => {
    const from = readNumber(draft ?? text) ?? 0;
    const to = Number(((whole ? Math.round(from) : from) + by).toPrecision(9));
    set(Math.min(Math.max(to, least ?? -Infinity), most ?? Infinity));
    setDraft(undefined);
  };
  const key = (event: KeyboardEvent): void => {
    if (event.altKey) return; // moves the row that the field is in
    const by = step * (event.shiftKey ? 10 : 1);
    if (event.key === 'Enter') commit();
    else if (event.key === 'Escape' && draft !== undefined) setDraft(undefined);
    else if (event.key === 'ArrowUp') nudge(by);
    else if (event.key === 'ArrowDown') nudge(-by);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span className="field">
      <input id={id} type="text" inputMode="decimal" role="spinbutton" aria-label={label} aria-valuenow={value} aria-valuemin={least} aria-valuemax={most} value={draft ?? text} placeholder={placeholder}
        aria-invalid={problem !== undefined} aria-describedby={problem ? problemId : undefined} autoComplete="off"
        onChange={(event) => setDraft(event.target.value)} onBlur={commit} onKeyDown={key} />
      {problem && <span id={problemId} role="alert" className="sentence-error field-problem">{problem}</span>}
    </span>
  );
}

export function Choice<T extends string>({ id, label, value, options, set, mixed }: {
  id?: string | undefined; label?: string | undefined; value: T; options: readonly (readonly [T, string])[]; set: (value: T) => void; mixed?: boolean | undefined;
}) {
  const known = options.some(([one]) => one === value);
  return (
    <select id={id} aria-label={label} value={mixed ? '\u0000' : value} onChange={(event) => set(event.target.value as T)}>
      {mixed && <option value={'\u0000'} disabled>several</option>}
      {!mixed && !known && <option value={value}>{value === '' ? 'none' : `${value} (not known)`}</option>}
      {options.map(([one, title]) => <option key={one} value={one}>{title}</option>)}
    </select>
  );
}

export function Check({ id, label, value, set, mixed }: { id?: string | undefined; label?: string | undefined; value: boolean; set: (value: boolean) => void; mixed?: boolean | undefined }) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed === true;
  }, [mixed]);
  return <input ref={box} id={id} aria-label={label} type="checkbox" checked={value} onChange={(event) => set(event.target.checked)} />;
}

/** Makes rows of a list move by dragging and by Alt with the arrow keys; `across`: it runs from left to right. */
export function useReorder(count: number, move: (from: number, to: number) => void, across = false) {
  const [back, forth] = across ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  const [dragged, setDragged] = useState<number | undefined>();
  const [over, setOver] = useState<number | undefined>();
  const end = (): void => {
    setDragged(undefined);
    setOver(undefined);
  };
  return (index: number) => ({
    handle: {
      draggable: true,
      onDragStart: (event: React.DragEvent) => {
        setDragged(index);
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', String(index));
      },
      onDragEnd: end,
    },
    row: {
      'data-dragged': dragged === index || undefined,
      'data-over': (over === index && dragged !== index) || undefined,
      onDragOver: (event: React.DragEvent) => {
        if (dragged === undefined) return;
        event.preventDefault();
        if (over !== index) setOver(index);
      },
      onDrop: (event: React.DragEvent) => {
        event.preventDefault();
        if (dragged !== undefined && dragged !== index) move(dragged, index);
        end();
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (!event.altKey || event.shiftKey || (event.key !== back && event.key !== forth)) return;
        const to = index + (event.key === back ? -1 : 1);
        event.preventDefault();
        event.stopPropagation();
        if (to >= 0 && to < count) move(index, to);
      },
    },
  });
}

/** What a row is dragged by; keys do it too, so it is nothing to be read out. */
export function Grip(props: { draggable: boolean; onDragStart: (event: React.DragEvent) => void; onDragEnd: () => void }) {
  return <span className="grip" aria-hidden {...props}><GripVertical /></span>;
}
