// The example as an artist meets it: the hero moves, the slider takes the weights through idle, walk and run, a jump goes
// through its states, and the canvas shows which.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endBrowser, open, picture, type Opened } from './support/page';
import { forget, serve, type Server } from './support/server';
import { sim } from './support/sim';

/** Put into the page by the test of the jump. */
declare const seen: { states: string[]; arrows: Set<string> };

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

const weights = (samples: { layer: string; clip: string; weight: number }[]): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const one of samples) if (one.layer === 'Base') sums[one.clip] = (sums[one.clip] ?? 0) + one.weight;
  return sums;
};

describe('the example', () => {
  it('moves: the joints of the hero change by themselves', async () => {
    const pose = () => opened.page.evaluate(() => window.sinewViewport!.pose());
    const before = await pose();
    await opened.page.waitForFunction((time) => window.sinewViewport!.pose().time > time + 0.3, before.time);
    const after = await pose();
    expect(after.worlds.length).toBeGreaterThan(12 * 20);
    const moved = after.worlds.filter((value, i) => Math.abs(value - before.worlds[i]!) > 1e-4).length;
    expect(moved).toBeGreaterThan(50);
  });

  it('the speed slider takes the weights through idle, walk and run as sinew sim says', async () => {
    const slider = opened.page.getByRole('slider', { name: /^speed/ });
    for (const speed of [0, 0.7, 1.4, 2.5, 4, 6]) {
      await slider.fill(String(speed));
      await opened.page.waitForFunction((value) => Math.abs(window.sinew!.now()!.parameters.speed! - value) < 1e-6, speed);
      await opened.page.waitForTimeout(100);
      const shown = weights(await opened.page.evaluate(() => window.sinew!.now()!.samples));
      const told = sim(server.folder, 'hero.animgraph', [`0 set speed ${speed}`], 2)[1]!;
      for (const sample of told.samples.filter((one) => one.layer === 0))
        expect(shown[sample.clip] ?? 0, `${sample.clip} at ${speed}`).toBeCloseTo(sample.weight, 4);
    }
    await slider.fill('0');
  });

  it('Fire jump plays jump, fall, land; the active state and the running arrow show it', async () => {
    const page = opened.page;
    const state = (path: string) => page.waitForFunction((wanted) => window.sinew!.now()!.layers[0]!.state === wanted, path);
    await page.evaluate(() => window.sinew!.set('speed', 0));
    await state('Move');
    await page.waitForSelector('[data-part="state"][data-name="Move"].is-active');
    // What is told is kept as it comes: a state may be shorter than the time between two looks from here.
    await page.evaluate(() => {
      const states: string[] = [];
      const arrows = new Set<string>();
      const { preview } = window.sinew!.live;
      preview.on(['state'], () => {
        const state = window.sinew!.now()!.layers[0]!.state;
        if (states[states.length - 1] !== state) states.push(state);
      });
      const look = (): void => {
        for (const arrow of document.querySelectorAll<HTMLElement>('[data-fill]')) {
          const fill = Number(arrow.dataset.fill);
          if (fill > 0 && fill < 1) arrows.add(arrow.id);
        }
        requestAnimationFrame(look);
      };
      look();
      Object.assign(window, { seen: { states, arrows } });
    });
    const came = (path: string) => page.waitForFunction((wanted) => seen.states.includes(wanted), path);
    await page.getByRole('button', { name: 'Fire jump' }).click();
    await came('Air/Jump');
    await page.evaluate(() => window.sinew!.set('grounded', 0)); // off the ground
    await page.waitForSelector('[data-part="state"][data-name="Air"].is-active');
    await came('Air/Fall');
    await page.evaluate(() => window.sinew!.set('grounded', 1));
    await came('Air/Land');
    await state('Move');
    await page.waitForSelector('[data-part="state"][data-name="Move"].is-active');
    expect((await page.evaluate(() => seen.states)).filter((one) => one !== 'Move')).toEqual(['Air/Jump', 'Air/Fall', 'Air/Land']);
    expect(await page.evaluate(() => seen.arrows.size)).toBeGreaterThan(0);
  });

  it('looks as it should in both themes', async () => {
    await picture(opened.page, 'example-light');
    const light = await opened.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await opened.page.goto('about:blank'); // whoever comes next edits
    const dark = await open(server, { theme: 'dark' });
    await dark.page.waitForTimeout(500);
    await picture(dark.page, 'example-dark');
    expect(await dark.page.evaluate(() => getComputedStyle(document.body).backgroundColor)).not.toBe(light);
    expect(dark.complaints).toEqual([]);
    await dark.close();
  });

  it('the console has neither errors nor warnings', () => expect(opened.complaints).toEqual([]));
});
