import { describe, expect, it, vi } from 'vitest';
import { WeightAsker, type AskWeights } from './ask';
import { childrenOf, motionAt, motionNumber } from './motions';

const of = { layer: 0, state: 'Move', motion: 0 };
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('asking for weights', () => {
  it('asks the last of what came meanwhile, and nothing between', async () => {
    const answers: ((rows: number[][]) => void)[] = [];
    const request = vi.fn<AskWeights>(() => new Promise((resolve) => answers.push(resolve)));
    const asker = new WeightAsker(request);
    const done = vi.fn();
    for (let i = 0; i < 5; ++i) asker.ask(`k${i}`, of, [{ x: i, y: 0 }], done, done);
    expect(request).toHaveBeenCalledTimes(1);
    answers[0]!([[0]]);
    await turn();
    expect(done).not.toHaveBeenCalled();
    expect(request.mock.calls.map(([fields]) => fields.at[0]!.x)).toEqual([0, 4]);
    answers[1]!([[4]]);
    await turn();
    expect(done.mock.calls).toEqual([[[[4]]]]);
  });
  it('knows what it was told, until it forgets', async () => {
    const request = vi.fn<AskWeights>(async () => [[1]]);
    const asker = new WeightAsker(request);
    const done = vi.fn();
    asker.ask('a', of, [], done, done);
    await turn();
    asker.ask('a', of, [], done, done);
    expect(done).toHaveBeenCalledTimes(2);
    expect(request).toHaveBeenCalledTimes(1);
    asker.forget();
    asker.ask('a', of, [], done, done);
    await turn();
    expect(request).toHaveBeenCalledTimes(2);
  });
  it('says why there are none', async () => {
    const asker = new WeightAsker(async () => Promise.reject(new Error('There is no such state.')));
    const failed = vi.fn();
    asker.ask('a', of, [], vi.fn(), failed);
    await turn();
    expect(failed).toHaveBeenCalledWith('There is no such state.');
  });
});

interface M {
  kind: string;
  name: string;
  motions: M[];
  base: M | undefined;
  delta: M | undefined;
}

const clip = (name: string): M => ({ kind: 'clip', name, motions: [], base: undefined, delta: undefined });
const blend = (name: string, ...motions: M[]): M => ({ ...clip(name), kind: '1d', motions });
const pair = (name: string, base: M, delta: M): M => ({ ...clip(name), kind: 'add', base, delta });

describe('motions in motions', () => {
  const root = blend('root', clip('a'), pair('p', blend('b', clip('c'), clip('d')), clip('e')), clip('f'));
  it('are numbered in the order of the file, the root first', () => {
    const places: Record<string, number[]> = { root: [], a: [0], p: [1], b: [1, 0], c: [1, 0, 0], d: [1, 0, 1], e: [1, 1], f: [2] };
    Object.entries(places).forEach(([name, path], i) => {
      expect(motionAt(root, path)?.name).toBe(name);
      expect(motionNumber(root, path)).toBe(i);
    });
    expect(motionNumber(root, [7])).toBe(-1);
    expect(motionAt(root, [0, 0])).toBeUndefined();
    expect(childrenOf(root).length).toBe(3);
  });
});
