// The bytes that the C side writes are what the page reads, and the other way round.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readHeard, tell, type Heard } from '../generated/protocol';
import { build } from './support/server';

const program = join(build, 'protocol_samples');
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const samples = new Map(
  execFileSync(program, { encoding: 'utf8' }).trim().split('\n').map((line) => line.split(' ') as [string, string]),
);
const bytesOf = (name: string): Uint8Array => new Uint8Array(Buffer.from(samples.get(name) ?? '', 'hex'));

const head = { source: 7, sequence: 0x01020304 };
const values = new Float32Array([1.5, -2.25]);
const none = new Float32Array();
const expected: Record<string, Heard> = {
  instance: { type: 'instance', ...head, name: 'hero', writable: 1 },
  graph: {
    type: 'graph', ...head, hashLow: 0xdeadbeef, hashHigh: 1, layers: [{ name: 'Base' }, { name: 'Över' }],
    states: [{ layer: 1, path: 'Air/Fall' }], parameters: [{ name: 'speed', type: 2, value: 1.5, min: -1, max: 4 }],
    transitions: [{ layer: 1, machine: 0xffffffff, index: 2, from: 3, to: 4 }], clips: [{ name: 'walk', length: 0.75 }], jointCount: 67,
  },
  state: {
    type: 'state', ...head, time: 1e6 + 0.125, dt: 0.0625, speed: 1, paused: 1,
    layers: [{ state: 5, progress: 0.25, weight: 1, fadeFrom: 6, fadeTo: 7, fadeT: 0.5, fadeDuration: 0.125, fadeTransition: 8 }],
    samples: [{ layer: 1, clip: 2, time: 0.5, weight: 0.75 }, { layer: 0, clip: 0xfffffffe, time: 0, weight: 0.25 }],
    parameters: values,
  },
  pose: {
    type: 'pose', ...head, time: 2, rootX: 1, rootY: -1, rootZ: 0.5, rootYaw: 0.25,
    joints: [{ rx: -32767, ry: 32767, rz: -1, rw: 0, tx: 1, ty: -2, tz: 0.5 }], scales: [{ joint: 3, x: 2, y: -1, z: 0.5 }], morphs: values,
  },
  happened: {
    type: 'happened', ...head, time: 3, signals: [{ layer: 1, kind: 2, from: 3, to: 4, at: 0.0625 }],
    events: [{ layer: 1, kind: 2, clip: 3, state: 4, at: 0.5, weight: 0.25, type: 'sound', name: '' }],
  },
  why: { type: 'why', ...head, time: 4, verdicts: [{ kind: 9, condition: 8, by: 7, value: 0.5, wanted: 0.25, at: 0.125 }] },
  meshes: {
    type: 'meshes', ...head,
    meshes: [{
      joint: 1, skin: 0xffffffff, color: values, positions: values, normals: none, joints: new Uint16Array([1, 65535]), weights: none,
      indices: new Uint32Array([0, 1, 70000]),
    }],
    skins: [{ joints: new Uint32Array([2, 1]), inverseBind: values }],
  },
};

describe('what a game says', () => {
  it('is one sample of each message', () => expect([...samples.keys()]).toEqual(Object.keys(expected)));
  for (const [name, message] of Object.entries(expected)) {
    it(`${name}: the page reads what C wrote`, () => expect(readHeard(bytesOf(name))).toEqual(message));
    it(`${name}: cut anywhere, or longer, it is refused`, () => {
      const bytes = bytesOf(name);
      for (let size = 0; size < bytes.length; ++size) expect(() => readHeard(bytes.slice(0, size))).toThrow(RangeError);
      expect(() => readHeard(new Uint8Array([...bytes, 0]))).toThrow(RangeError);
    });
  }
  it('of another version is refused', () => {
    const bytes = bytesOf('instance');
    bytes[1] = 99;
    expect(() => readHeard(bytes)).toThrow('version 99');
  });
});

describe('what a game is told', () => {
  const told: Record<string, [Uint8Array, string]> = {
    set: [tell.set(7, 3, 1.5), 'set 3 1.5'],
    fire: [tell.fire(7, 4), 'fire 4'],
    travel: [tell.travel(7, 1, 70000), 'travel 1 70000'],
    speed: [tell.speed(7, 0.25), 'speed 0.25'],
    pause: [tell.pause(7, 1), 'pause 1'],
    step: [tell.step(7, 100000, 1 / 3), `step 100000 ${(1 / 3).toPrecision(17)}`],
    weight: [tell.weight(7, 2, 0.5), 'weight 2 0.5'],
    restart: [tell.restart(7), 'restart'],
    solo: [tell.solo(7, 65535), 'solo 65535'],
  };
  it('has a case here each', () => expect(Object.keys(told)).toEqual(Object.keys(tell)));
  for (const [name, [bytes, text]] of Object.entries(told)) {
    it(`${name}: C reads what the page wrote`, () =>
      expect(execFileSync(program, [hex(bytes)], { encoding: 'utf8' }).trim()).toBe(`7 ${text}`));
    it(`${name}: a byte less or more is refused`, () => {
      for (const wrong of [bytes.slice(0, -1), new Uint8Array([...bytes, 0])]) {
        if (wrong.length < 8) expect(() => execFileSync(program, [hex(wrong)])).toThrow();
        else expect(execFileSync(program, [hex(wrong)], { encoding: 'utf8' }).trim()).toBe('7 refused');
      }
    });
  }
});
