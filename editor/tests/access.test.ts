// Accessibility: axe finds nothing serious in either theme, in each of the page's faces; every control has a name and is
// reached by the Tab key.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { endBrowser, open, picture } from './support/page';
import { forget, root, serve } from './support/server';

const server = await serve();
const axe = readFileSync(join(root, 'editor/node_modules/axe-core/axe.min.js'), 'utf8');

afterAll(async () => {
  await endBrowser();
  await server.end();
  forget(server.folder);
});

interface Violation {
  id: string;
  impact: string;
  nodes: { target: string[]; failureSummary: string }[];
}

/** The page's faces: what is done before each look. Escape, or what `after` says, closes it again. */
const faces: Record<string, { before?: (page: Page) => Promise<unknown>; after?: (page: Page) => Promise<unknown> }> = {
  canvas: {},
  state: { before: (page) => choose(page, { states: ['Hurt'] }) },
  states: { before: (page) => choose(page, { states: ['Hurt', 'Move'] }) },
  transition: {
    before: async (page) => choose(page, { transitions: [await page.evaluate(() => window.sinew!.context().machine!.transitions[0]!.id)] }),
    after: (page) => choose(page, {}),
  },
  blend: { before: (page) => perform(page, 'blend.open', { place: { layer: 0, machine: [] }, state: 'Move', motion: [] }), after: (page) => perform(page, 'blend.close') },
  plane: { before: (page) => perform(page, 'blend.open', { place: { layer: 0, machine: [] }, state: 'Strafe', motion: [] }), after: (page) => perform(page, 'blend.close') },
  timeline: { before: (page) => page.evaluate(() => window.sinew!.view.setState({ clip: 'attack' })) },
  findings: { before: (page) => page.locator('.findings-badge').click(), after: (page) => page.locator('.findings-badge').click() },
  now: { before: (page) => page.getByRole('tab', { name: 'Now' }).click(), after: (page) => page.getByRole('tab', { name: 'Inspector' }).click() },
  menu: { before: (page) => page.getByRole('menubar').getByText('State', { exact: true }).click() },
  find: { before: (page) => perform(page, 'view.find') },
  masks: { before: (page) => perform(page, 'view.masks') },
  mixes: { before: (page) => perform(page, 'view.mixes') },
  text: { before: (page) => perform(page, 'view.text') },
  keys: { before: (page) => perform(page, 'help.keys') },
  about: { before: (page) => perform(page, 'help.about') },
  new: { before: (page) => perform(page, 'file.new') },
  open: { before: (page) => perform(page, 'file.open') },
  conflict: {
    async before(page) {
      await page.evaluate(() => window.sinew!.perform('state.rename', { state: 'Hurt', name: 'Ouch' }));
      const file = join(server.folder, 'hero.animgraph');
      writeFileSync(file, readFileSync(file, 'utf8').replace('"Hurt"', '"Pain"'));
      await page.getByRole('button', { name: 'Look at both' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
};

const perform = (page: Page, name: string, args?: unknown): Promise<unknown> =>
  page.evaluate(([command, given]) => window.sinew!.perform(command as string, given), [name, args] as const);
const choose = (page: Page, selection: { states?: string[]; transitions?: number[] }): Promise<unknown> =>
  page.evaluate((some) => window.sinew!.view.setState({ selection: { states: [], groups: [], boxes: [], transitions: [], ...some } }), selection);

for (const theme of ['light', 'dark'] as const) {
  it(`axe finds nothing serious in the ${theme} theme`, { timeout: 300000 }, async () => {
    const { page, close } = await open(server, { theme, still: true });
    // The page's own rules refuse scripts from elsewhere, so it goes in as the debugger would put it.
    const session = await page.context().newCDPSession(page);
    await session.send('Runtime.evaluate', { expression: axe });
    let looked = 0;
    const serious: string[] = [];
    for (const [face, { before, after }] of Object.entries(faces)) {
      await before?.(page);
      await page.waitForTimeout(250);
      await picture(page, `${face}-${theme}`);
      const found = (await page.evaluate(async () => {
        const run = (window as unknown as { axe: { run(options: object): Promise<{ violations: unknown[]; passes: unknown[] }> } }).axe.run;
        const { violations, passes } = await run({ resultTypes: ['violations', 'passes'] });
        return { violations, passes: passes.length };
      })) as { violations: Violation[]; passes: number };
      looked += found.passes;
      for (const one of found.violations) {
        const places = one.nodes.map((node) => node.target.join(' ')).slice(0, 4).join(' | ');
        if (one.impact === 'serious' || one.impact === 'critical') serious.push(`${face}: ${one.id}: ${places}`);
      }
      await (after ? after(page) : page.keyboard.press('Escape'));
    }
    expect(serious).toEqual([]);
    expect(looked).toBeGreaterThan(30 * Object.keys(faces).length / 2);
    await close();
  });
}

describe('by keyboard', () => {
  it('every control has a name, and Tab comes to it or to the toolbar, tree or list that it is moved to with arrows in', async () => {
    const { page, close } = await open(server, { still: true });
    const nameless = await page.evaluate(() => {
      const controls = [...document.querySelectorAll<HTMLElement>('button, input, select, textarea, [role=button], [role=slider], [role=tab], [role=menuitem], [role=treeitem]')];
      const named = (one: HTMLElement): boolean =>
        !!(one.getAttribute('aria-label') || one.getAttribute('aria-labelledby') || one.textContent?.trim() || one.title
          || (one as HTMLInputElement).labels?.length || one.getAttribute('placeholder'));
      return { all: controls.length, nameless: controls.filter((one) => !named(one)).map((one) => one.outerHTML.slice(0, 120)) };
    });
    expect(nameless.all).toBeGreaterThan(20);
    expect(nameless.nameless).toEqual([]);
    const out = await page.evaluate(() => {
      const shown = (one: HTMLElement): boolean => one.offsetParent !== null && !(one as HTMLButtonElement).disabled;
      const roving = '[role=toolbar], [role=tablist], [role=tree], [role=listbox], [role=menubar], [role=menu], [role=grid], [role=radiogroup]';
      return [...document.querySelectorAll<HTMLElement>('button, input, select, textarea')]
        .filter((one) => shown(one) && one.tabIndex < 0 && !one.closest(roving)).map((one) => one.outerHTML.slice(0, 120));
    });
    expect(out).toEqual([]);
    await close();
  });
});
