// The canvas library's nodes, from the scene. A node is the same object as before unless something of it changed.

import type { Node } from '@xyflow/react';
import type { Place } from '../app/view';
import { BOX_SPOKEN, type BoxData } from './box-node';
import type { Chosen } from './hands';
import { boxElementId, stateElementId } from './ids';
import { BOX_NAMES, type BoxKind, type MachinePicture } from './model';
import type { Scene } from './scene';
import { spokenState, type StateData } from './state-node';

export type CanvasNode = Node<StateData, 'state'> | Node<BoxData, 'box'>;

/** Nothing of a node is left to the library: presses, keys and focus are the canvas's own. */
const FIXED = { draggable: false, selectable: false, connectable: false, focusable: false, deletable: false, ariaRole: 'group' } as const;

export interface Marks {
  readonly chosen: Chosen;
  readonly linked: ReadonlySet<string>;
  readonly target: string | undefined;
  readonly renaming: string | undefined;
}

function sameFields(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  for (const key in b) if (a[key] !== b[key]) return false;
  return true;
}

export class NodeMaker {
  private before = new Map<string, CanvasNode>();
  private list: CanvasNode[] = [];

  make(scene: Scene, machine: MachinePicture, place: Place, marks: Marks): CanvasNode[] {
    const next = new Map<string, CanvasNode>();
    for (const state of machine.states) {
      next.set(state.name, this.state(scene, machine, place, marks, state.name));
    }
    for (const kind of Object.keys(BOX_NAMES) as BoxKind[]) {
      if (scene.boxes.has(BOX_NAMES[kind])) next.set(BOX_NAMES[kind], this.box(scene, marks, kind));
    }
    const list = [...next.values()];
    const same = list.length === this.list.length && list.every((node, i) => node === this.list[i]);
    this.before = next;
    return same ? this.list : (this.list = list);
  }

  private state(scene: Scene, machine: MachinePicture, place: Place, marks: Marks, name: string): CanvasNode {
    const data: StateData = {
      id: stateElementId(place.layer, [...place.machine, name]),
      picture: scene.states.get(name)!,
      width: scene.boxes.get(name)!.w,
      selected: marks.chosen.states.has(name),
      linked: marks.linked.has(name),
      entry: machine.entry === name,
      target: marks.target === name,
      renaming: marks.renaming === name,
    };
    return this.kept(scene, name, 'state', data, () => spokenState(data));
  }

  private box(scene: Scene, marks: Marks, kind: BoxKind): CanvasNode {
    const name = BOX_NAMES[kind];
    const data: BoxData = {
      id: boxElementId(kind),
      name,
      kind,
      selected: marks.chosen.states.has(name),
      linked: marks.linked.has(name),
      target: marks.target === name,
    };
    return this.kept(scene, name, 'box', data, () => BOX_SPOKEN[kind]);
  }

  private kept(scene: Scene, name: string, type: 'state' | 'box', data: StateData | BoxData, speak: () => string): CanvasNode {
    const { x, y, w, h } = scene.boxes.get(name)!;
    const old = this.before.get(name);
    if (old && old.type === type && old.position.x === x && old.position.y === y && old.width === w && sameFields(old.data, data)) return old;
    return {
      ...FIXED,
      id: name,
      type,
      position: old && old.position.x === x && old.position.y === y ? old.position : { x, y },
      width: w,
      height: h,
      measured: { width: w, height: h },
      zIndex: type === 'state' && (data as StateData).renaming ? 10 : 0,
      data: old && sameFields(old.data, data) ? old.data : data,
      domAttributes: { 'aria-roledescription': type === 'state' ? 'state' : 'place', 'aria-label': speak() },
    } as CanvasNode;
  }
}

export const machineColour = (node: Node): string => {
  if (node.type !== 'state') return '';
  const { kind } = (node.data as StateData).picture;
  return kind === 'clip' ? 'of-clip' : kind === 'machine' ? 'of-machine' : kind === 'add' ? 'of-add' : kind === 'empty' || kind === 'nothing' ? '' : 'of-blend';
};
