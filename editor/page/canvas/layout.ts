// Automatic layout by dagre: from left to right, as machines are read. Pure; run in a worker by layout.worker.ts.

import dagre from '@dagrejs/dagre';
import { snap, type Rect } from './geometry';

export interface LayoutBox {
  readonly name: string;
  readonly w: number;
  readonly h: number;
}

export interface LayoutLink {
  readonly from: string;
  readonly to: string;
  /** The width of what is written on the arrow. */
  readonly label: number;
}

export interface LayoutTask {
  readonly boxes: readonly LayoutBox[];
  readonly links: readonly LayoutLink[];
  /** The top left corner of the whole. */
  readonly at: readonly [number, number];
}

export type LayoutPlaces = [name: string, x: number, y: number][];

/** Places on the grid; no two boxes overlap. */
export function layOut(task: LayoutTask): LayoutPlaces {
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: 50, ranksep: 60, edgesep: 24, ranker: task.links.length > 2000 ? 'longest-path' : 'network-simplex' });
  graph.setDefaultEdgeLabel(() => ({}));
  task.boxes.forEach((box, i) => graph.setNode(String(i), { width: box.w, height: box.h }));
  const index = new Map(task.boxes.map((box, i) => [box.name, String(i)]));
  task.links.forEach((link, i) => {
    const from = index.get(link.from);
    const to = index.get(link.to);
    if (from === undefined || to === undefined || from === to) return;
    graph.setEdge(from, to, { width: Math.min(link.label, 160), height: 20, labelpos: 'c' }, String(i));
  });
  dagre.layout(graph);
  const rects = task.boxes.map((box, i): Rect => {
    const node = graph.node(String(i)) as { x: number; y: number };
    return { x: node.x - box.w / 2, y: node.y - box.h / 2, w: box.w, h: box.h };
  });
  const left = Math.min(...rects.map((r) => r.x));
  const top = Math.min(...rects.map((r) => r.y));
  return rects.map((r, i) => [task.boxes[i]!.name, snap(r.x - left) + task.at[0], snap(r.y - top) + task.at[1]]);
}
