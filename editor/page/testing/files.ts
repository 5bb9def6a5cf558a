// Graphs for tests: the repository's own, and one with every feature of the format.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

export const hero = readFileSync(join(root, 'examples/character/hero.animgraph'), 'utf8');

/** Every .animgraph of the repository, and every sidecar, with names that sort the same everywhere. */
export function allDocuments(): { name: string; text: string }[] {
  const found: { name: string; text: string }[] = [];
  for (const folder of ['examples', 'tests', 'cli'])
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort())
      if (/\.(animgraph|clips\.json)$/.test(name)) found.push({ name: join(folder, name), text: readFileSync(join(root, folder, name), 'utf8') });
  return found;
}

/** Every feature once, in a style of its own: tabs, CRLF, keys that are traps, characters of every length in UTF-8. */
export const everything = [
  '{',
  '\t"version": 2, "rig": "héro 😀.glb",',
  '\t"unknown": { "kept": [1.50, 1e2, -0.0] },',
  '\t"parameters": {',
  '\t\t"speed": { "type": "float", "default": 0.50, "min": 0, "max": 6 },',
  '\t\t"count": { "type": "int", "default": 3 },',
  '\t\t"__proto__": { "type": "float" },',
  '\t\t"1": { "type": "bool", "default": true },',
  '\t\t"go": { "type": "trigger", "latch": false, "expires": 0.25 }',
  '\t},',
  '\t"defaultMix": 0.15, "transitionsPerMoment": 4, "events": "all", "tellLoops": true, "stepped": 12,',
  '\t"mixes": [ { "from": "idle", "to": "run", "duration": 0.35 } ],',
  '\t"masks": { "arms": { "bones": [ "shoulder_l", { "name": "chest", "weight": 0.5 } ], "children": false }, "constructor": { "bones": [ "hips" ] } },',
  '\t"layers": [',
  '\t\t{ "name": "Base", "machine": { "entry": "Mo\\u0076e", "editor": { "groups": [ { "name": "Ground", "at": [0, 0], "size": [400, 300] } ], "places": { "any": [10, 20], "mine": [1, 2] }, "mine": true },',
  '\t\t\t"states": {',
  '\t\t\t\t"Move": { "blend": "1d", "parameter": "speed", "sync": "duration", "motions": [ { "clip": "idle", "at": 0 }, { "clip": "wälk", "at": 1.5, "speed": 1.2 } ], "position": [120, 80] },',
  '\t\t\t\t"Aim": { "blend": "2d", "parameters": [ "speed", "__proto__" ], "algorithm": "polar", "normalizeAxes": true, "sync": false,',
  '\t\t\t\t\t"motions": [ { "clip": "idle", "at": [0, 0] }, { "blend": "1d", "parameter": "count", "motions": [ { "clip": "a", "at": 0 }, { "clip": "b", "at": 1 } ], "at": [1, 0] }, { "clip": "c", "at": [0, 1] } ] },',
  '\t\t\t\t"Faces": { "blend": "direct", "motions": [ { "clip": "smile", "weight": "speed" }, { "clip": "frown", "weight": "count" } ], "speedParameter": "speed" },',
  '\t\t\t\t"Lean": { "add": { "base": { "clip": "idle" }, "delta": { "clip": "lean" }, "weight": "speed", "reference": { "clip": "idle", "time": 0.1 } }, "tags": [ "a", "b" ] },',
  '\t\t\t\t"Hurt": { "machine": { "entry": "Hit", "states": { "Hit": { "clip": "hit", "loop": false, "position": [0, 0] }, "__proto__": { "empty": true } }, "transitions": [ { "from": "Hit", "to": "__proto__", "when": [ { "parameter": "count", "test": ">", "value": 2 } ] }, { "from": "*", "to": "<exit>", "exit": 0.8, "exitEachLoop": true } ] }, "position": [300, 80] },',
  '\t\t\t\t"constructor": { "clip": "anims/idle.anim", "speed": -1, "loop": "pingpong", "stepped": 8 },',
  '\t\t\t\t"😀": { "empty": true, "mine": null }',
  '\t\t\t},',
  '\t\t\t"transitions": [',
  '\t\t\t\t{ "from": "*", "to": "Hurt", "when": [ { "parameter": "go" } ], "fade": 0.05, "priority": 1, "self": true },',
  '\t\t\t\t{ "from": "Move", "to": "Aim", "when": [ { "parameter": "speed", "test": ">=", "value": 1.0 }, { "parameter": "1", "value": false } ], "hold": "inertial", "resume": true },',
  '\t\t\t\t{ "from": "Move", "to": "Aim", "exit": 0.9, "offset": "match", "interrupt": "both", "curve": "smooth", "events": "both" },',
  '\t\t\t\t{ "from": "Aim", "to": "Move", "when": [ { "parameter": "__proto__", "test": "<", "value": 0 } ], "disabled": true },',
  '\t\t\t\t{ "from": "Hurt", "to": "constructor" }, { "from": "constructor", "to": "😀", "offset": 0.25, "hold": "live" }',
  '\t\t\t]',
  '\t\t} },',
  '\t\t{ "name": "Add", "blend": "additive", "weightParameter": "speed", "mask": "arms", "reference": { "clip": "idle", "time": 0 }, "rootMotion": true, "eventThreshold": 0.1,',
  '\t\t\t"machine": { "states": { "Up": { "clip": "aim_up" } } } },',
  '\t\t{ "name": "In place", "weight": 0.5, "mask": { "bones": [ "head" ] }, "machine": { "states": { "Idle": { "clip": "idle" } }, "transitions": [] } }',
  '\t]',
  '}',
  '',
].join('\r\n');

export const everyClip = `{
  "jump": { "loop": false },
  "walk": { "root": "motion", "rootJoint": "hips", "rootAxes": "xz", "rootYaw": false,
            "events": [ { "time": 0.31, "kind": "sound", "name": "step", "payload": { "foot": "left" } },
                        { "time": 0.2, "end": 0.4, "kind": "window", "name": "hitbox" } ],
            "properties": [ { "component": "sprite", "field": "cell", "times": [ 0, 0.1 ], "values": [ 0, 1 ], "step": true },
                            { "pointer": "/materials/0/emissiveStrength", "times": [ 0, 1 ], "values": [ 0, 3 ] },
                            { "component": "sprite", "field": "image", "times": [0], "values": ["a.png"] } ] },
  "__proto__": { "events": [] }
}
`;
