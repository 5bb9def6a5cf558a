/* From what the preview says to matrices: joints are breadth first, so a parent stands before its children. A matrix is
   16 numbers, column by column, as WebGL has it. */
import type { JointNow, JointScale } from '../../generated/protocol';

export interface Transform {
  t: [number, number, number];
  r: [number, number, number, number];
  s: [number, number, number];
}

const ONE = 32767;

/* Rotations come in 32767ths, so they are made of length 1 again. */
export function localOf(joint: JointNow, scale?: JointScale): Transform {
  const r: Transform['r'] = [joint.rx / ONE, joint.ry / ONE, joint.rz / ONE, joint.rw / ONE];
  const length = Math.hypot(...r);
  const by = length > 1e-6 ? 1 / length : 0;
  return {
    t: [joint.tx, joint.ty, joint.tz],
    r: by ? [r[0] * by, r[1] * by, r[2] * by, r[3] * by] : [0, 0, 0, 1],
    s: scale ? [scale.x, scale.y, scale.z] : [1, 1, 1],
  };
}

export function localsOf(joints: readonly JointNow[], scales: readonly JointScale[]): Transform[] {
  const by = new Map(scales.map((scale) => [scale.joint, scale]));
  return joints.map((joint, i) => localOf(joint, by.get(i)));
}

/* Writes the matrix of a transform at out[at…]. */
export function compose(out: Float32Array, at: number, { t, r, s }: Transform): void {
  const [x, y, z, w] = r;
  const xx = x * x, yy = y * y, zz = z * z, xy = x * y, xz = x * z, yz = y * z, wx = w * x, wy = w * y, wz = w * z;
  out[at] = (1 - 2 * (yy + zz)) * s[0];
  out[at + 1] = 2 * (xy + wz) * s[0];
  out[at + 2] = 2 * (xz - wy) * s[0];
  out[at + 3] = 0;
  out[at + 4] = 2 * (xy - wz) * s[1];
  out[at + 5] = (1 - 2 * (xx + zz)) * s[1];
  out[at + 6] = 2 * (yz + wx) * s[1];
  out[at + 7] = 0;
  out[at + 8] = 2 * (xz + wy) * s[2];
  out[at + 9] = 2 * (yz - wx) * s[2];
  out[at + 10] = (1 - 2 * (xx + yy)) * s[2];
  out[at + 11] = 0;
  out[at + 12] = t[0];
  out[at + 13] = t[1];
  out[at + 14] = t[2];
  out[at + 15] = 1;
}

/* out[at…] = a[from…] · b, both affine; `b` is 16 numbers and not `out`. */
function multiply(out: Float32Array, at: number, a: Float32Array, from: number, b: Float32Array): void {
  for (let column = 0; column < 4; ++column)
    for (let row = 0; row < 4; ++row) {
      let sum = 0;
      for (let k = 0; k < 4; ++k) sum += a[from + 4 * k + row]! * b[4 * column + k]!;
      out[at + 4 * column + row] = sum;
    }
}

const scratch = new Float32Array(16);

/* Model-space matrices of all joints; parents[i] < i, or negative for a root. */
export function worlds(out: Float32Array, locals: readonly Transform[], parents: readonly number[]): void {
  locals.forEach((local, i) => {
    const parent = parents[i] ?? -1;
    compose(scratch, 0, local);
    if (parent < 0 || parent >= i) out.set(scratch, 16 * i);
    else multiply(out, 16 * i, out, 16 * parent, scratch);
  });
}

/* Three rows of four, as the runtime keeps an affine map, to a column matrix. */
export function fromRows(rows: ArrayLike<number>, at: number): number[] {
  const out = new Array<number>(16).fill(0);
  for (let row = 0; row < 3; ++row) for (let column = 0; column < 4; ++column) out[4 * column + row] = rows[at + 4 * row + column] ?? 0;
  out[15] = 1;
  return out;
}

/* The four heaviest influences of each vertex, which is what the graphics card is given, made to sum to 1. */
export function fourHeaviest(joints: ArrayLike<number>, weights: ArrayLike<number>, vertices: number): { joints: Uint16Array; weights: Float32Array } {
  const each = vertices ? Math.floor(weights.length / vertices) : 0;
  const out = { joints: new Uint16Array(4 * vertices), weights: new Float32Array(4 * vertices) };
  const order = Array.from({ length: each }, (_, i) => i);
  for (let v = 0; v < vertices; ++v) {
    const base = v * each;
    const heaviest = each <= 4 ? order : order.slice().sort((a, b) => weights[base + b]! - weights[base + a]!).slice(0, 4);
    const sum = heaviest.reduce((all, i) => all + weights[base + i]!, 0);
    heaviest.forEach((i, k) => {
      out.joints[4 * v + k] = joints[base + i]!;
      out.weights[4 * v + k] = sum > 0 ? weights[base + i]! / sum : k === 0 ? 1 : 0;
    });
  }
  return out;
}

export interface MaskJoint {
  name: string;
  weight?: number;
}

/* What a mask weighs each joint by: that of its nearest named ancestor, itself first; 0 where none is named. Without
   `children` those named count alone. For showing alone: the runtime compiles its own. */
export function maskWeights(bones: readonly (string | MaskJoint)[], children: boolean, joints: readonly { name: string; parent: number }[]): Float32Array {
  const named = new Map<string, number>();
  for (const bone of bones) {
    const { name, weight = 1 } = typeof bone === 'string' ? { name: bone } : bone;
    if (!named.has(name)) named.set(name, Math.min(Math.max(weight, 0), 1));
  }
  const out = new Float32Array(joints.length);
  joints.forEach((joint, i) => {
    const own = named.get(joint.name);
    out[i] = own ?? (children && joint.parent >= 0 ? out[joint.parent]! : 0);
  });
  return out;
}
