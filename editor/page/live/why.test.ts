import { describe, expect, it } from 'vitest';
import { explain, Kind, number, type Asked, type Facts, type Verdict } from './why';

const values: Record<string, number> = { speed: 1.25, grounded: 0, jump: 0, locked: 1 };
const types: Record<string, 'float' | 'bool' | 'trigger'> = { speed: 'float', grounded: 'bool', jump: 'trigger', locked: 'bool' };
const facts: Facts = {
  type: (name) => types[name], value: (name) => values[name], transition: () => 'Move → Strafe', state: 'Move',
  running: { from: 'Move', to: 'Air', interrupt: 'source' },
};
const asked: Asked = {
  from: 'Move', to: 'Air', when: [{ parameter: 'locked' }, { parameter: 'speed', test: '>', value: 3 }, { parameter: 'jump' }],
};
const verdict = (kind: Kind, more: Partial<Verdict> = {}): Verdict => ({ kind, condition: 0, by: 0xffffffff, value: 0, wanted: 0, ...more });
const say = (kind: Kind, more: Partial<Verdict> = {}, of: Partial<Asked> = {}) => explain({ ...asked, ...of }, verdict(kind, more), facts);

describe('why not', () => {
  it('tells the condition that failed with the value that the runtime saw, and all others beside it', () => {
    const why = say(Kind.Condition, { condition: 1, value: 1.125, wanted: 3 });
    expect(why.sentence).toBe('“speed” is 1.125; it must be above 3.');
    expect(why.rows.map((row) => row.sign)).toEqual(['yes', 'no', 'no']);
    expect(why.rows[0]!.text).toBe('“locked” is true');
    expect(why.rows[2]!.text).toBe('“jump” has not been fired');
    expect(why.ready).toBe(false);
  });
  it('tells a bool what it must be', () => {
    const why = say(Kind.Condition, { condition: 0, value: 1 }, { when: [{ parameter: 'locked', value: false }] });
    expect(why.sentence).toBe('“locked” is true; it must be false.');
  });
  it('waits for its exit', () => {
    const why = say(Kind.Exit, { value: 0.42, wanted: 0.9 }, { exit: 0.9 });
    expect(why.sentence).toBe('Waits for exit at 0.9 (now 0.42).');
    expect(why.rows.map((row) => row.sign)).toEqual(['yes', 'yes', 'yes', 'no']);
  });
  it('names what hides it, and what it may not cut', () => {
    expect(say(Kind.Hidden, { by: 3 })).toMatchObject({ sentence: 'Ready, but hidden by Move → Strafe, which comes first.', ready: true });
    expect(say(Kind.Interrupt, {}, { to: 'Hurt' }).sentence).toBe(
      'May not interrupt the fade “Move” → “Air”: its interrupt is “source”, so only transitions from “Move” may cut it.');
    expect(say(Kind.Interrupt).sentence).toContain('leads to the same state');
  });
  it('has a sentence for each verdict there is', () => {
    const all = Array.from({ length: 12 }, (_, kind) => say(kind as Kind).sentence);
    expect(new Set(all).size).toBe(12);
    for (const sentence of all) expect(sentence).toMatch(/^[A-Z“].*\.$/);
    expect(say(99 as Kind).sentence).toContain('does not know');
  });
  it('compares as the runtime does, in 32 bits', () => {
    const near: Facts = { ...facts, value: () => Math.fround(0.1), type: () => 'float' };
    const why = explain({ ...asked, when: [{ parameter: 'speed', test: '==', value: 0.1 }] }, verdict(Kind.NotLookedAt), near);
    expect(why.rows[0]!.sign).toBe('yes');
  });
  it('writes numbers without a locale', () => {
    expect([0.1 + 0.2, -0, 1234.567, 1e-7, NaN].map(number)).toEqual(['0.3', '0', '1234.6', '1e-7', '?']);
  });
});
