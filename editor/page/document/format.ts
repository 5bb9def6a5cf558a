// How a value is written: as in the example of the format. What is keyed or listed at length (states, parameters,
// transitions, layers) has a line for each entry; everything else is one line, as long as it fits.
import { Raw, type Json } from './text';

/** An object whose keys come from a file: no plain object is ever keyed by them. */
export class Members {
  constructor(readonly pairs: readonly (readonly [string, Value])[]) {}
}

export type Value = Json | Raw | Members | readonly Value[] | { readonly [key: string]: Value | undefined };

export interface Style {
  readonly unit: string; // one step of indentation
  readonly newline: string;
}

const WIDEST = 120;
const objectsAtLength = new Set(['parameters', 'masks', 'states']);
const listsAtLength = new Set(['layers', 'transitions', 'mixes', 'groups', 'events', 'properties']);

export function styleOf(text: string): Style {
  const newline = /\r?\n/.exec(text)?.[0] ?? '\n';
  const unit = /\n([ \t]+)["[{]/.exec(text)?.[1] ?? '  ';
  return { unit, newline };
}

export function numberText(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError('a number of a file is finite');
  return String(value); // the shortest that reads back as the same, and -0 as 0
}

function pairsOf(value: object): readonly (readonly [string, Value])[] {
  if (value instanceof Members) return value.pairs;
  return Object.entries(value as Record<string, Value | undefined>).filter((pair): pair is [string, Value] => pair[1] !== undefined);
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

function isObject(value: Value): value is Members | { readonly [key: string]: Value | undefined } {
  return typeof value === 'object' && value !== null && !isList(value) && !(value instanceof Raw);
}

/** Whether entries of `key` have a line each. */
export function isAtLength(key: string, value: Value): boolean {
  if (isList(value)) return value.length > 0 && listsAtLength.has(key) && value.every((item) => isObject(item) || item instanceof Raw);
  if (!isObject(value)) return false;
  const pairs = pairsOf(value);
  if (pairs.length === 0) return false;
  return objectsAtLength.has(key) || pairs.some(([name, inner]) => isAtLength(name, inner));
}

export function oneLine(value: Value): string {
  if (value instanceof Raw) return value.text;
  if (typeof value === 'number') return numberText(value);
  if (isList(value)) {
    if (value.length === 0) return '[]';
    const items = value.map(oneLine);
    return value.every((item) => typeof item === 'number') ? `[${items.join(', ')}]` : `[ ${items.join(', ')} ]`;
  }
  if (isObject(value)) {
    const pairs = pairsOf(value);
    if (pairs.length === 0) return '{}';
    return `{ ${pairs.map(([key, inner]) => `${JSON.stringify(key)}: ${oneLine(inner)}`).join(', ')} }`;
  }
  return JSON.stringify(value);
}

function lines(open: string, close: string, entries: string[], style: Style, indent: string): string {
  const inner = style.newline + indent + style.unit;
  return open + inner + entries.join(`,${inner}`) + style.newline + indent + close;
}

/** `value` as it is written under `key`, on a line that begins with `indent` and has `before` more in front of it. */
export function write(value: Value, key: string, style: Style, indent: string, before = 0): string {
  const list = isList(value);
  if (value instanceof Raw) return value.hanging ? value.text.replaceAll('\n', style.newline + indent) : value.text;
  if (!list && !isObject(value)) return oneLine(value);
  const atLength = isAtLength(key, value);
  const short = oneLine(value);
  if (!atLength && (indent.length + before + short.length <= WIDEST || short.length <= 2)) return short;
  const inner = indent + style.unit;
  if (list) return lines('[', ']', value.map((item) => write(item, '', style, inner)), style, indent);
  const entries = pairsOf(value as object).map(([name, item]) => {
    const quoted = JSON.stringify(name);
    return `${quoted}: ${write(item, name, style, inner, quoted.length + 2)}`;
  });
  return lines('{', '}', entries, style, indent);
}

/** A whole document. */
export function writeDocument(value: Value, style: Style = { unit: '  ', newline: '\n' }): string {
  if (!isObject(value)) return oneLine(value) + style.newline;
  const entries = pairsOf(value).map(([name, item]) => {
    const quoted = JSON.stringify(name);
    return `${quoted}: ${write(item, name, style, style.unit, quoted.length + 2)}`;
  });
  return (entries.length === 0 ? '{}' : lines('{', '}', entries, style, '')) + style.newline;
}
