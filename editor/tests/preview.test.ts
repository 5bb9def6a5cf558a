// What the preview shows is what the runtime did: its joints are those of `sinew pose`, its samples those of `sinew sim`,
// and an edit takes it over where it stands.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endBrowser, open, type Opened } from './support/page';
import { forget, serve, type Server } from './support/server';
import { poseOf, sim } from './support/sim';

let server: Server;
let opened: Opened;

beforeAll(async () => {
  server = await serve();
  opened = await open(server);
});
afterAll(async () => {
  await opened?.close();
  await endBrowser();
  await server?.end();
  if (server) forget(server.folder);
});

const now = () => opened.page.evaluate(() => window.sinew!.now()!);
/** Stands still at the start, with what `set` says. */
async function fromTheStart(): Promise<void> {
  await opened.page.evaluate(() => {
    window.sinew!.pause(true);
    window.sinew!.restart();
  });
  await opened.page.waitForFunction(() => window.sinew!.now()!.time === 0);
}
async function step(count: number, fps = 60): Promise<void> {
  const before = (await now()).time;
  await opened.page.evaluate(([n, rate]) => window.sinew!.step(n, rate), [count, fps] as const);
  await opened.page.waitForFunction((time) => window.sinew!.now()!.time >= time - 1e-9, before + count / fps);
}

describe('a clip by itself', () => {
  // Rotations come in 32767ths: half of one in each number is an angle of about 1/32767, and its place in the model that
  // angle times what hangs on the joint; the hero is not two metres high.
  const bound = 2.5e-4;
  for (const [clip, time] of [['walk', 0.3], ['jump', 0.21], ['idle', 0]] as const) {
    it(`${clip} at ${time} s has the joints of sinew pose within ${bound} m`, async () => {
      await opened.page.evaluate(([name, at]) => window.sinew!.show(name as string, at as number), [clip, time] as const);
      await opened.page.waitForTimeout(400);
      const shown = (await opened.page.evaluate(() => window.sinewViewport!.pose().worlds)) as number[];
      const told = poseOf(server.folder, 'hero.glb', clip, time);
      expect(shown.length).toBe(16 * told.length);
      const model = await opened.page.evaluate(() => window.sinew!.joints());
      for (const [index, joint] of model.entries()) {
        const wanted = told.find((one) => one.node === joint.node)!;
        expect(wanted.name).toBe(joint.name);
        // Three rows of four there, columns of four here.
        for (let row = 0; row < 3; ++row)
          for (let column = 0; column < 4; ++column)
            expect(Math.abs(shown[16 * index + 4 * column + row]! - wanted.model[4 * row + column]!), `${joint.name} ${row},${column}`).toBeLessThan(bound);
      }
    });
  }
  it('and the player again after it', async () => {
    await opened.page.evaluate(() => window.sinew!.show(null));
    await opened.page.waitForTimeout(200);
    expect((await now()).layers[0]!.state).not.toBe('');
  });
});

describe('a trace of the preview', () => {
  it('is that of sinew sim, frame by frame', async () => {
    await fromTheStart();
    const script = ['0 set speed 2.5', '0.25 set aiming 1', '0.5 fire jump', '1.5 set speed 0'];
    const frames = sim(server.folder, 'hero.animgraph', script, 150);
    const at: Record<number, () => Promise<void>> = {
      1: () => opened.page.evaluate(() => window.sinew!.set('speed', 2.5)),
      16: () => opened.page.evaluate(() => window.sinew!.set('aiming', 1)),
      31: () => opened.page.evaluate(() => window.sinew!.fire('jump')),
      91: () => opened.page.evaluate(() => window.sinew!.set('speed', 0)),
    };
    let compared = 0;
    for (const frame of frames) {
      await at[frame.frame]?.();
      await step(1);
      const shown = await now();
      expect(shown.layers.map((layer) => layer.state), `frame ${frame.frame}`).toEqual(frame.layers.map((layer) => layer.state));
      frame.layers.forEach((layer, i) => expect(shown.layers[i]!.progress, `progress, frame ${frame.frame}`).toBeCloseTo(layer.progress, 5));
      const listed = shown.samples.filter((one) => one.weight > 0);
      expect(listed.map((one) => one.clip), `clips, frame ${frame.frame}`).toEqual(frame.samples.map((one) => one.clip));
      frame.samples.forEach((sample, i) => {
        expect(listed[i]!.weight, `weight, frame ${frame.frame}`).toBeCloseTo(sample.weight, 5);
        expect(listed[i]!.time, `time, frame ${frame.frame}`).toBeCloseTo(sample.time, 5);
      });
      compared += frame.samples.length;
    }
    expect(compared).toBeGreaterThan(300);
  });
});

describe('an edit', () => {
  it('goes into the preview where it stands: state, progress and fade are kept', async () => {
    await fromTheStart();
    await opened.page.evaluate(() => window.sinew!.fire('jump'));
    await step(20);
    const before = await now();
    expect(before.layers[0]!.state).toContain('Air');
    const hash = await opened.page.evaluate(() => window.sinew!.graphHash());
    expect(await opened.page.evaluate(() => window.sinew!.perform('mix.add', window.sinew!.examples('mix.add')[0]))).toBe(true);
    await opened.page.waitForFunction((old) => window.sinew!.graphHash() !== old, hash);
    await opened.page.waitForFunction(() => window.sinew!.now() !== null);
    const after = await now();
    expect(after.time).toBe(before.time);
    expect(after.layers.map((layer) => layer.state)).toEqual(before.layers.map((layer) => layer.state));
    after.layers.forEach((layer, i) => expect(layer.progress).toBeCloseTo(before.layers[i]!.progress, 5));
    await step(1);
    expect((await now()).layers[0]!.progress).toBeGreaterThan(before.layers[0]!.progress);
    await opened.page.evaluate(() => window.sinew!.perform('edit.undo'));
  });
  it('nothing that the server said was left out, and the console is clean', async () => {
    expect(await opened.page.evaluate(() => window.sinew!.rejected())).toEqual([]);
    expect(opened.complaints).toEqual([]);
  });
});
