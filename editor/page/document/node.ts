// The tree of a text. A node knows its length and, of its children, where they begin counted from its own beginning; so
// a part that an edit leaves alone is the very same node afterwards, wherever it has moved to. Nodes are never changed.
import { createScanner, ScanError, SyntaxKind, type JSONScanner } from 'jsonc-parser';
import type { Path, Splice } from './text';

export interface Member {
  readonly key: string;
  readonly keyAt: number;
  readonly keyLength: number;
  readonly at: number;
  readonly node: Node;
}

export interface Item {
  readonly at: number;
  readonly node: Node;
}

export type Node =
  | { readonly type: 'object'; readonly length: number; readonly members: readonly Member[] }
  | { readonly type: 'array'; readonly length: number; readonly items: readonly Item[] }
  | { readonly type: 'string'; readonly length: number; readonly value: string }
  | { readonly type: 'number'; readonly length: number; readonly value: number }
  | { readonly type: 'boolean'; readonly length: number; readonly value: boolean }
  | { readonly type: 'null'; readonly length: number };

/** Where a node stands in a text. */
export interface Placed {
  readonly at: number;
  readonly node: Node;
}

/** What is wrong with a text that is not JSON; the line and column count from 1, the column in UTF-16 units. */
export interface SyntaxFault {
  readonly message: string;
  readonly at: number;
  readonly line: number;
  readonly column: number;
}

export type Tree = { readonly root: Placed; readonly fault?: undefined } | { readonly root?: undefined; readonly fault: SyntaxFault };

export const DEEPEST = 128;

class Fault extends Error {
  constructor(message: string, readonly at: number) {
    super(message);
  }
}

const scanFaults: Partial<Record<ScanError, string>> = {
  [ScanError.UnexpectedEndOfComment]: 'a comment has no end, and JSON has no comments',
  [ScanError.UnexpectedEndOfString]: 'a text has no closing quote',
  [ScanError.UnexpectedEndOfNumber]: 'a number is not complete',
  [ScanError.InvalidUnicode]: '\\u needs four hexadecimal digits',
  [ScanError.InvalidEscapeCharacter]: 'an escape that JSON does not know',
  [ScanError.InvalidCharacter]: 'a control character stands in a text: write it as an escape',
};

// Gives the node at a place of the new text where the old tree has one that the edit left alone.
type Reuse = (at: number) => Node | undefined;

class Reader {
  private readonly scanner: JSONScanner;
  private token: SyntaxKind = SyntaxKind.Unknown;

  constructor(private readonly text: string, start: number, private readonly reuse?: Reuse) {
    this.scanner = createScanner(text, false);
    this.scanner.setPosition(start);
  }

  next(): void {
    do this.token = this.scanner.scan();
    while (this.token === SyntaxKind.Trivia || this.token === SyntaxKind.LineBreakTrivia);
    if (this.token === SyntaxKind.LineCommentTrivia || this.token === SyntaxKind.BlockCommentTrivia)
      throw new Fault('JSON has no comments', this.at);
    const error = this.scanner.getTokenError();
    if (error !== ScanError.None) throw new Fault(scanFaults[error] ?? 'this is not JSON', this.at);
  }

  get at(): number {
    return this.scanner.getTokenOffset();
  }

  get ended(): boolean {
    return this.token === SyntaxKind.EOF;
  }

  // Begins with the value's first token read, ends with the token after it read.
  value(depth: number): Node {
    const at = this.at;
    const known = this.reuse?.(at);
    if (known) {
      this.scanner.setPosition(at + known.length);
      this.next();
      return known;
    }
    switch (this.token) {
      case SyntaxKind.OpenBraceToken: return this.object(at, depth);
      case SyntaxKind.OpenBracketToken: return this.array(at, depth);
      default: return this.plain(at);
    }
  }

  private plain(at: number): Node {
    const length = this.scanner.getTokenLength();
    const node = this.plainNode(at, length);
    this.next();
    return node;
  }

  private plainNode(at: number, length: number): Node {
    switch (this.token) {
      case SyntaxKind.StringLiteral: return { type: 'string', length, value: this.scanner.getTokenValue() };
      case SyntaxKind.NumericLiteral: return { type: 'number', length, value: Number(this.text.slice(at, at + length)) };
      case SyntaxKind.TrueKeyword: return { type: 'boolean', length, value: true };
      case SyntaxKind.FalseKeyword: return { type: 'boolean', length, value: false };
      case SyntaxKind.NullKeyword: return { type: 'null', length };
      case SyntaxKind.EOF: throw new Fault('the text ends where a value should be', at);
      default: throw new Fault(`a value should be here, not ${this.seen()}`, at);
    }
  }

  private object(start: number, depth: number): Node {
    if (depth >= DEEPEST) throw new Fault(`more than ${DEEPEST} levels`, start);
    const members: Member[] = [];
    this.next();
    if (this.token !== SyntaxKind.CloseBraceToken) {
      for (;;) {
        this.expect(SyntaxKind.StringLiteral, 'a name in quotes');
        const key = this.scanner.getTokenValue();
        const keyAt = this.at - start;
        const keyLength = this.scanner.getTokenLength();
        this.next();
        this.expect(SyntaxKind.ColonToken, 'a colon');
        this.next();
        const at = this.at - start;
        members.push({ key, keyAt, keyLength, at, node: this.value(depth + 1) });
        if (!this.more(SyntaxKind.CloseBraceToken, '}')) break;
      }
    }
    const length = this.at + 1 - start;
    this.next();
    return { type: 'object', length, members };
  }

  private array(start: number, depth: number): Node {
    if (depth >= DEEPEST) throw new Fault(`more than ${DEEPEST} levels`, start);
    const items: Item[] = [];
    this.next();
    if (this.token !== SyntaxKind.CloseBracketToken) {
      for (;;) {
        const at = this.at - start;
        items.push({ at, node: this.value(depth + 1) });
        if (!this.more(SyntaxKind.CloseBracketToken, ']')) break;
      }
    }
    const length = this.at + 1 - start;
    this.next();
    return { type: 'array', length, items };
  }

  private expect(token: SyntaxKind, name: string): void {
    if (this.token !== token) throw new Fault(`${name} should be here, not ${this.seen()}`, this.at);
  }

  private more(close: SyntaxKind, name: string): boolean {
    if (this.token === close) return false;
    if (this.token !== SyntaxKind.CommaToken) throw new Fault(`a comma or ${name} should be here, not ${this.seen()}`, this.at);
    this.next();
    if (this.token === close) throw new Fault(`a comma stands before ${name} with nothing after it`, this.at);
    return true;
  }

  seen(): string {
    if (this.token === SyntaxKind.EOF) return 'the end of the text';
    const seen = this.text.slice(this.at, this.at + Math.min(this.scanner.getTokenLength(), 20));
    return `"${seen}"`;
  }
}

export function placeOf(text: string, at: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', end + 1)) {
    line++;
    start = end + 1;
  }
  return { line, column: at - start + 1 };
}

export function parse(text: string): Tree {
  try {
    const reader = new Reader(text, 0);
    reader.next();
    const at = reader.at;
    const node = reader.value(0);
    if (!reader.ended) throw new Fault(`the text should end here, not go on with ${reader.seen()}`, reader.at);
    return { root: { at, node } };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { fault: { message: error.message, at: error.at, ...placeOf(text, error.at) } };
  }
}

interface Step {
  readonly placed: Placed;
  readonly index: number; // of the child that the next step is
}

function childrenOf(node: Node): readonly Item[] {
  return node.type === 'object' ? node.members : node.type === 'array' ? node.items : [];
}

// The steps down to the deepest object or array between whose brackets all of `change` lies.
function around(root: Placed, change: Splice): Step[] {
  const steps: Step[] = [];
  let placed = root;
  for (;;) {
    const children = childrenOf(placed.node);
    const at = placed.at;
    const index = children.findIndex((child) => {
      const start = at + child.at;
      return isContainer(child.node) && change.at > start && change.at + change.remove < start + child.node.length;
    });
    steps.push({ placed, index });
    if (index < 0) return steps;
    const child = children[index]!;
    placed = { at: at + child.at, node: child.node };
  }
}

function isContainer(node: Node): boolean {
  return node.type === 'object' || node.type === 'array';
}

function replaced(step: Step, node: Node, by: number): Node {
  const old = step.placed.node;
  const length = old.length + by;
  const later = <T extends Item>(child: T, index: number): T =>
    index < step.index ? child : index === step.index ? { ...child, node } : { ...child, at: child.at + by };
  if (old.type === 'object')
    return { type: 'object', length, members: old.members.map((member, index) => {
      const moved = later(member, index);
      return index > step.index ? { ...moved, keyAt: moved.keyAt + by } : moved;
    }) };
  if (old.type === 'array') return { type: 'array', length, items: old.items.map(later) };
  return old;
}

/** The tree of `text`, which is the text of `tree` after `change`; parts that the change leaves alone are the same nodes. */
export function reparse(tree: Tree, text: string, change: Splice): Tree {
  const root = tree.root;
  const end = change.at + change.remove;
  if (!root || !isContainer(root.node) || change.at <= root.at || end >= root.at + root.node.length) return parse(text);
  const steps = around(root, change);
  const by = change.insert.length - change.remove;
  const inner = steps[steps.length - 1]!.placed;
  const node = readInside(inner, text, change, by, steps.length - 1);
  if (!node) return parse(text);
  let grown = node;
  for (let index = steps.length - 2; index >= 0; index--) grown = replaced(steps[index]!, grown, by);
  return { root: { at: root.at, node: grown } };
}

function readInside(inner: Placed, text: string, change: Splice, by: number, depth: number): Node | undefined {
  const kept = new Map<number, Node>();
  for (const child of childrenOf(inner.node)) {
    const start = inner.at + child.at;
    const end = start + child.node.length;
    if (end < change.at) kept.set(start, child.node);
    else if (start > change.at + change.remove) kept.set(start + by, child.node);
  }
  try {
    const length = inner.node.length + by;
    const reader = new Reader(text.slice(0, inner.at + length), inner.at, (at) => kept.get(at));
    reader.next();
    const node = reader.value(depth);
    return reader.ended && node.length === length ? node : undefined;
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

/** The child of that name or number; of a name that stands twice, the first. */
export function child(placed: Placed, step: string | number): Placed | undefined {
  const { at, node } = placed;
  if (node.type === 'object' && typeof step === 'string') {
    const member = memberOf(node, step);
    return member && { at: at + member.at, node: member.node };
  }
  if (node.type === 'array' && typeof step === 'number') {
    const item = node.items[step];
    return item && { at: at + item.at, node: item.node };
  }
  return undefined;
}

const indices = new WeakMap<object, Map<string, Member>>();

export function memberOf(node: Node, key: string): Member | undefined {
  if (node.type !== 'object') return undefined;
  if (node.members.length < 8) return node.members.find((member) => member.key === key);
  let index = indices.get(node);
  if (!index) {
    index = new Map();
    for (const member of node.members) if (!index.has(member.key)) index.set(member.key, member);
    indices.set(node, index);
  }
  return index.get(key);
}

export function find(root: Placed | undefined, path: Path): Placed | undefined {
  let placed = root;
  for (const step of path) {
    if (!placed) return undefined;
    placed = child(placed, step);
  }
  return placed;
}
