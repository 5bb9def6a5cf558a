/* Why a transition did not go, in words. The verdict is the runtime's; the page only says it. What the runtime looked at
   no further, because a condition before it had failed, is compared here with the value that is shown beside it. */

export const enum Kind {
  NotLookedAt = 0,
  Went,
  Condition,
  TriggerUsed,
  Exit,
  Request,
  Never,
  Hidden,
  Interrupt,
  Self,
  Disabled,
  Limit,
}

export interface Verdict {
  kind: number;
  condition: number;
  by: number;
  value: number;
  wanted: number;
}

export interface Condition {
  parameter: string;
  test?: string;
  value?: number | boolean;
}

export interface Asked {
  from: string; // '*' for any state
  to: string;
  when: Condition[];
  exit?: number;
  interrupt?: string;
}

export interface Facts {
  type(parameter: string): 'float' | 'int' | 'bool' | 'trigger' | undefined;
  value(parameter: string): number | undefined;
  transition(index: number): string; // "Move → Air"
  running?: { from: string; to: string; interrupt: string } | null; // the fade of its layer
  state?: string; // the layer's current one
}

export type Sign = 'yes' | 'no' | 'open'; // open: nothing is known of it

export interface Row {
  text: string;
  sign: Sign;
}

export interface Why {
  sentence: string;
  ready: boolean; // it went, or would go but for another
  rows: Row[]; // each condition, then the exit
}

/* Six digits tell two values of a game apart; no locale. */
export function number(value: number): string {
  if (!Number.isFinite(value)) return '?';
  const text = Number(value.toPrecision(Math.abs(value) >= 100 ? 5 : 4));
  return Object.is(text, -0) ? '0' : String(text);
}

const quote = (name: string): string => `“${name}”`;

const WORDS: Record<string, string> = {
  '==': 'be', '!=': 'not be', '<': 'be below', '<=': 'be at most', '>': 'be above', '>=': 'be at least',
};

function holds(condition: Condition, facts: Facts): Sign {
  const value = facts.value(condition.parameter);
  if (value === undefined) return 'open';
  const type = facts.type(condition.parameter);
  if (type === 'trigger') return value !== 0 ? 'yes' : 'no';
  const wanted = Math.fround(Number(condition.value ?? true));
  const is = Math.fround(value);
  const tests: Record<string, boolean> = {
    '==': is === wanted, '!=': is !== wanted, '<': is < wanted, '<=': is <= wanted, '>': is > wanted, '>=': is >= wanted,
  };
  const out = tests[condition.test ?? '=='];
  return out === undefined ? 'open' : out ? 'yes' : 'no';
}

function said(condition: Condition, facts: Facts, sign: Sign, told?: number): string {
  const name = quote(condition.parameter);
  const type = facts.type(condition.parameter);
  const value = told ?? facts.value(condition.parameter);
  if (type === 'trigger') return sign === 'yes' ? `${name} has been fired` : `${name} has not been fired`;
  const test = WORDS[condition.test ?? '=='] ?? condition.test ?? '';
  if (type === 'bool') {
    const wants = (condition.test === '!=') !== (condition.value ?? true);
    const is = value === undefined ? 'not known' : value !== 0 ? 'true' : 'false';
    return sign === 'yes' ? `${name} is ${is}` : `${name} is ${is}; it must be ${wants}`;
  }
  const is = value === undefined ? 'not known' : number(value);
  const wanted = number(Number(condition.value ?? 0));
  return `${name} is ${is}; it must ${test} ${wanted}`;
}

/* Those before the one that failed held, or the runtime would have named them. */
function rowsOf(asked: Asked, verdict: Verdict, facts: Facts): Row[] {
  const failed = verdict.kind === Kind.Condition || verdict.kind === Kind.TriggerUsed;
  const all = verdict.kind === Kind.Went || verdict.kind === Kind.Hidden || verdict.kind === Kind.Exit ||
    verdict.kind === Kind.Limit || verdict.kind === Kind.Request;
  const rows = asked.when.map((condition, i): Row => {
    const known = all || (failed && i < verdict.condition) ? 'yes' : failed && i === verdict.condition ? 'no' : null;
    const sign = known ?? holds(condition, facts);
    if (verdict.kind === Kind.TriggerUsed && i === verdict.condition)
      return { sign: 'no', text: `${quote(condition.parameter)} was fired, and is used up` };
    const told = verdict.kind === Kind.Condition && i === verdict.condition ? verdict.value : undefined;
    /* A trigger that let it go is used up by now: its value says nothing of then. */
    return { sign, text: said(condition, facts, sign, told) };
  });
  if (verdict.kind === Kind.Exit)
    rows.push({ sign: 'no', text: `exit at ${number(verdict.wanted)}; now ${number(verdict.value)}` });
  else if (asked.exit !== undefined && all) rows.push({ sign: 'yes', text: `exit at ${number(asked.exit)} is reached` });
  else if (asked.exit !== undefined) rows.push({ sign: 'open', text: `exit at ${number(asked.exit)}` });
  return rows;
}

function interrupted(asked: Asked, facts: Facts): string {
  const fade = facts.running;
  if (!fade) return 'May not interrupt the fade that is running.';
  const runs = `the fade ${quote(fade.from)} → ${quote(fade.to)}`;
  if (asked.to === fade.to) return `May not interrupt ${runs}: it leads to the same state.`;
  const may: Record<string, string> = {
    none: 'nothing may cut it', source: `only transitions from ${quote(fade.from)} may cut it`,
    target: `only transitions from ${quote(fade.to)} may cut it`, both: 'only transitions of its two states may cut it',
  };
  return `May not interrupt ${runs}: its interrupt is “${fade.interrupt}”, so ${may[fade.interrupt] ?? 'it may not be cut'}.`;
}

function sentence(asked: Asked, verdict: Verdict, facts: Facts): string {
  const condition = asked.when[verdict.condition];
  switch (verdict.kind) {
  case Kind.NotLookedAt:
    if (asked.from === '*') return 'Not looked at: nothing of its machine plays just now.';
    return `Not looked at: ${quote(asked.from)} is not the current state${facts.state ? `, ${quote(facts.state)} is` : ''}.`;
  case Kind.Went: return 'It goes now.';
  case Kind.Condition: return condition ? `${said(condition, facts, 'no', verdict.value)}.` : 'A condition does not hold.';
  case Kind.TriggerUsed:
    return `${quote(condition?.parameter ?? '?')} was fired, but another transition of this layer has used it up.`;
  case Kind.Exit: return `Waits for exit at ${number(verdict.wanted)} (now ${number(verdict.value)}).`;
  case Kind.Request: return `Waits until ${quote(asked.from)} reaches its <exit>.`;
  case Kind.Never:
    return 'Never goes: it has no condition and no exit time, and its state loops. Give it an exit time, such as 1.';
  case Kind.Hidden: return `Ready, but hidden by ${facts.transition(verdict.by)}, which comes first.`;
  case Kind.Interrupt: return interrupted(asked, facts);
  case Kind.Self:
    return `Would enter ${quote(asked.to)} again, which is current already; turn on “self” to allow that.`;
  case Kind.Disabled: return 'Muted: it is not looked at.';
  case Kind.Limit:
    return 'Ready, but kept for the next moment: enough transitions have started in this one, or its state was left in it.';
  default: return `The runtime says “${verdict.kind}”, which this page does not know.`;
  }
}

export function explain(asked: Asked, verdict: Verdict, facts: Facts): Why {
  const ready = verdict.kind === Kind.Went || verdict.kind === Kind.Hidden || verdict.kind === Kind.Limit;
  return { sentence: sentence(asked, verdict, facts), ready, rows: rowsOf(asked, verdict, facts) };
}
