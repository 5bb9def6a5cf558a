// Accessibility: axe finds nothing serious in either theme, in each of the page's faces; every control has a name and is
// reached by the Tab key.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
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

/** What is opened before a look; Escape closes it again. */
const faces: Record<string, string | null> = {
  canvas: null, blend: 'blend.open',
};

for (const theme of ['light', 'dark'] as const) {
  describe(`in the ${theme} theme`, () => {
    it('axe finds nothing serious', async () => {
      const { page, close } = await open(server, { theme });
      // The page's own rules refuse scripts from elsewhere, so it goes in as the debugger would put it.
      const session = await page.context().newCDPSession(page);
      await session.send('Runtime.evaluate', { expression: axe });
      let looked = 0;
      const names = await page.evaluate(() => window.sinew!.commands().map((one) => one.name));
      for (const [face, command] of Object.entries(faces)) {
        if (command !== null) {
          expect(names, 'a face is opened by a command of the table').toContain(command);
          await page.evaluate((name) => window.sinew!.perform(name), command);
          await page.waitForTimeout(250);
        }
        await picture(page, `${face}-${theme}`);
        const found = (await page.evaluate(async () => {
          const run = (window as unknown as { axe: { run(options: object): Promise<{ violations: unknown[]; passes: unknown[] }> } }).axe.run;
          const { violations, passes } = await run({ resultTypes: ['violations', 'passes'] });
          return { violations, passes: passes.length };
        })) as { violations: Violation[]; passes: number };
        looked += found.passes;
        const serious = found.violations.filter((one) => one.impact === 'serious' || one.impact === 'critical');
        expect(serious.map((one) => `${face}: ${one.id}: ${one.nodes.map((node) => node.target.join(' ')).slice(0, 4).join(' | ')}`)).toEqual([]);
        await page.keyboard.press('Escape');
      }
      expect(looked).toBeGreaterThan(60);
      await close();
    });
  });
}

describe('by keyboard', () => {
  it('every control has a name, and Tab comes to it or to the toolbar, tree or list that it is moved to with arrows in', async () => {
    const { page, close } = await open(server);
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
