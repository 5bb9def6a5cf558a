// Names for the entries of lists that last: an id stays with its entry while it moves about the text. Each object in a list
// has one, kept as the place where the object begins.
import type { Node, Placed } from './node';
import type { Splice } from './text';

export type Id = number;

/** A stretch of text that was taken from one place, before the splices, and put in at another, after them. */
export interface Carried {
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

export type Mark = readonly [at: number, id: Id];

let last = 0;

export function nextId(): Id {
  return ++last;
}

/** The marks of one text; made anew for each, never changed after that. */
export class Marks {
  constructor(readonly byPlace: ReadonlyMap<number, Id>) {}

  get(at: number): Id | undefined {
    return this.byPlace.get(at);
  }

  /** Marks after `changes`. Those in what was removed are dropped, but for what was carried; `restored` come back in. */
  moved(changes: readonly Splice[], carried: readonly Carried[] = [], restored: readonly Mark[] = []): Marks {
    const places: Mark[] = [];
    for (const [at, id] of this.byPlace) {
      const place = follow(at, changes);
      if (place !== undefined) places.push([place, id]);
    }
    const moved = new Map(places);
    for (const { from, to, length } of carried)
      for (const [at, id] of this.byPlace) if (at >= from && at < from + length) moved.set(to + at - from, id);
    for (const [at, id] of restored) moved.set(at, id);
    return new Marks(moved);
  }

  /** Marks for exactly the entries of the tree: those that have one keep it; `others` are asked before a new one is made. */
  settled(root: Placed | undefined, others: Marks = noMarks): Marks {
    if (!root) return this;
    const settled = new Map<number, Id>();
    const used = new Set<Id>(this.byPlace.values());
    const taken = new Set<Id>();
    eachEntry(root.node, root.at, (at) => {
      const known = this.byPlace.get(at);
      const other = others.get(at);
      const id = known !== undefined && !taken.has(known) ? known : other !== undefined && !used.has(other) ? other : nextId();
      used.add(id);
      taken.add(id);
      settled.set(at, id);
    });
    return new Marks(settled);
  }

  /** All of these that `other` does not have at the same place. */
  differing(other: Marks): Mark[] {
    return [...this.byPlace].filter(([at, id]) => other.byPlace.get(at) !== id);
  }
}

export const noMarks = new Marks(new Map());

function follow(at: number, changes: readonly Splice[]): number | undefined {
  for (const change of changes) {
    if (at < change.at) continue;
    if (at < change.at + change.remove) return undefined;
    at += change.insert.length - change.remove;
  }
  return at;
}

// Tells of each object in a list where it begins, in the order of the text.
function eachEntry(node: Node, at: number, tell: (at: number) => void): void {
  if (node.type === 'object') {
    for (const member of node.members) if (isContainer(member.node)) eachEntry(member.node, at + member.at, tell);
  } else if (node.type === 'array') {
    for (const item of node.items) {
      if (item.node.type === 'object') tell(at + item.at);
      if (isContainer(item.node)) eachEntry(item.node, at + item.at, tell);
    }
  }
}

function isContainer(node: Node): boolean {
  return node.type === 'object' || node.type === 'array';
}
