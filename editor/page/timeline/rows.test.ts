import { describe, expect, it } from 'vitest';
import { rowsOf } from './rows';

describe('rows of markers', () => {
  it('puts those apart that would lie over one another', () => {
    const markers = [{ time: 0.5, end: undefined }, { time: 0.2, end: 0.6 }, { time: 0.55, end: undefined }, { time: 0.9, end: undefined }];
    expect(rowsOf(markers, () => 0.1)).toEqual([1, 0, 2, 0]);
  });
  it('has a row for all where none meet', () => {
    expect(rowsOf([{ time: 0, end: 0.1 }, { time: 0.1, end: 0.2 }], () => 0.05)).toEqual([0, 0]);
    expect(rowsOf([], () => 1)).toEqual([]);
  });
});
