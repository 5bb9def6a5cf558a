// What the command line says of the same graph: the other half of every comparison.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { sinew } from './server';

export interface Frame {
  frame: number;
  time: number;
  parameters: Record<string, number | boolean>;
  layers: { name: string; state: string; progress: number; weight: number; transition: { from: string; to: string; t: number } | null }[];
  samples: { layer: number; clip: string; time: number; weight: number }[];
}

/** The frames of `sinew sim` on a graph of a folder; `script`: lines of commands. */
export function sim(folder: string, graph: string, script: string[], frames: number, fps = 60): Frame[] {
  const text = execFileSync(sinew, ['sim', join(folder, graph), '--script', '-', '--fps', String(fps), '--duration', String(frames / fps)], {
    input: `${script.join('\n')}\n`, encoding: 'utf8', maxBuffer: 1 << 28,
  });
  return text.trim().split('\n').map((line) => JSON.parse(line) as Frame);
}

export interface PosedJoint {
  node: number;
  name: string;
  local: { t: number[]; r: number[]; s: number[] };
  model: number[];
}

export function poseOf(folder: string, model: string, clip: string, time: number): PosedJoint[] {
  const text = execFileSync(sinew, ['pose', join(folder, model), '--clip', clip, '--time', String(time), '--json'], { encoding: 'utf8' });
  return (JSON.parse(text) as { joints: PosedJoint[] }).joints;
}

export const check = (folder: string, graph: string): string =>
  execFileSync(sinew, ['check', join(folder, graph)], { encoding: 'utf8' });
