// Version 1 as version 2: the same text as the library's own upgrade gives; both are held to tests/golden/upgrade.
import type { Changes } from '../document/changes';
import type { Node } from '../document/node';
import { Raw, type Path } from '../document/text';

const moving = ['entry', 'states', 'transitions', 'editor'];

function steps(c: Changes, path: Path): Path[] {
  const node: Node | undefined = c.get(path);
  if (node?.type === 'object') return node.members.map((member) => [...path, member.key]);
  if (node?.type === 'array') return node.items.map((_, index) => [...path, index]);
  return [];
}

function upgradeMotion(c: Changes, path: Path): void {
  const blend = c.value([...path, 'blend']);
  if (blend === 'clip') {
    c.remove([...path, 'blend']);
    return;
  }
  if (blend === '2d' && !c.get([...path, 'algorithm'])) c.set([...path, 'algorithm'], 'gradient', 'blend');
  for (const motion of steps(c, [...path, 'motions'])) upgradeMotion(c, motion);
  for (const part of ['base', 'delta']) if (c.get([...path, 'add', part])) upgradeMotion(c, [...path, 'add', part]);
}

function upgradeMachine(c: Changes, path: Path): void {
  for (const state of steps(c, [...path, 'states'])) {
    if (c.get([...state, 'machine'])) upgradeMachine(c, [...state, 'machine']);
    else upgradeMotion(c, state);
  }
  for (const transition of steps(c, [...path, 'transitions'])) if (c.value([...transition, 'from']) === 'any') c.set([...transition, 'from'], '*');
}

// The text of a member with `by` in front of each of its lines but the first and the blank ones.
function deeper(text: string, by: string): string {
  return text.replace(/\n(?!\r?\n)/g, `\n${by}`);
}

function layers(c: Changes, unit: string, newline: string): Raw {
  const line = (units: number) => (newline ? newline + unit.repeat(units) : ' ');
  const members = moving.filter((key) => c.get([key])).map((key) => ({ key, at: orderOf(c, key) })).sort((one, other) => one.at - other.at);
  const inner = members.map(({ key }) => `${line(4)}${deeper(c.memberText([key])!, newline ? unit.repeat(3) : '')}`).join(',');
  return new Raw(`[${line(2)}{${line(3)}"name": "Base",${line(3)}"machine": {${inner}${line(3)}}${line(2)}}${line(1)}]`);
}

function orderOf(c: Changes, key: string): number {
  const root = c.get([]);
  return root?.type === 'object' ? root.members.findIndex((member) => member.key === key) : -1;
}

/** Why not, or nothing. */
export function refuseUpgrade(c: Pick<Changes, 'get' | 'value'>): string | undefined {
  if (c.value(['version']) !== 1) return 'Only a file of version 1 can be upgraded.';
  if (c.get(['layers'])) return 'Version 1 knows no “layers”, but version 2 does; rename the field before the upgrade.';
  return undefined;
}

export function upgrade(c: Changes): void {
  c.set(['version'], 2);
  for (const parameter of steps(c, ['parameters'])) if (c.value([...parameter, 'type']) === 'number') c.set([...parameter, 'type'], 'float');
  upgradeMachine(c, []);
  const root = c.get([]);
  if (root?.type !== 'object') return;
  const start = c.text.indexOf('{');
  const lead = /^\{(?:[\s]*?(\r?\n))?([ \t]*)"/.exec(c.text.slice(start));
  const made = layers(c, lead?.[2] ?? '  ', lead?.[1] ?? '');
  const first = root.members.find((member) => moving.includes(member.key))!;
  const others = moving.filter((key) => key !== first.key && c.get([key]));
  for (const key of others) c.remove([key]);
  c.set([first.key], made);
  c.rename([first.key], 'layers', ': ');
}
