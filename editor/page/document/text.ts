// The document is its text. What changes it are splices; what undoes them are splices too, so the first bytes come back.

/** Where a value stands: members by name, items by number. */
export type Path = readonly (string | number)[];

/** One change, in UTF-16 units; of several each is against the text that those before it left. */
export interface Splice {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

/** A value by its own text, which is put in as it stands; `hanging`: its lines after the first are indented as the place is. */
export class Raw {
  constructor(readonly text: string, readonly hanging = false) {}
}

/** The text of a value that stands on a line with that indentation, so that it can hang anywhere. */
export function hanging(text: string, indent: string): Raw {
  return new Raw(text.split(/\r?\n/).map((line, index) => (index > 0 && line.startsWith(indent) ? line.slice(indent.length) : line)).join('\n'), true);
}

export function splice(text: string, change: Splice): string {
  return text.slice(0, change.at) + change.insert + text.slice(change.at + change.remove);
}

export function applyAll(text: string, changes: readonly Splice[]): string {
  for (const change of changes) text = splice(text, change);
  return text;
}

/** What takes `changes` back; `text` is the one before them. */
export function inverse(text: string, changes: readonly Splice[]): Splice[] {
  const back: Splice[] = [];
  for (const change of changes) {
    back.push({ at: change.at, remove: change.insert.length, insert: text.slice(change.at, change.at + change.remove) });
    text = splice(text, change);
  }
  return back.reverse();
}

/** The one splice between two texts that leaves alone what they begin and end with; none where they are the same. */
export function difference(before: string, after: string): Splice | undefined {
  if (before === after) return undefined;
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  if (start > 0 && isHigh(before.charCodeAt(start - 1))) start--;
  let end = 0;
  while (end < least - start && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)) end++;
  if (end > 0 && isLow(before.charCodeAt(before.length - end))) end--;
  return { at: start, remove: before.length - end - start, insert: after.slice(start, after.length - end) };
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
