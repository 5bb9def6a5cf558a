import { describe, expect, it } from 'vitest';
import { Matrix4, Quaternion, Vector3 } from 'three';
import { compose, fourHeaviest, fromRows, localOf, localsOf, maskWeights, worlds, type Transform } from './rig';

const joint = (r: number[], t: number[]) => ({
  rx: Math.round(r[0]! * 32767), ry: Math.round(r[1]! * 32767), rz: Math.round(r[2]! * 32767), rw: Math.round(r[3]! * 32767),
  tx: t[0]!, ty: t[1]!, tz: t[2]!,
});
const turned = (x: number, y: number, z: number): number[] => new Quaternion(x, y, z, 1).normalize().toArray();

describe('a pose', () => {
  it('has rotations of length 1, within the quantisation', () => {
    const q = turned(0.3, -0.7, 0.2);
    const local = localOf(joint(q, [1, 2, 3]));
    expect(Math.hypot(...local.r)).toBeCloseTo(1, 12);
    local.r.forEach((value, i) => expect(Math.abs(value - q[i]!)).toBeLessThan(3 / 65534));
    expect(local).toMatchObject({ t: [1, 2, 3], s: [1, 1, 1] });
    expect(localOf(joint([0, 0, 0, 0], [0, 0, 0])).r).toEqual([0, 0, 0, 1]);
  });
  it('has the scales that are told', () => {
    const all = localsOf([joint([0, 0, 0, 1], [0, 0, 0]), joint([0, 0, 0, 1], [0, 0, 0])], [{ joint: 1, x: 2, y: 3, z: 4 }]);
    expect(all.map((local) => local.s)).toEqual([[1, 1, 1], [2, 3, 4]]);
  });
  it('is composed as three composes', () => {
    const local: Transform = { t: [1, -2, 0.5], r: turned(0.1, 0.9, -0.4) as Transform['r'], s: [2, 0.5, -1] };
    const out = new Float32Array(16);
    compose(out, 0, local);
    const wanted = new Matrix4().compose(new Vector3(...local.t), new Quaternion(...local.r), new Vector3(...local.s));
    wanted.elements.forEach((value, i) => expect(out[i]).toBeCloseTo(value, 6));
  });
  it('goes down the hierarchy', () => {
    const locals: Transform[] = [
      { t: [0, 1, 0], r: turned(0, 0.5, 0) as Transform['r'], s: [1, 1, 1] },
      { t: [0, 1, 0], r: turned(0.5, 0, 0) as Transform['r'], s: [1, 2, 1] },
      { t: [0, 0, 1], r: [0, 0, 0, 1], s: [1, 1, 1] },
    ];
    const out = new Float32Array(48);
    worlds(out, locals, [-1, 0, 1]);
    const each = locals.map((l) => new Matrix4().compose(new Vector3(...l.t), new Quaternion(...l.r), new Vector3(...l.s)));
    const wanted = each[0]!.clone().multiply(each[1]!).multiply(each[2]!);
    wanted.elements.forEach((value, i) => expect(out[32 + i]).toBeCloseTo(value, 5));
  });
  it('reads affine maps row by row', () => {
    const matrix = new Matrix4().fromArray(fromRows([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], 0));
    expect(new Vector3(1, 0, 0).applyMatrix4(matrix).toArray()).toEqual([5, 13, 21]);
  });
});

describe('influences', () => {
  it('keeps the four heaviest of eight, made to sum to 1', () => {
    const out = fourHeaviest([0, 1, 2, 3, 4, 5, 6, 7], [0.05, 0.3, 0.05, 0.2, 0.2, 0.1, 0.05, 0.05], 1);
    expect([...out.joints].sort()).toEqual([1, 3, 4, 5]);
    expect([...out.weights].reduce((a, b) => a + b)).toBeCloseTo(1);
    expect(out.weights[0]).toBeCloseTo(0.3 / 0.8);
  });
  it('gives a vertex that nothing moves to its first joint', () => {
    expect([...fourHeaviest([5, 0, 0, 0], [0, 0, 0, 0], 1).weights]).toEqual([1, 0, 0, 0]);
  });
});

describe('a mask', () => {
  const joints = [{ name: 'hips', parent: -1 }, { name: 'spine', parent: 0 }, { name: 'leg', parent: 0 }, { name: 'chest', parent: 1 }, { name: 'arm', parent: 3 }];
  it('weighs a joint as its nearest named ancestor', () => {
    expect([...maskWeights([{ name: 'spine', weight: 0.25 }, 'arm'], true, joints)]).toEqual([0, 0.25, 0, 0.25, 1]);
    expect([...maskWeights(['spine'], false, joints)]).toEqual([0, 1, 0, 0, 0]);
  });
});
