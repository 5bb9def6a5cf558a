// Choosing several of a list: by presses with Shift and Ctrl, and by keys. Pure.

export interface Choosing {
  readonly chosen: ReadonlySet<string>;
  readonly at: string | undefined; // where the keys stand
  readonly from: string | undefined; // where a stretch begins
}

export const noChoice: Choosing = { chosen: new Set(), at: undefined, from: undefined };

interface With {
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

function stretch(list: readonly string[], from: string | undefined, to: string): Set<string> {
  const [a, b] = [list.indexOf(from ?? to), list.indexOf(to)];
  return new Set(a < 0 ? [to] : list.slice(Math.min(a, b), Math.max(a, b) + 1));
}

export function pressed(list: readonly string[], now: Choosing, on: string, { shiftKey, ctrlKey, metaKey }: With): Choosing {
  if (shiftKey) return { chosen: stretch(list, now.from ?? now.at, on), at: on, from: now.from ?? now.at ?? on };
  if (!ctrlKey && !metaKey) return { chosen: new Set([on]), at: on, from: on };
  const chosen = new Set(now.chosen);
  if (!chosen.delete(on)) chosen.add(on);
  return { chosen, at: on, from: on };
}

/** None: the key means nothing here. */
export function keyed(list: readonly string[], now: Choosing, key: string, how: With): Choosing | undefined {
  if (list.length === 0) return undefined;
  const command = how.ctrlKey || how.metaKey;
  if (command && key.toLowerCase() === 'a') return { ...now, chosen: new Set(list) };
  const at = now.at === undefined ? -1 : list.indexOf(now.at);
  if (key === ' ') return at < 0 ? undefined : pressed(list, now, list[at]!, { shiftKey: how.shiftKey, ctrlKey: true, metaKey: false });
  const goals: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at < 0 ? 0 : at - 1, Home: 0, End: list.length - 1 };
  const goal = goals[key];
  if (goal === undefined) return undefined;
  const to = list[Math.min(Math.max(goal, 0), list.length - 1)]!;
  return command && !how.shiftKey ? { ...now, at: to } : pressed(list, now, to, { ...how, ctrlKey: false, metaKey: false });
}
