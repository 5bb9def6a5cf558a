// Splices from what is meant: set, remove, insert, move, rename. What is put in has the style of what stands around it;
// everything else keeps every byte.
import { isAtLength, Members, oneLine, styleOf, write, type Style, type Value } from './format';
import type { Carried } from './ids';
import { child, find, reparse, type Item, type Member, type Node, type Placed, type Tree } from './node';
import { difference, hanging, Raw, splice, type Json, type Path, type Splice } from './text';

export interface Changes {
  /** Adds or replaces. A new member comes last, or behind the one called `after`; objects on the way are made. */
  set(path: Path, value: Value, after?: string): void;
  remove(path: Path): void;
  /** Into a list. */
  insert(path: Path, index: number, value: Value): void;
  /** Within a list or an object; the text of what moves is kept. */
  move(path: Path, from: number, to: number): void;
  /** Another name for a member; its value is kept, and what stands between them unless `gap` is said. */
  rename(path: Path, key: string, gap?: string): void;
  get(path: Path): Node | undefined;
  value(path: Path): Json | undefined;
  /** A value's own text, to be put in elsewhere. */
  raw(path: Path): Raw | undefined;
  /** The text of a member with its key. */
  memberText(path: Path): string | undefined;
  readonly text: string;
}

export function jsonOf(node: Node): Json {
  switch (node.type) {
    case 'object': {
      const object: Record<string, Json> = Object.create(null) as Record<string, Json>;
      for (const member of node.members) object[member.key] = jsonOf(member.node);
      return object;
    }
    case 'array': return node.items.map((item) => jsonOf(item.node));
    case 'null': return null;
    default: return node.value;
  }
}

interface Around {
  readonly separator: string; // between two entries, with its comma
  readonly indent: string; // of the line that a new entry begins on
}

export class Editing implements Changes {
  readonly splices: Splice[] = [];
  readonly carried: Carried[] = [];
  private readonly style: Style;

  constructor(public text: string, public tree: Tree) {
    this.style = styleOf(text);
  }

  get(path: Path): Node | undefined {
    return find(this.tree.root, path)?.node;
  }

  value(path: Path): Json | undefined {
    const node = this.get(path);
    return node && jsonOf(node);
  }

  raw(path: Path): Raw | undefined {
    return rawOf(this.text, this.tree, path);
  }

  memberText(path: Path): string | undefined {
    const parent = find(this.tree.root, path.slice(0, -1));
    if (!parent || parent.node.type !== 'object') return undefined;
    const member = parent.node.members.find((one) => one.key === path[path.length - 1]);
    return member && this.text.slice(parent.at + member.keyAt, parent.at + member.at + member.node.length);
  }

  set(path: Path, value: Value, after?: string): void {
    const there = find(this.tree.root, path);
    if (there) this.replace(there, path, value);
    else this.add(path, value, after);
  }

  remove(path: Path): void {
    const parent = find(this.tree.root, path.slice(0, -1));
    const step = path[path.length - 1];
    if (!parent || step === undefined) return;
    const entries = entriesOf(parent.node);
    const index = typeof step === 'number' ? step : (entries as readonly Member[]).findIndex((member) => member.key === step);
    if (index < 0 || index >= entries.length || (typeof step === 'number') !== (parent.node.type === 'array')) return;
    if (entries.length === 1) this.apply({ at: parent.at + 1, remove: parent.node.length - 2, insert: '' });
    else if (index > 0) this.cut(endOf(parent, index - 1), endOf(parent, index));
    else this.cut(startOf(parent, 0), startOf(parent, 1));
  }

  insert(path: Path, index: number, value: Value): void {
    const list = find(this.tree.root, path);
    if (!list || list.node.type !== 'array') {
      if (!list) this.add(path, [value]);
      return;
    }
    this.put(list, Math.max(0, Math.min(index, list.node.items.length)), '', value, String(path[path.length - 1] ?? ''));
  }

  move(path: Path, from: number, to: number): void {
    const parent = find(this.tree.root, path);
    const count = parent ? entriesOf(parent.node).length : 0;
    if (!parent || from === to || from < 0 || to < 0 || from >= count || to >= count) return;
    const start = startOf(parent, from);
    const end = endOf(parent, from);
    const moved = this.text.slice(start, end);
    const before = this.text;
    const done = this.splices.length;
    if (from < to) {
      const next = startOf(parent, from + 1);
      const separator = before.slice(end, next);
      const place = endOf(parent, to) - (next - start);
      this.cut(start, next);
      this.apply({ at: place, remove: 0, insert: separator + moved });
      this.carry(done, start, place + separator.length, moved.length);
    } else {
      const previous = endOf(parent, from - 1);
      const place = startOf(parent, to);
      const separator = before.slice(previous, start);
      this.cut(previous, end);
      this.apply({ at: place, remove: 0, insert: moved + separator });
      this.carry(done, start, place, moved.length);
    }
  }

  rename(path: Path, key: string, gap?: string): void {
    const parent = find(this.tree.root, path.slice(0, -1));
    if (!parent || parent.node.type !== 'object') return;
    const member = parent.node.members.find((one) => one.key === path[path.length - 1]);
    if (!member || member.key === key) return;
    const remove = gap === undefined ? member.keyLength : member.at - member.keyAt;
    this.apply({ at: parent.at + member.keyAt, remove, insert: JSON.stringify(key) + (gap ?? '') });
  }

  // `from` is a place in the text before the splices from number `done` on. What was carried before is where it is by now.
  private carry(done: number, from: number, to: number, length: number): void {
    const origin = this.originOf(from, done);
    for (let index = 0; index < this.carried.length; index++) {
      const one = this.carried[index]!;
      const inside = one.to >= from && one.to < from + length;
      if (inside) this.carried[index] = { ...one, to: one.to - from + to };
    }
    if (origin !== undefined) this.carried.push({ from: origin, to, length });
  }

  // Where a place of the text as it is before splice number `done` was in the first text; none for what was put in since.
  private originOf(place: number, done: number): number | undefined {
    for (let index = done - 1; index >= 0; index--) {
      const change = this.splices[index]!;
      if (place < change.at) continue;
      if (place < change.at + change.insert.length) return undefined;
      place += change.remove - change.insert.length;
    }
    return place;
  }

  private cut(start: number, end: number): void {
    this.apply({ at: start, remove: end - start, insert: '' });
  }

  private apply(change: Splice): void {
    if (change.remove === 0 && change.insert === '') return;
    const made = { ...change, insert: wellFormed(change.insert) };
    for (let index = 0; index < this.carried.length; index++) {
      const one = this.carried[index]!;
      if (one.to >= change.at + change.remove) this.carried[index] = { ...one, to: one.to + made.insert.length - change.remove };
    }
    const text = splice(this.text, made);
    this.tree = reparse(this.tree, text, made);
    this.text = text;
    this.splices.push(made);
  }

  private replace(there: Placed, path: Path, value: Value): void {
    if (Array.isArray(value) && areNumbers(there.node, value)) {
      value.forEach((item: Value, index) => this.replace(child(find(this.tree.root, path)!, index)!, [...path, index], item));
      return;
    }
    if (typeof value === 'number' && there.node.type === 'number' && there.node.value === value) return;
    const old = this.text.slice(there.at, there.at + there.node.length);
    const key = String(path[path.length - 1] ?? '');
    const text = write(value, key, this.style, this.indentAt(there.at), this.columnAt(there.at) - this.indentAt(there.at).length);
    if (text === old || sameValue(there.node, value)) return;
    const bracket = isBracket(old[0]) && old[0] === text[0];
    const least = bracket ? difference(old, text)! : { at: 0, remove: old.length, insert: text };
    this.apply({ ...least, at: there.at + least.at });
  }

  private add(path: Path, value: Value, after?: string): void {
    let depth = path.length - 1;
    while (depth > 0 && !find(this.tree.root, path.slice(0, depth))) depth--;
    const parent = find(this.tree.root, path.slice(0, depth));
    const key = path[depth];
    let made = value;
    for (let index = path.length - 1; index > depth; index--) {
      const step = path[index]!;
      made = typeof step === 'number' ? [made] : new Members([[step, made]]);
    }
    if (!parent || key === undefined) return;
    if (typeof key === 'number') this.insert(path.slice(0, depth), key, made);
    else if (parent.node.type === 'object') {
      const members = parent.node.members;
      const behind = after === undefined ? -1 : members.findIndex((member) => member.key === after);
      const container = String(path[depth - 1] ?? '');
      this.put(parent, behind < 0 ? members.length : behind + 1, key, made, container);
    }
  }

  // Puts an entry of an object or a list in front of entry number `index`.
  private put(parent: Placed, index: number, key: string, value: Value, container: string): void {
    const count = entriesOf(parent.node).length;
    const isObject = parent.node.type === 'object';
    if (count === 0) {
      this.fill(parent, isObject ? new Members([[key, value]]) : [value], container);
      return;
    }
    const around = this.around(parent, index);
    const gap = isObject ? this.gap(parent, key) : '';
    const before = gap ? JSON.stringify(key).length + gap.length : 0;
    const entry = (isObject ? JSON.stringify(key) + gap : '') + write(value, key, this.style, around.indent, before);
    if (index === count) this.apply({ at: endOf(parent, count - 1), remove: 0, insert: around.separator + entry });
    else this.apply({ at: startOf(parent, index), remove: 0, insert: entry + around.separator });
  }

  // The first entry of an empty object or list: written anew, without what white space it had.
  private fill(parent: Placed, whole: Value, container: string): void {
    const indent = this.indentAt(parent.at);
    const root = this.tree.root!.at === parent.at;
    const text = root || isAtLength(container, whole) || container === '' && root
      ? write(whole, container || 'states', this.style, indent)
      : write(whole, container, this.style, indent, this.columnAt(parent.at) - indent.length);
    this.apply({ at: parent.at + 1, remove: parent.node.length - 2, insert: text.slice(1, -1) });
  }

  private around(parent: Placed, index: number): Around {
    const count = entriesOf(parent.node).length;
    let separator: string;
    if (count > 1) {
      const one = index === 0 ? 0 : Math.min(index, count - 1) - 1;
      separator = this.text.slice(endOf(parent, one), startOf(parent, one + 1));
    } else {
      const lead = this.text.slice(parent.at + 1, startOf(parent, 0));
      separator = lead.includes('\n') ? `,${lead}` : ', ';
    }
    const line = separator.lastIndexOf('\n');
    return { separator, indent: line < 0 ? this.indentAt(startOf(parent, Math.min(index, count - 1))) : separator.slice(line + 1) };
  }

  // Between a key and its value: as its neighbours have it, who may stand in columns.
  private gap(parent: Placed, key: string): string {
    const members = (entriesOf(parent.node) as readonly Member[]).map((member) => {
      const gap = this.text.slice(parent.at + member.keyAt + member.keyLength, parent.at + member.at);
      return { gap, width: member.keyLength + gap.length };
    });
    const last = members[members.length - 1]!.gap;
    if (last.includes('\n')) return ': ';
    const inColumns = members.length > 1 && members.every(({ width }) => width === members[0]!.width) && members.some(({ gap }) => gap.length > 2);
    if (!inColumns) return /^\s*:\s?$/.test(last) ? last : ': ';
    return ':'.padEnd(Math.max(2, members[0]!.width - JSON.stringify(key).length), ' ');
  }

  private indentAt(at: number): string {
    return indentOf(this.text, at);
  }

  private columnAt(at: number): number {
    return at - this.text.lastIndexOf('\n', at - 1) - 1;
  }
}

/** The text of the value there, able to hang at another place. */
export function rawOf(text: string, tree: Tree, path: Path): Raw | undefined {
  const placed = find(tree.root, path);
  return placed && hanging(text.slice(placed.at, placed.at + placed.node.length), indentOf(text, placed.at));
}

// Of the line that the place is on.
function indentOf(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, at))![0];
}

function entriesOf(node: Node): readonly (Member | Item)[] {
  return node.type === 'object' ? node.members : node.type === 'array' ? node.items : [];
}

function startOf(parent: Placed, index: number): number {
  const entry = entriesOf(parent.node)[index]!;
  return parent.at + ('keyAt' in entry ? entry.keyAt : entry.at);
}

function endOf(parent: Placed, index: number): number {
  const entry = entriesOf(parent.node)[index]!;
  return parent.at + entry.at + entry.node.length;
}

// Whether a node already says that value, in whatever spacing.
function sameValue(node: Node, value: Value): boolean {
  return !(value instanceof Raw) && node.type !== 'number' && oneLine(valueOf(node)) === oneLine(value);
}

function valueOf(node: Node): Value {
  switch (node.type) {
    case 'object': return new Members(node.members.map((member) => [member.key, valueOf(member.node)] as const));
    case 'array': return node.items.map((item) => valueOf(item.node));
    case 'number': return Number.isFinite(node.value) ? node.value : new Raw('?');
    case 'null': return null;
    default: return node.value;
  }
}

// Two lists of as many numbers: each is then set by itself, so that those that stay keep their text.
function areNumbers(node: Node, value: readonly Value[]): boolean {
  return node.type === 'array' && node.items.length === value.length && value.every((item) => typeof item === 'number') &&
    node.items.every((item) => item.node.type === 'number');
}

function isBracket(unit: string | undefined): boolean {
  return unit === '{' || unit === '[';
}

function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
}

export { Members };
