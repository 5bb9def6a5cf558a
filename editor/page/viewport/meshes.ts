/* The model's meshes for three, and the bones that move them. Invariant: bones are no part of the scene: their matrices are
   the joints' in model space, written from outside, so that one mesh may be shown in several poses. */
import {
  Bone, BufferAttribute, BufferGeometry, Matrix4, Mesh, Skeleton, SkinnedMesh, Vector3, type Material, type Object3D,
} from 'three';
import type { Mesh as MeshSent, MeshesHeard, Skin } from '../../generated/protocol';
import { fourHeaviest, fromRows } from './rig';

const NONE = 0xffffffff;

export interface Part {
  geometry: BufferGeometry;
  joint: number; // that carries it
  skin: number; // -1: moves with its joint alone
  influences: { joints: Uint16Array; weights: Float32Array } | null;
  color: [number, number, number]; // of its material, in linear light
}

export interface Body {
  parts: Part[];
  skins: { joints: number[]; inverse: Matrix4[] }[];
  colored: boolean; // its materials say more than white
}

export function bodyOf(heard: MeshesHeard): Body {
  const parts = heard.meshes.map((mesh) => partOf(mesh, heard.skins));
  return { parts, skins: heard.skins.map(skinOf), colored: parts.some((part) => part.color.some((c) => c !== 1)) };
}

const sameNumbers = (a: ArrayLike<number>, b: ArrayLike<number>): boolean => {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; ++i) if (a[i] !== b[i]) return false;
  return true;
};

/* The same meshes come again with each edit of what lies beside the model. */
export function sameMeshes(a: MeshesHeard, b: MeshesHeard): boolean {
  if (a.meshes.length !== b.meshes.length || a.skins.length !== b.skins.length) return false;
  const meshes = a.meshes.every((mesh, i) => {
    const other = b.meshes[i]!;
    return mesh.joint === other.joint && mesh.skin === other.skin && sameNumbers(mesh.positions, other.positions) &&
      sameNumbers(mesh.normals, other.normals) && sameNumbers(mesh.indices, other.indices) &&
      sameNumbers(mesh.joints, other.joints) && sameNumbers(mesh.weights, other.weights) && sameNumbers(mesh.color, other.color);
  });
  return meshes && a.skins.every((skin, i) => sameNumbers(skin.joints, b.skins[i]!.joints) && sameNumbers(skin.inverseBind, b.skins[i]!.inverseBind));
}

function skinOf(skin: Skin): { joints: number[]; inverse: Matrix4[] } {
  const joints = Array.from(skin.joints);
  const each = joints.length ? skin.inverseBind.length / joints.length : 0;
  const inverse = joints.map((_, i) =>
    each === 12 ? new Matrix4().fromArray(fromRows(skin.inverseBind, 12 * i)) : new Matrix4());
  return { joints, inverse };
}

function partOf(mesh: MeshSent, skins: readonly Skin[]): Part {
  const geometry = new BufferGeometry();
  const vertices = Math.floor(mesh.positions.length / 3);
  geometry.setAttribute('position', new BufferAttribute(mesh.positions, 3));
  const good = mesh.indices.every((index) => index < vertices);
  geometry.setIndex(new BufferAttribute(good ? mesh.indices : new Uint32Array(0), 1));
  if (mesh.normals.length === mesh.positions.length) geometry.setAttribute('normal', new BufferAttribute(mesh.normals, 3));
  else geometry.computeVertexNormals();
  const skinned = mesh.skin !== NONE && mesh.skin < skins.length && mesh.weights.length > 0;
  const color: Part['color'] = [mesh.color[0] ?? 1, mesh.color[1] ?? 1, mesh.color[2] ?? 1];
  if (!skinned) return { geometry, joint: mesh.joint, skin: -1, influences: null, color };
  const influences = fourHeaviest(mesh.joints, mesh.weights, vertices);
  geometry.setAttribute('skinIndex', new BufferAttribute(influences.joints, 4));
  geometry.setAttribute('skinWeight', new BufferAttribute(influences.weights, 4));
  return { geometry, joint: mesh.joint, skin: mesh.skin, influences, color };
}

/* One showing of a body. */
export class Figure {
  readonly objects: Object3D[] = [];
  private readonly skeletons: Skeleton[];
  private readonly rigid: { object: Mesh; joint: number }[] = [];

  constructor(private readonly body: Body, material: Material) {
    this.skeletons = body.skins.map((skin) => {
      const bones = skin.joints.map(() => {
        const bone = new Bone();
        bone.matrixAutoUpdate = bone.matrixWorldAutoUpdate = false;
        return bone;
      });
      return new Skeleton(bones, skin.inverse);
    });
    for (const part of body.parts) this.objects.push(this.show(part, material));
  }

  private show(part: Part, material: Material): Object3D {
    const skeleton = this.skeletons[part.skin];
    if (!skeleton) {
      const object = new Mesh(part.geometry, material);
      object.matrixAutoUpdate = false;
      object.frustumCulled = false;
      this.rigid.push({ object, joint: part.joint });
      return object;
    }
    const object = new SkinnedMesh(part.geometry, material);
    object.bindMode = 'detached';
    object.bind(skeleton, new Matrix4());
    object.frustumCulled = false; // its bounds follow the bones, which three would work out from every vertex
    return object;
  }

  /* `worlds`: 16 numbers a joint, model space. */
  pose(worlds: Float32Array): void {
    this.body.skins.forEach((skin, i) =>
      skin.joints.forEach((joint, k) => {
        if (16 * joint + 16 <= worlds.length) this.skeletons[i]!.bones[k]!.matrixWorld.fromArray(worlds, 16 * joint);
      }));
    for (const { object, joint } of this.rigid) {
      if (16 * joint + 16 > worlds.length) continue;
      object.matrix.fromArray(worlds, 16 * joint);
      object.matrixWorldNeedsUpdate = true;
    }
  }

  dispose(): void {
    for (const skeleton of this.skeletons) skeleton.dispose();
    for (const object of this.objects) object.removeFromParent();
  }
}

/* The materials' colours. */
export function paintMaterials(body: Body): void {
  for (const { geometry, color } of body.parts) {
    const vertices = geometry.getAttribute('position').count;
    const colors = Float32Array.from({ length: 3 * vertices }, (_, i) => color[i % 3]!);
    geometry.setAttribute('color', new BufferAttribute(colors, 3));
  }
}

/* Weights of joints as a colour at each vertex, from `none` to `full`. */
export function paintMask(body: Body, weights: Float32Array, none: [number, number, number], full: [number, number, number]): void {
  for (const part of body.parts) {
    const vertices = part.geometry.getAttribute('position').count;
    const colors = new Float32Array(3 * vertices);
    const skin = body.skins[part.skin];
    for (let v = 0; v < vertices; ++v) {
      let weight = skin ? 0 : (weights[part.joint] ?? 0);
      if (skin && part.influences)
        for (let k = 4 * v; k < 4 * v + 4; ++k)
          weight += part.influences.weights[k]! * (weights[skin.joints[part.influences.joints[k]!] ?? -1] ?? 0);
      for (let c = 0; c < 3; ++c) colors[3 * v + c] = none[c]! + (full[c]! - none[c]!) * weight;
    }
    part.geometry.setAttribute('color', new BufferAttribute(colors, 3));
  }
}

const LOOKED_AT = 600; // vertices of a part that its bounds are taken from

/* The box around joints and skin as they stand, in model space. */
export function boundsOf(body: Body | null, worlds: Float32Array): { low: Vector3; high: Vector3 } {
  const low = new Vector3(Infinity, Infinity, Infinity);
  const high = new Vector3(-Infinity, -Infinity, -Infinity);
  const point = new Vector3();
  for (let at = 12; at + 2 < worlds.length; at += 16) {
    point.fromArray(worlds, at);
    low.min(point);
    high.max(point);
  }
  for (const part of body?.parts ?? []) {
    const positions = part.geometry.getAttribute('position');
    const step = Math.max(1, Math.floor(positions.count / LOOKED_AT));
    for (let v = 0; v < positions.count; v += step) {
      posed(point.fromBufferAttribute(positions as BufferAttribute, v), body!, part, v, worlds);
      low.min(point);
      high.max(point);
    }
  }
  return { low, high };
}

const scratch = new Matrix4();

/* A vertex by its heaviest influence alone: near enough for a box. */
function posed(point: Vector3, body: Body, part: Part, vertex: number, worlds: Float32Array): void {
  const skin = body.skins[part.skin];
  let bone = 0;
  if (skin && part.influences) {
    const { joints, weights } = part.influences;
    let best = 4 * vertex;
    for (let k = best + 1; k < 4 * vertex + 4; ++k) if (weights[k]! > weights[best]!) best = k;
    bone = joints[best]!;
    point.applyMatrix4(skin.inverse[bone] ?? scratch.identity());
  }
  const joint = skin ? (skin.joints[bone] ?? 0) : part.joint;
  if (16 * joint + 16 <= worlds.length) point.applyMatrix4(scratch.fromArray(worlds, 16 * joint));
}
