// Every command of the one table, through the page, against a real server: done, undone and redone to the same bytes,
// and the server has them too. Then 2,000 of them at random, all undone again.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endBrowser, open, type Opened } from './support/page';
import { forget, serve, type Server } from './support/server';

const server: Server = await serve();
const opened: Opened = await open(server);
const page = opened.page;
await page.evaluate(() => window.sinew!.run('timeline.open'));
await page.waitForFunction(() => window.sinew!.text('clips') !== '');
const table = await page.evaluate(() => window.sinew!.commands());
const LENGTH = Number(process.env.SINEW_COMMANDS ?? 2000);
const SEED = Number(process.env.SINEW_SEED ?? 1);

afterAll(async () => {
  await opened.close();
  await endBrowser();
  await server.end();
  forget(server.folder);
});

/** Both documents as the page has them, once the server has the same. */
function texts(): Promise<{ graph: string; clips: string }> {
  return page.evaluate(async () => {
    const mine = () => ({ graph: window.sinew!.text('graph'), clips: window.sinew!.text('clips') });
    for (let tries = 0; tries < 100; ++tries) {
      const [graph, clips] = [await window.sinew!.serverText('graph'), await window.sinew!.serverText('clips')];
      if (graph === mine().graph && clips === mine().clips) return mine();
      await new Promise((done) => setTimeout(done, 20));
    }
    throw new Error('the server does not come to have the page’s documents');
  });
}

describe('the table', () => {
  it('has commands, each with a name of its own, a title and a group', () => {
    expect(table.length).toBeGreaterThan(60);
    expect(new Set(table.map((one) => one.name)).size).toBe(table.length);
    expect(table.filter((one) => !one.title || !one.group)).toEqual([]);
  });
  it('gives no key to two commands', () => {
    const keys = table.flatMap((one) => one.keys.split(' ').filter(Boolean).map((key) => `${one.group === 'clip' || one.group === 'preview' ? one.group : ''} ${key}`));
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
  });
});

describe('what changes a document', () => {
  const changing = table.filter((one) => one.changes === 'document' && !/^edit\.(undo|redo)$/.test(one.name));
  it('has examples nearly everywhere', () => expect(changing.filter((one) => one.examples > 0).length).toBeGreaterThan(40));
  for (const one of changing.filter((command) => command.examples > 0)) {
    it(`${one.name}: done, undone, redone (${one.examples})`, async () => {
      for (let example = 0; example < one.examples; ++example) {
        const before = await texts();
        const { done } = await page.evaluate(() => window.sinew!.steps());
        const ran = await page.evaluate(([name, index]) => window.sinew!.runExample(name as string, index as number), [one.name, example] as const);
        expect(ran, await page.evaluate(() => window.sinew!.notice())).toBe(true);
        const after = await texts();
        expect(after, 'something has changed').not.toEqual(before);
        expect((await page.evaluate(() => window.sinew!.steps())).done, 'one step').toBe(done + 1);
        await page.evaluate(() => window.sinew!.run('edit.undo'));
        expect(await texts()).toEqual(before);
        await page.evaluate(() => window.sinew!.run('edit.redo'));
        expect(await texts()).toEqual(after);
        await page.evaluate(() => window.sinew!.run('edit.undo'));
        expect(await texts()).toEqual(before);
      }
    });
  }
});

describe('what changes the view or the preview', () => {
  const others = table.filter((one) => one.changes !== 'document' && one.examples > 0 && !/^file\.(save|editHere)/.test(one.name));
  for (const one of others) {
    it(`${one.name} leaves the documents as they are`, async () => {
      const before = await texts();
      for (let example = 0; example < one.examples; ++example)
        await page.evaluate(([name, index]) => window.sinew!.runExample(name as string, index as number), [one.name, example] as const);
      await page.keyboard.press('Escape');
      expect(await texts()).toEqual(before);
    });
  }
});

describe('at random', () => {
  it(`${LENGTH} commands with undo and redo between them, then all undone, end in the first bytes`, { timeout: 900000 }, async () => {
    const first = await texts();
    const names = table.filter((one) => one.changes === 'document' && !/^edit\.(undo|redo|cut|paste)/.test(one.name) && one.name !== 'file.upgrade').map((one) => one.name);
    const result = await page.evaluate(
      async ({ names, count, seed }) => {
        let state = seed >>> 0;
        const random = (below: number): number => {
          state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
          return Math.floor((state / 2 ** 32) * below);
        };
        let ran = 0;
        let refused = 0;
        for (let i = 0; i < count; ++i) {
          const choice = random(10);
          if (choice === 0) window.sinew!.run('edit.undo');
          else if (choice === 1) window.sinew!.run('edit.redo');
          else {
            const name = names[random(names.length)]!;
            const { examples } = window.sinew!.commands().find((one) => one.name === name)!;
            if (examples > 0 && window.sinew!.runExample(name, random(examples))) ++ran;
            else ++refused;
          }
          // After each the server has what the page has.
          for (let tries = 0; ; ++tries) {
            const same = (await window.sinew!.serverText('graph')) === window.sinew!.text('graph') && (await window.sinew!.serverText('clips')) === window.sinew!.text('clips');
            if (same) break;
            if (tries > 200) throw new Error(`after ${i} commands the server has another document`);
            await new Promise((done) => setTimeout(done, 5));
          }
        }
        let undone = 0;
        while (window.sinew!.steps().done > 0 && window.sinew!.run('edit.undo')) ++undone;
        return { ran, refused, undone };
      },
      { names, count: LENGTH, seed: SEED },
    );
    expect(result.ran).toBeGreaterThan(LENGTH / 3);
    expect(await texts()).toEqual(first);
  });
  it('the console has neither errors nor warnings', () => expect(opened.complaints).toEqual([]));
});
