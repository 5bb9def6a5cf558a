// What a table of commands does not show: a graph from nothing, two files, two tabs, a file that another program changes,
// a crash, a file that is no JSON; each through the page as a person would do it.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { endBrowser, open, standsStill, type Opened } from './support/page';
import { forget, heroFolder, serve, type Server } from './support/server';
import { check } from './support/sim';

const ends: (() => Promise<unknown>)[] = [];

async function started(options: Parameters<typeof serve>[1] = {}, place = heroFolder()): Promise<Server> {
  const server = await serve(place, options);
  ends.push(async () => {
    await server.end();
    forget(server.folder);
  });
  return server;
}

async function shown(server: Server, options: Parameters<typeof open>[1] = {}): Promise<Opened> {
  const opened = await open(server, { still: true, ...options });
  ends.push(() => opened.close());
  return opened;
}

afterEach(async () => {
  while (ends.length > 0) await ends.pop()!();
});
afterAll(endBrowser);

const text = (opened: Opened) => opened.page.evaluate(() => window.sinew!.text());
const perform = (opened: Opened, name: string, args?: unknown) =>
  opened.page.evaluate(([command, given]) => window.sinew!.perform(command as string, given), [name, args] as const);
const inStep = (opened: Opened) => opened.page.waitForFunction(() => window.sinew!.inStep());
const saved = (opened: Opened) => opened.page.waitForFunction(() => !window.sinew!.dirty());
/** Something that changes the graph and is easy to see in its text. */
const renameHurt = (opened: Opened, to = 'Ouch') => perform(opened, 'state.rename', { state: 'Hurt', name: to });

describe('a graph from nothing', () => {
  it('of three states, by mouse and keyboard, is a file that sinew check accepts', async () => {
    const server = await started();
    const { page, complaints } = await shown(server);
    await perform({ page } as Opened, 'file.new');
    await page.getByRole('dialog').getByLabel('Name').fill('three');
    await page.getByRole('dialog').getByLabel('Model').selectOption('hero.glb');
    await page.getByRole('button', { name: 'Make it' }).click();
    await page.waitForFunction(() => window.sinew!.text()?.includes('"Start"'));
    // Two more states by a double-click on empty ground, each with its name typed into the open field.
    const canvas = (await page.locator('.frame-canvas').boundingBox())!;
    for (const [name, x, y] of [['Walk', 0.5, 0.3], ['Jump', 0.5, 0.75]] as const) {
      await page.mouse.dblclick(canvas.x + canvas.width * x, canvas.y + canvas.height * y);
      await page.locator("[data-part='field'] input").fill(name);
      await page.keyboard.press('Enter');
      await page.waitForSelector(`[data-part="state"][data-name="${name}"]`);
    }
    // Arrows from rim to body.
    for (const [from, to] of [['Start', 'Walk'], ['Walk', 'Jump'], ['Jump', 'Start']] as const) {
      await standsStill(page);
      const a = (await page.locator(`.state[data-name="${from}"] .state-body`).boundingBox())!;
      const b = (await page.locator(`.state[data-name="${to}"] .state-body`).boundingBox())!;
      await page.mouse.move(a.x + a.width - 20, a.y - 4);
      await page.mouse.down();
      await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 6 });
      await page.mouse.up();
    }
    await page.waitForFunction(() => (window.sinew!.text()!.match(/"from"/g) ?? []).length === 3);
    await page.locator('.state[data-name="Walk"] .state-name').click();
    await page.getByLabel('Plays', { exact: true }).selectOption({ label: 'Clip' });
    const clip = page.getByRole('region', { name: 'State Walk' }).getByLabel('Clip', { exact: true });
    await clip.fill('walk');
    await clip.press('Enter');
    await page.waitForFunction(() => window.sinew!.text()!.includes('"walk"'));
    await page.keyboard.press('Control+S');
    await page.waitForFunction(() => !window.sinew!.dirty());
    expect(existsSync(join(server.folder, 'three.animgraph'))).toBe(true);
    check(server.folder, 'three.animgraph'); // throws where it finds an error
    expect(complaints).toEqual([]);
  });

  it('by keyboard alone', async () => {
    const server = await started();
    const opened = await shown(server);
    const { page } = opened;
    const keys = async (...list: string[]): Promise<void> => {
      for (const key of list) await page.keyboard.press(key);
    };
    // The find palette does every command by its name.
    const find = async (words: string): Promise<void> => {
      await keys('Control+K');
      await page.getByRole('dialog').getByRole('combobox').waitFor();
      await page.keyboard.type(words);
      await keys('Enter');
    };
    const selected = () => page.evaluate(() => window.sinew!.view.getState().selection.states);
    const state = async (name: string): Promise<void> => {
      await keys('n');
      await page.getByLabel('Name of the state').waitFor();
      await page.keyboard.type(name);
      await keys('Enter');
      await expect.poll(selected).toEqual([name]);
    };
    // As the eye says: in the direction that the wanted state lies in, until it is reached.
    const steer = async (reached: () => Promise<string | undefined>, to: string): Promise<void> => {
      for (let i = 0; i < 8 && (await reached()) !== to; i++) {
        const at = (await page.locator(`.state[data-name="${(await reached()) ?? 'Start'}"]`).boundingBox())!;
        const aim = (await page.locator(`.state[data-name="${to}"]`).boundingBox())!;
        const [dx, dy] = [aim.x - at.x, aim.y - at.y];
        await keys(Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 'ArrowRight' : 'ArrowLeft') : dy > 0 ? 'ArrowDown' : 'ArrowUp');
      }
      expect(await reached()).toBe(to);
    };
    const walkTo = (name: string): Promise<void> => steer(async () => (await selected())[0], name);
    await find('New graph');
    await page.getByRole('dialog').getByLabel('Name').waitFor();
    await keys('Control+A');
    await page.keyboard.type('keys');
    await keys('Tab');
    await page.keyboard.type('hero.glb');
    await keys('Tab', 'Enter');
    await page.waitForFunction(() => window.sinew!.text()?.includes('"Start"'));

    await keys('F6');
    await state('Walk');
    await state('Jump');
    await find('Add a trigger');
    await page.waitForFunction(() => (window.sinew!.context().graph?.parameters.length ?? 0) === 1);
    await keys('F6');
    for (const [from, to] of [['Start', 'Walk'], ['Walk', 'Jump'], ['Jump', 'Start']] as const) {
      await walkTo(from);
      await keys('c');
      const offered = async (): Promise<string> => /Connect to “(.+)”/.exec(await page.evaluate(() => window.sinew!.notice()))?.[1] ?? from;
      await steer(offered, to);
      await keys('Enter');
      await keys('w'); // a condition, on the first parameter
    }
    const { transitions } = await page.evaluate(() => window.sinew!.context().machine!);
    expect(transitions.map(({ from, to }) => [from, to])).toEqual([['Start', 'Walk'], ['Walk', 'Jump'], ['Jump', 'Start']]);
    // A name is changed, and the change is taken back.
    await walkTo('Jump');
    await keys('F2', 'Control+A');
    await page.keyboard.type('Hop');
    await keys('Enter');
    await page.waitForFunction(() => window.sinew!.text()!.includes('"Hop"'));
    await keys('Control+Z');
    await page.waitForFunction(() => !window.sinew!.text()!.includes('"Hop"'));
    await keys('Control+S');
    await saved(opened);
    check(server.folder, 'keys.animgraph'); // throws where it finds an error
    expect(JSON.parse(server.read('keys.animgraph')).layers[0].machine.transitions.map((one: { when?: unknown[] }) => one.when?.length)).toEqual([1, 1, 1]);
    expect(opened.complaints).toEqual([]);
  });
});

describe('the clipboard', () => {
  it('takes states with the transitions among them to another file', async () => {
    const server = await started();
    const opened = await shown(server);
    const { page } = opened;
    await page.evaluate(() => {
      const { view } = window.sinew!;
      view.setState({ selection: { ...view.getState().selection, states: ['Move', 'Strafe'] } });
    });
    await perform(opened, 'view.focusCanvas');
    await page.keyboard.press('Control+C');
    await perform(opened, 'file.new');
    await page.getByRole('dialog').getByLabel('Name').fill('other');
    await page.getByRole('button', { name: 'Make it' }).click();
    await page.waitForFunction(() => window.sinew!.text()?.includes('"Start"'));
    await perform(opened, 'view.focusCanvas');
    await page.keyboard.press('Control+V');
    await page.waitForFunction(() => window.sinew!.text()!.includes('"Strafe"'));
    const now = (await text(opened))!;
    expect(now).toContain('"Move"');
    expect(now.match(/"from": "Move", "to": "Strafe"/g)?.length).toBe(1);
    expect(now.match(/"from": "Strafe", "to": "Move"/g)?.length).toBe(1);
    await page.keyboard.press('Control+S');
    await saved(opened);
    check(server.folder, 'other.animgraph');
    expect(opened.complaints).toEqual([]);
  });
});

describe('a file that another program changes', () => {
  it('is a choice with both versions, and nothing is written over in silence', async () => {
    const server = await started();
    const opened = await shown(server);
    const { page } = opened;
    await renameHurt(opened);
    await inStep(opened);
    const theirs = server.read('hero.animgraph').replace('"max": 6', '"max": 7');
    writeFileSync(join(server.folder, 'hero.animgraph'), theirs);
    await page.keyboard.press('Control+S');
    await page.getByRole('dialog').getByText('was changed on the disk').waitFor();
    expect(server.read('hero.animgraph')).toBe(theirs);
    await page.getByRole('button', { name: 'Neither yet' }).click();
    expect(server.read('hero.animgraph')).toBe(theirs);
    await page.keyboard.press('Control+S');
    await page.getByRole('button', { name: /^Keep mine/ }).click();
    await saved(opened);
    expect(server.read('hero.animgraph')).toBe(await text(opened));
    // And the other way: theirs comes in as a step that can be undone.
    writeFileSync(join(server.folder, 'hero.animgraph'), theirs);
    await page.getByRole('button', { name: 'Look at both' }).click();
    await page.getByRole('button', { name: 'Take the one on the disk' }).click();
    await page.waitForFunction((wanted) => window.sinew!.text() === wanted, theirs);
    await perform(opened, 'edit.undo');
    expect(await text(opened)).toContain('"Ouch"');
    expect(opened.complaints).toEqual([]);
  });

  it('that is gone is told, and saving writes it again', async () => {
    const server = await started();
    const opened = await shown(server);
    rmSync(join(server.folder, 'hero.animgraph'));
    await opened.page.waitForFunction(() => /gone/.test(window.sinew!.notice()));
    await renameHurt(opened);
    await inStep(opened);
    await opened.page.keyboard.press('Control+S');
    await saved(opened);
    expect(server.read('hero.animgraph')).toContain('"Ouch"');
  });
});

describe('a crash', () => {
  it('leaves the unsaved work, which is offered when the file is opened again', async () => {
    const place = heroFolder();
    const first = await serve(place);
    const opened = await open(first);
    const file = first.read('hero.animgraph');
    await renameHurt(opened);
    await inStep(opened);
    const mine = await text(opened);
    await opened.page.waitForTimeout(1500); // written at most a second after the edit
    await first.kill();
    await opened.close();
    expect(first.read('hero.animgraph')).toBe(file);

    const again = await started({}, place);
    const second = await shown(again);
    await second.page.getByRole('dialog').getByText('Unsaved work was found').waitFor();
    expect(await text(second)).toBe(file);
    await second.page.getByRole('button', { name: 'Take it back' }).click();
    await second.page.waitForFunction((wanted) => window.sinew!.text() === wanted, mine);
    await second.page.keyboard.press('Control+S');
    await saved(second);
    expect(again.read('hero.animgraph')).toBe(mine);
  });
});

describe('two tabs on one file', () => {
  it('one edits, the other follows and may take over', async () => {
    const server = await started();
    const first = await shown(server);
    const second = await shown(server);
    await second.page.getByRole('button', { name: 'Edit here' }).waitFor();
    await renameHurt(first);
    await second.page.waitForFunction(() => window.sinew!.text()!.includes('"Ouch"'));
    expect(await text(second)).toBe(await text(first));
    expect(await renameHurt(second, 'Never')).toBe(false);
    await second.page.getByRole('button', { name: 'Edit here' }).click();
    await first.page.getByRole('button', { name: 'Edit here' }).waitFor();
    await second.page.waitForFunction(() => window.sinew!.perform('state.rename', { state: 'Ouch', name: 'Mine' }));
    await first.page.waitForFunction(() => window.sinew!.text()!.includes('"Mine"'));
    expect(await text(first)).toBe(await text(second));
    expect([...first.complaints, ...second.complaints]).toEqual([]);
  });
});

describe('a file with errors', () => {
  it('that is no JSON opens as text, with the place, and can be repaired', async () => {
    const place = heroFolder();
    const whole = readFileSync(join(place.folder, 'hero.animgraph'), 'utf8');
    writeFileSync(join(place.folder, 'hero.animgraph'), whole.replace('"version": 2,', '"version": 2'));
    const server = await started({}, place);
    const { page } = await shown(server, { preview: false });
    await page.getByRole('alert').getByText('This file is no JSON').waitFor();
    await page.getByLabel('The file’s text').fill(whole);
    await page.getByRole('button', { name: 'Take it over' }).click();
    await page.waitForSelector('[data-part="state"][data-name="Move"]');
    await page.waitForFunction(() => window.sinew!.now() !== null);
  });

  it('opens, shows them at their places, and plays on once they are mended', async () => {
    const place = heroFolder();
    const whole = readFileSync(join(place.folder, 'hero.animgraph'), 'utf8');
    writeFileSync(join(place.folder, 'hero.animgraph'), whole.replace('"from": "Hurt", "to": "Move"', '"from": "Hurt", "to": "Mvoe"'));
    const server = await started({}, place);
    const { page } = await shown(server, { preview: false });
    await page.locator('.findings-badge').click();
    const finding = page.locator('[data-code="unknown-state"]').first();
    await finding.waitFor();
    expect(await finding.textContent()).toContain('Mvoe');
    await finding.click();
    await page.waitForFunction(() => window.sinew!.view.getState().selection.transitions.length === 1);
    await page.evaluate(() => window.sinew!.perform('transition.set', { ids: window.sinew!.view.getState().selection.transitions, field: 'to', value: 'Move' }));
  });

  it('of a later version, or with a model that is not there, says so', async () => {
    const place = heroFolder();
    rmSync(join(place.folder, 'hero.glb'));
    const server = await started({}, place);
    const { page } = await shown(server, { preview: false });
    await page.getByText(/hero\.glb/).first().waitFor();
    await page.locator('.frame-view').getByText(/cannot|could not|not there|no such|missing/i).first().waitFor();
  });
});
