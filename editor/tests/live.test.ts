// What the page shows of the preview, against what the runtime itself says: joints as `sinew pose`, weights as `sinew sim`.
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { endBrowser, open, picture, type Opened } from './support/page';
import { forget, heroFolder, serve, sinew, type Server } from './support/server';

let server: Server;
let opened: Opened;

async function start(place = heroFolder(), options: Parameters<typeof serve>[1] & { theme?: 'light' | 'dark' } = {}): Promise<void> {
  server = await serve(place, options);
  opened = await open(server, options.theme ? { theme: options.theme } : {});
  await opened.page.waitForFunction(() => window.sinew!.live.preview.model !== null);
}

afterEach(async () => {
  await opened?.close();
  await server?.end();
  if (server) forget(server.folder);
});
afterAll(endBrowser);

const run = (args: string[]): string => execFileSync(sinew, args, { cwd: server.folder, encoding: 'utf8', maxBuffer: 1 << 26 });

interface Frame {
  samples: { layer: number; clip: string; weight: number }[];
}

/** The last frame of a second of `sinew sim` with these inputs at its start. */
function simulated(script: string[]): Frame {
  writeFileSync(join(server.folder, 'script.txt'), `${script.map((line) => `0 ${line}`).join('\n')}\n`);
  const lines = run(['sim', 'hero.animgraph', '--script', 'script.txt', '--duration', '1']).trim().split('\n');
  return JSON.parse(lines[lines.length - 1]!) as Frame;
}

const baseWeights = (frame: Frame): Record<string, number> =>
  Object.fromEntries(frame.samples.filter((sample) => sample.layer === 0).map(({ clip, weight }) => [clip, weight]));

/** The weights of the lowest layer that the page has heard. */
const shownWeights = (): Promise<Record<string, number>> =>
  opened.page.evaluate(() => {
    const { source } = window.sinew!.live;
    return Object.fromEntries((source.state?.samples ?? []).filter((sample) => sample.layer === 0).map((sample) => [source.clipName(sample.clip), sample.weight]));
  });

const set = (name: string, value: number | boolean): Promise<boolean> =>
  opened.page.evaluate(([parameter, to]) => window.sinew!.live.set(parameter as string, to as number), [name, value] as const);

/** For a machine with much else to do: what is awaited comes soon on any other. */
const patience = { timeout: 30000 };

const settled = (ms = 700): Promise<void> => opened.page.waitForTimeout(ms);

describe('the viewport', () => {
  it('shows the joints that the runtime makes, within the quantisation', async () => {
    await start();
    const { page } = opened;
    for (const [clip, time] of [['walk', 0.3], ['attack', 0.45], ['jump', 0.2]] as const) {
      await page.evaluate(([name, at]) => window.sinew!.perform('preview.clip', { clip: name, time: at }), [clip, time] as const);
      await page.waitForFunction((at) => Math.abs((window as any).sinewViewport.pose().time - at) < 1e-6, time);
      const shown = await page.evaluate(() => ({
        names: window.sinew!.live.preview.model!.joints.map((joint) => joint.name), locals: (window as any).sinewViewport.pose().locals as { t: number[]; r: number[]; s: number[] }[],
      }));
      const wanted = JSON.parse(run(['pose', 'hero.glb', '--clip', clip, '--time', String(time), '--json'])) as {
        joints: { name: string; local: { t: number[]; r: number[]; s: number[] } }[];
      };
      expect(shown.names.length).toBeGreaterThan(20);
      shown.names.forEach((name, i) => {
        const joint = wanted.joints.find((one) => one.name === name)!.local;
        const { t, r, s } = shown.locals[i]!;
        const sign = Math.sign(r.reduce((sum, value, k) => sum + value * joint.r[k]!, 0)) || 1;
        t.forEach((value, k) => expect(Math.abs(value - joint.t[k]!), `${clip} ${name} t${k}`).toBeLessThan(2e-6));
        s.forEach((value, k) => expect(Math.abs(value - joint.s[k]!), `${clip} ${name} s${k}`).toBeLessThan(2e-6));
        r.forEach((value, k) => expect(Math.abs(sign * value - joint.r[k]!), `${clip} ${name} r${k}`).toBeLessThan(4 / 65534));
      });
    }
    expect(opened.complaints).toEqual([]);
  });

  it('moves, and draws nothing while nothing does', async () => {
    await start();
    const { page } = opened;
    const pose = (): Promise<number[]> => page.evaluate(() => (window as any).sinewViewport.pose().worlds as number[]);
    await set('speed', 4);
    const before = await pose();
    await settled();
    const after = await pose();
    expect(before.some((value, i) => Math.abs(value - after[i]!) > 0.01)).toBe(true);
    await page.evaluate(() => window.sinew!.perform('preview.pause', { paused: true }));
    await settled();
    const drawn = await page.evaluate(() => (window as any).sinewViewport.drawn() as number);
    await settled();
    expect(await page.evaluate(() => (window as any).sinewViewport.drawn() as number)).toBeLessThanOrEqual(drawn + 1);
  });

  it('says why a model is not shown, and what to do', async () => {
    const place = heroFolder();
    writeFileSync(join(place.folder, 'hero.glb'), 'no model at all');
    server = await serve(place);
    opened = await open(server);
    await opened.page.locator('.viewport-trouble').getByText('Choose another below').waitFor();
    expect(await opened.page.locator('.viewport-trouble').innerText()).toContain('hero.glb');
    expect(opened.complaints).toEqual([]);
  });
});

describe('weights', () => {
  it('go through idle, walk and run as `sinew sim` says', async () => {
    await start();
    for (const speed of [0, 0.7, 1.4, 2.2, 4]) {
      await set('speed', speed);
      const wanted = baseWeights(simulated([`set speed ${speed}`]));
      const rounded = (weights: Record<string, number>): Record<string, string> =>
        Object.fromEntries(Object.entries(weights).map(([clip, weight]) => [clip, weight.toFixed(4)]));
      await expect.poll(async () => rounded(await shownWeights()), patience).toEqual(rounded(wanted));
    }
  });
});

describe('the blend space editor', () => {
  const weights = (): Promise<number[]> => opened.page.locator('.blend-list .blend-row-weight').evaluateAll((cells) => cells.map((cell) => Number(cell.textContent)));
  const names = (): Promise<string[]> => opened.page.locator('.blend-row-name').allTextContents();
  const openBlend = (state: string): Promise<unknown> =>
    opened.page.evaluate((name) => window.sinew!.perform('blend.open', { place: { layer: 0, machine: [] }, state: name, motion: [] }), state);

  async function compare(script: string[]): Promise<void> {
    const wanted = baseWeights(simulated(script));
    await expect.poll(async () => {
      const shown = await weights();
      return Math.max(1e-9, ...(await names()).map((name, i) => Math.abs((shown[i] ?? NaN) - (wanted[name] ?? 0))));
    }, patience).toBeLessThan(6e-4);
  }

  it('weighs the points of a line as `sinew sim` does, and moves them by mouse and keys', async () => {
    await start();
    const { page } = opened;
    await openBlend('Move');
    await set('speed', 2.2);
    await compare(['set speed 2.2']);
    await picture(page, 'blend-1d-light');
    const first = await page.evaluate(() => window.sinew!.text());
    const dot = (await page.locator('.blend-point .blend-dot').nth(1).boundingBox())!;
    await page.mouse.move(dot.x + 9, dot.y + 9);
    await page.mouse.down();
    await page.mouse.move(dot.x + 60, dot.y + 12, { steps: 5 });
    await page.mouse.up();
    expect(await page.evaluate(() => window.sinew!.steps().done)).toBe(1);
    await page.locator('.blend-point').nth(1).focus();
    await page.keyboard.press('ArrowRight');
    const moved = Number(/"walk", "at": ([\d.]+)/.exec((await page.evaluate(() => window.sinew!.text()))!)![1]);
    expect(moved).toBeGreaterThan(1.5);
    await page.waitForFunction(() => window.sinew!.inStep());
    writeFileSync(join(server.folder, 'hero.animgraph'), (await page.evaluate(() => window.sinew!.text()))!);
    await compare(['set speed 2.2']);
    await page.mouse.move(dot.x + 9, dot.y + 9);
    for (let i = 0; i < 2; ++i) await page.evaluate(() => window.sinew!.perform('edit.undo'));
    expect(await page.evaluate(() => window.sinew!.text())).toBe(first);
  });

  it('weighs the points of a plane as `sinew sim` does', async () => {
    await start(undefined, { theme: 'dark' });
    await openBlend('Strafe');
    await set('locked', true);
    for (const [x, y] of [[0.4, 0.6], [-1, 0.2], [0, -0.5]] as const) {
      await set('strafe_x', x);
      await set('strafe_y', y);
      await compare(['set locked true', `set strafe_x ${x}`, `set strafe_y ${y}`]);
    }
    await picture(opened.page, 'blend-2d-dark');
    expect(opened.complaints).toEqual([]);
  });

  it('lets go of a drag at Escape as if it had not been', async () => {
    await start();
    const { page } = opened;
    await openBlend('Move');
    await settled();
    const first = await page.evaluate(() => window.sinew!.text());
    const dot = (await page.locator('.blend-point .blend-dot').nth(1).boundingBox())!;
    await page.mouse.move(dot.x + 9, dot.y + 9);
    await page.mouse.down();
    await page.mouse.move(dot.x + 60, dot.y + 12, { steps: 5 });
    expect(await page.evaluate(() => window.sinew!.text())).not.toBe(first);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await page.evaluate(() => window.sinew!.text())).toBe(first);
    expect(await page.evaluate(() => window.sinew!.steps().done)).toBe(0);
  });
});

describe('the clip timeline', () => {
  const clips = async (): Promise<Record<string, any>> => JSON.parse((await opened.page.evaluate(() => window.sinew!.text('clips')))!) as Record<string, any>;
  const glow = async (): Promise<any> => (await clips()).attack.properties?.find((lane: any) => lane.field === 'glow');

  async function addLane(name: string, value: string): Promise<void> {
    await opened.page.getByLabel('Name of a new lane').fill(name);
    await opened.page.getByLabel('Its first value').fill(value);
    await opened.page.getByRole('button', { name: 'Add a lane' }).click();
  }
  async function playhead(share: number): Promise<number> {
    const ruler = opened.page.locator('.timeline-ruler');
    const box = (await ruler.boundingBox())!;
    const before = await ruler.getAttribute('aria-valuenow');
    await opened.page.mouse.click(box.x + box.width * share, box.y + 10);
    await expect.poll(() => ruler.getAttribute('aria-valuenow'), patience).not.toBe(before);
    return Number(await ruler.getAttribute('aria-valuenow'));
  }
  async function type(label: string, value: string): Promise<void> {
    const field = opened.page.getByLabel(label);
    await field.fill(value);
    await field.press('Enter');
  }

  it('keys what changes while Record is on, and leaves the preview as it was', async () => {
    await start(undefined, { theme: 'dark' });
    const { page } = opened;
    const first = await page.waitForFunction(() => window.sinew!.text('clips')).then((text) => text.jsonValue());
    await page.evaluate(() => window.sinew!.view.setState({ clip: 'attack' }));
    await addLane('sprite.glow', '0');
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    const one = await playhead(0.4);
    await type('Value of sprite.glow at the playhead', '3');
    const two = await playhead(0.8);
    await type('Value of sprite.glow at the playhead', '1.5');
    await picture(page, 'timeline-record-dark');
    const keyed = await glow();
    expect(keyed.values).toEqual([0, 3, 1.5]);
    expect(keyed.times[1]).toBeCloseTo(one, 2);
    expect(keyed.times[2]).toBeCloseTo(two, 2);
    await page.getByRole('button', { name: 'Recording' }).click();
    expect(await glow()).toEqual(keyed);
    await page.waitForFunction(() => document.querySelector('.viewport-tag')?.textContent === 'PREVIEW');
    await playhead(0.6);
    await type('Value of sprite.glow at the playhead', '9');
    expect(await glow()).toEqual(keyed);
    while ((await page.evaluate(() => window.sinew!.steps().done)) > 0) await page.evaluate(() => window.sinew!.perform('edit.undo'));
    expect(await page.evaluate(() => window.sinew!.text('clips'))).toBe(first);
    expect(opened.complaints).toEqual([]);
  });

  it('drags events, windows and their ends, each as one step', async () => {
    await start();
    const { page } = opened;
    await page.waitForFunction(() => window.sinew!.text('clips'));
    await page.evaluate(() => window.sinew!.view.setState({ clip: 'attack' }));
    const window_ = page.locator('.timeline-marker[data-window="true"]');
    const hitbox = async (): Promise<{ time: number; end: number }> => (await clips()).attack.events.find((event: any) => event.name === 'hitbox');
    await settled();
    const before = await hitbox();
    const drag = async (where: 'end' | 'middle', by: number): Promise<void> => {
      const box = (await window_.boundingBox())!;
      const x = where === 'end' ? box.x + box.width - 1 : box.x + box.width / 2;
      await page.mouse.move(x, box.y + 10);
      await page.mouse.down();
      await page.mouse.move(x + by, box.y + 12, { steps: 6 });
      await page.mouse.up();
    };
    await drag('end', 80);
    const longer = await hitbox();
    expect(longer.time).toBe(before.time);
    expect(longer.end).toBeGreaterThan(before.end);
    await drag('middle', -60);
    const earlier = await hitbox();
    expect(earlier.time).toBeLessThan(before.time);
    expect(earlier.end - earlier.time).toBeCloseTo(longer.end - longer.time, 5);
    expect(await page.evaluate(() => window.sinew!.steps().done)).toBe(2);
    const area = (await page.locator('.timeline-area').first().boundingBox())!;
    await page.mouse.dblclick(area.x + area.width * 0.9, area.y + 10);
    await page.locator('.timeline-strip').getByLabel('Name').fill('swish');
    await page.locator('.timeline-strip').getByLabel('Name').press('Enter');
    await page.locator('.timeline-strip').getByLabel('Payload').fill('{ "loud": 2 }');
    await page.locator('.timeline-strip').getByLabel('Payload').press('Enter');
    await expect.poll(async () => (await clips()).attack.events.find((event: any) => event.name === 'swish')?.payload, patience).toEqual({ loud: 2 });
    await picture(page, 'timeline-light');
  });

  it('makes the file beside a model that has none', async () => {
    const place = heroFolder();
    rmSync(join(place.folder, 'hero.clips.json'));
    await start(place);
    const { page } = opened;
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.waitForFunction(() => window.sinew!.text('clips')?.includes('event'));
    await page.waitForFunction(() => window.sinew!.inStep());
    expect(Object.values(await clips())[0].events.length).toBe(1);
    await page.evaluate(() => window.sinew!.perform('edit.undo'));
    expect(await clips()).toEqual({});
    expect(server.read('hero.clips.json')).toBeDefined();
  });
});

describe('why not', () => {
  it('tells of the selected transition what the runtime says, and of a jump all that happened', async () => {
    await start();
    const { page } = opened;
    await page.evaluate(() => {
      const { machine } = window.sinew!.context();
      window.sinew!.view.setState({ selection: { states: [], groups: [], boxes: [], transitions: [machine!.transitions[1]!.id] } });
    });
    const sentence = page.locator('.why-sentence');
    await expect.poll(() => sentence.textContent(), patience).toBe('“jump” has not been fired.');
    await set('grounded', false);
    await expect.poll(() => page.locator('.why-row').allTextContents(), patience).toContain('✗“grounded” is false; it must be true');
    await set('grounded', true);
    await page.getByRole('tab', { name: 'Now' }).click();
    await page.evaluate(() => window.sinew!.live.fire('jump'));
    const entered = (): Promise<string[]> => page.locator('.moment[data-kind="entered"] .moment-text').allTextContents();
    await expect.poll(async () => (await entered()).slice(0, 4), patience).toEqual(['Move', 'Air/Land', 'Air/Fall', 'Air/Jump']);
  });
});
