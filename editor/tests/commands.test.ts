// Every command of the one table, through the page, against a real server: done, undone and redone to the same bytes,
// and the server has them too. Then 2,000 of them at random, all undone again.
import { afterAll, describe, expect, it } from 'vitest';
import { endBrowser, open, type Opened } from './support/page';
import { forget, serve, type Server } from './support/server';

const server: Server = await serve();
const opened: Opened = await open(server, { still: true });
const page = opened.page;
await page.waitForFunction(() => window.sinew!.text('clips') !== undefined);
const table = await page.evaluate(() =>
  window.sinew!.commands().map((one) => ({ ...one, keys: one.keys ?? '', examples: window.sinew!.examples(one.name).length })));
const LENGTH = Number(process.env.SINEW_COMMANDS ?? 2000);
const SEED = Number(process.env.SINEW_SEED ?? 1);

afterAll(async () => {
  await opened.close();
  await endBrowser();
  await server.end();
  forget(server.folder);
});

/** Both documents as the page has them, once the server has the same. */
function texts(): Promise<{ graph: string | undefined; clips: string | undefined }> {
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

/** In the page: every example of a command, with what the server has after each step. */
async function thereAndBack(name: string): Promise<{ changed: number; wrong: string[] }> {
  const sinew = window.sinew!;
  const both = (): string => JSON.stringify([sinew.text('graph'), sinew.text('clips')]);
  const wrong: string[] = [];
  let changed = 0;
  const served = async (when: string): Promise<void> => {
    for (let tries = 0; tries < 400; ++tries) {
      if (JSON.stringify([await sinew.serverText('graph'), await sinew.serverText('clips')]) === both()) return;
      await new Promise((done) => setTimeout(done, 5));
    }
    wrong.push(`${when}: the server does not come to have the page’s documents`);
  };
  // The hero's states stand on the grid: one is put beside it first, and the canvas has measured it there.
  const off = name === 'layout.toGrid';
  if (off) {
    sinew.perform('state.move', { places: [['Hurt', [701, 303]]] });
    for (let frame = 0; frame < 10; ++frame) await new Promise((drawn) => requestAnimationFrame(drawn));
  }
  const count = sinew.examples(name).length;
  for (let index = 0; index < count; ++index) {
    // What works on the selection finds one.
    const { selection } = sinew.view.getState();
    sinew.view.setState({ selection: { ...selection, states: ['Hurt'], transitions: [], groups: [], boxes: [] } });
    const place = `example ${index}`;
    const before = both();
    const { done } = sinew.steps();
    if (!sinew.perform(name, sinew.examples(name)[index])) wrong.push(`${place} was refused: ${sinew.notice()}`);
    const after = both();
    const steps = sinew.steps().done - done;
    if (steps !== (after === before ? 0 : 1)) wrong.push(`${place} made ${steps} steps`);
    if (after === before) continue;
    ++changed;
    await served(`${place} done`);
    sinew.perform('edit.undo');
    if (both() !== before) wrong.push(`${place} undone is not what was before`);
    sinew.perform('edit.redo');
    if (both() !== after) wrong.push(`${place} redone is not what it was`);
    await served(`${place} redone`);
    sinew.perform('edit.undo');
    if (both() !== before) wrong.push(`${place} undone again is not what was before`);
    await served(`${place} undone`);
  }
  if (off) sinew.perform('edit.undo');
  return { changed, wrong };
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
    it(`${one.name}: done, undone, redone (${one.examples})`, { timeout: 300000 }, async () => {
      const result = await page.evaluate(thereAndBack, one.name);
      expect(result.wrong).toEqual([]);
      // An example may ask for what is there already: then there is no step. But not all of them.
      expect(result.changed).toBeGreaterThan(0);
    });
  }
});

describe('what changes the view or the preview', () => {
  const others = table.filter((one) => one.changes !== 'document' && one.examples > 0 && !/^(file\.(save|editHere)|layout\.(all|selection))/.test(one.name));
  for (const one of others) {
    it(`${one.name} leaves the documents as they are`, async () => {
      const before = await texts();
      for (let example = 0; example < one.examples; ++example)
        await page.evaluate(([name, index]) => window.sinew!.perform(name as string, window.sinew!.examples(name as string)[index as number]), [one.name, example] as const);
      await page.keyboard.press('Escape');
      expect(await texts()).toEqual(before);
    });
  }
});

describe('the layout', () => {
  it('comes from its worker as one step, which is undone to the same bytes', async () => {
    const before = await texts();
    const { done } = await page.evaluate(() => window.sinew!.steps());
    await page.evaluate(() => window.sinew!.perform('layout.all'));
    await page.waitForFunction((steps) => window.sinew!.steps().done === steps + 1, done);
    expect(await texts()).not.toEqual(before);
    await page.evaluate(() => window.sinew!.perform('edit.undo'));
    expect(await texts()).toEqual(before);
  });
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
          if (choice === 0) window.sinew!.perform('edit.undo');
          else if (choice === 1) window.sinew!.perform('edit.redo');
          else {
            const name = names[random(names.length)]!;
            const examples = window.sinew!.examples(name);
            if (examples.length > 0 && window.sinew!.perform(name, examples[random(examples.length)])) ++ran;
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
        while (window.sinew!.steps().done > 0 && window.sinew!.perform('edit.undo')) ++undone;
        return { ran, refused, undone };
      },
      { names, count: LENGTH, seed: SEED },
    );
    expect(result.ran).toBeGreaterThan(LENGTH / 3);
    expect(await texts()).toEqual(first);
  });
  it('the console has neither errors nor warnings', () => expect(opened.complaints).toEqual([]));
});
