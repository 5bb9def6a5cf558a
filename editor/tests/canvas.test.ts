// The canvas by mouse and by keyboard, in a real browser against a real `sinew edit`: what each gesture leaves in the
// text, and that what is taken back leaves nothing.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { endBrowser, open, picture, standsStill, type Opened } from './support/page';
import { forget, serve, type Server } from './support/server';

interface Machine {
  entry?: string;
  states: Record<string, { position?: [number, number]; empty?: boolean; clip?: string }>;
  transitions?: { from: string; to: string; fade?: number; when?: unknown[] }[];
  editor?: { places?: Record<string, [number, number]>; groups?: { name: string; at: [number, number]; size: [number, number] }[] };
}

let server: Server;
let opened: Opened;
let page: Page;
let first: string;

beforeAll(async () => {
  server = await serve();
  opened = await open(server, { still: true });
  page = opened.page;
  await page.waitForSelector('.state');
  first = await text();
}, 120000);

afterAll(async () => {
  await endBrowser();
  await server.end();
  forget(server.folder);
});

beforeEach(async () => {
  await page.evaluate(() => {
    window.sinew!.view.setState({ place: { layer: 0, machine: [] }, selection: { states: [], transitions: [], groups: [], boxes: [] }, blend: undefined });
    window.sinew!.perform('view.fit');
  });
  await standsStill(page);
});

afterEach(async () => {
  await page.evaluate(() => {
    while (window.sinew!.steps().done > 0) window.sinew!.perform('edit.undo');
  });
  expect(await text()).toBe(first);
  await page.waitForFunction(() => window.sinew!.inStep());
  expect(opened.complaints).toEqual([]);
});

const text = (): Promise<string> => page.evaluate(() => window.sinew!.text()!);
const machine = async (): Promise<Machine> => (JSON.parse(await text()) as { layers: { machine: Machine }[] }).layers[0]!.machine;
const steps = (): Promise<number> => page.evaluate(() => window.sinew!.steps().done);
const selected = (): Promise<readonly string[]> => page.evaluate(() => window.sinew!.view.getState().selection.states);

interface Spot {
  x: number;
  y: number;
}

async function middle(selector: string): Promise<Spot> {
  await standsStill(page);
  const box = (await page.locator(selector).first().boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const state = (name: string): string => `.state[data-name="${name}"]`;
const body = (name: string): Promise<Spot> => middle(`${state(name)} .state-body`);

/** A point on the state's rim, in the middle of its right, left, top or bottom side. */
async function rim(name: string, side: 'right' | 'bottom' | 'top' = 'bottom'): Promise<Spot> {
  await standsStill(page);
  const box = (await page.locator(`${state(name)} .state-body`).boundingBox())!;
  if (side === 'right') return { x: box.x + box.width + 4, y: box.y + box.height / 2 };
  return { x: box.x + box.width / 2, y: side === 'top' ? box.y - 4 : box.y + box.height + 4 };
}

/** A free place of the canvas, by a distance from its corner. */
async function free(dx: number, dy: number): Promise<Spot> {
  const box = (await page.locator('.canvas').boundingBox())!;
  return { x: box.x + dx, y: box.y + dy };
}

async function drag(from: Spot, to: Spot, end = true): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  if (end) await page.mouse.up();
}

const arrow = (from: string, to: string): Promise<string> =>
  page.evaluate(([a, b]) => {
    const { transitions } = window.sinew!.context().machine!;
    return `arrow:t${transitions.find((one) => one.from === a && one.to === b)!.id}`;
  }, [from, to] as const);

/** A point along an arrow. */
async function along(id: string, share: number): Promise<Spot> {
  await standsStill(page);
  return page.evaluate(([which, t]) => {
    const line = document.getElementById(which)!.querySelector<SVGPathElement>('.arrow-line')!;
    const p = line.getPointAtLength(line.getTotalLength() * t).matrixTransform(line.getScreenCTM()!);
    return { x: p.x, y: p.y };
  }, [id, share] as const);
}

test('a double click makes a state with its name field open; Escape makes none; a name that is taken is refused', async () => {
  const place = await free(120, 500);
  await page.mouse.dblclick(place.x, place.y);
  await page.keyboard.press('Escape');
  expect(await steps()).toBe(0);
  await page.mouse.dblclick(place.x, place.y);
  const field = page.getByLabel('Name of the state');
  await field.fill('Move');
  await expect.poll(() => page.locator('.name-field-why').textContent()).toMatch(/“Move” is taken/);
  await page.keyboard.press('Enter');
  expect(await steps()).toBe(0);
  await field.fill('Crouch <img onerror=alert(1)>');
  await page.keyboard.press('Enter');
  expect((await machine()).states['Crouch <img onerror=alert(1)>']).toMatchObject({ empty: true });
  expect(await steps()).toBe(1);
  expect(await selected()).toEqual(['Crouch <img onerror=alert(1)>']);
});

test('a drag from the rim connects; the body moves; both are one step, and Escape takes either back', async () => {
  await drag(await rim('Hurt', 'top'), await body('Air'));
  expect((await machine()).transitions!.at(-1)).toEqual({ from: 'Hurt', to: 'Air' });
  expect(await steps()).toBe(1);

  const before = (await machine()).states['Hurt']!.position!;
  const from = await body('Hurt');
  await drag(from, { x: from.x + 83, y: from.y + 41 });
  const zoom = await page.evaluate(() => Number(/scale\(([\d.]+)/.exec(document.querySelector<HTMLElement>('.react-flow__viewport')!.style.transform)![1]));
  const after = (await machine()).states['Hurt']!.position!;
  expect(after[0] % 20).toBe(0);
  expect(Math.abs(after[0] - before[0] - 83 / zoom)).toBeLessThanOrEqual(10.5);
  expect(Math.abs(after[1] - before[1] - 41 / zoom)).toBeLessThanOrEqual(10.5);
  expect(await steps()).toBe(2);

  const here = await body('Hurt');
  await drag(here, { x: here.x - 100, y: here.y - 60 }, false);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await drag(await rim('Hurt'), await body('Strafe'), false);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect((await machine()).states['Hurt']!.position).toEqual(after);
  expect(await steps()).toBe(2);
  expect(await page.locator('.wire').count()).toBe(0);
});

test('a cancelled pointer takes a drag back', async () => {
  const here = await body('Hurt');
  await drag(here, { x: here.x - 100, y: here.y - 60 }, false);
  await page.evaluate(() => window.dispatchEvent(new PointerEvent('pointercancel', { pointerId: 1 })));
  await page.mouse.up();
  expect(await steps()).toBe(0);
});

test('a transition dropped on empty space makes the state it leads to, as one step', async () => {
  await drag(await rim('Hurt', 'bottom'), await free(300, 560));
  await page.getByLabel('Name of the state').fill('Down');
  await page.keyboard.press('Enter');
  const { states, transitions } = await machine();
  expect(states['Down']).toMatchObject({ empty: true });
  expect(transitions!.at(-1)).toEqual({ from: 'Hurt', to: 'Down' });
  expect(await steps()).toBe(1);
});

test('a drag out of a state and back is a loop; one that never left is none', async () => {
  const at = await rim('Hurt', 'bottom');
  await drag(at, { x: at.x + 30, y: at.y });
  expect(await steps()).toBe(0);
  await drag(at, { x: at.x, y: at.y + 60 }, false);
  const inside = await body('Hurt');
  await page.mouse.move(inside.x, inside.y, { steps: 4 });
  await page.mouse.up();
  expect((await machine()).transitions!.at(-1)).toMatchObject({ from: 'Hurt', to: 'Hurt' });
});

test('the end of a transition moves to another state, and its settings stay', async () => {
  const before = (await machine()).transitions!.find((one) => one.from === 'Move' && one.to === 'Strafe')!;
  const id = await arrow('Move', 'Strafe');
  await drag(await along(id, 0.93), await body('Hurt'));
  expect((await machine()).transitions!.find((one) => one.from === 'Move' && one.to === 'Hurt')).toEqual({ ...before, to: 'Hurt' });
  await drag(await along(id, 0.01), await body('Air'));
  expect((await machine()).transitions!.find((one) => one.from === 'Air' && one.to === 'Hurt')).toEqual({ ...before, from: 'Air', to: 'Hurt' });
  expect(await steps()).toBe(2);
});

test('the entry’s arrow and the boxes: any leads on, nothing leads to the entry', async () => {
  await drag(await along('arrow:t0', 0.95), await body('Strafe'));
  expect((await machine()).entry).toBe('Strafe');
  const box = (await page.locator('.box-any .box-body').boundingBox())!;
  await drag({ x: box.x + box.width / 2, y: box.y + box.height + 4 }, await body('Air'));
  expect((await machine()).transitions!.at(-1)).toEqual({ from: '*', to: 'Air' });
  await drag(await rim('Hurt', 'bottom'), await middle('.box-entry .box-body'));
  expect(await steps()).toBe(2);
  const any = await middle('.box-any .box-body');
  await drag(any, { x: any.x + 60, y: any.y + 40 });
  expect((await machine()).editor!.places!['any']).toHaveLength(2);
});

test('from four on, arrows of a pair are a bundle that opens', async () => {
  await page.evaluate(() => {
    for (let i = 0; i < 4; i++) window.sinew!.perform('transition.create', { from: 'Hurt', to: 'Strafe' });
  });
  const bundle = page.locator('.arrow.is-bundle .arrow-label');
  expect(await bundle.textContent()).toBe('× 4');
  const at = await middle('.arrow.is-bundle .arrow-label');
  await page.mouse.click(at.x, at.y);
  expect(await page.evaluate(() => window.sinew!.view.getState().selection.transitions.length)).toBe(4);
  await page.mouse.dblclick(at.x, at.y);
  await expect.poll(() => bundle.count()).toBe(0);
  await page.keyboard.press('b');
  await expect.poll(() => bundle.count()).toBe(1);
});

test('a rectangle selects, Shift adds, alignment and layout are one step each', async () => {
  await drag(await free(4, 60), await free(900, 700));
  expect((await selected()).length).toBe(4);
  const at = await free(600, 30);
  await page.mouse.click(at.x, at.y);
  expect(await selected()).toEqual([]);
  const move = await body('Move');
  const hurt = await body('Hurt');
  await page.mouse.click(move.x, move.y);
  await page.keyboard.down('Shift');
  await page.mouse.click(hurt.x, hurt.y);
  await page.keyboard.up('Shift');
  expect(await selected()).toEqual(['Move', 'Hurt']);
  await page.evaluate(() => window.sinew!.perform('layout.alignTop'));
  const { states } = await machine();
  expect(states['Hurt']!.position![1]).toBe(states['Move']!.position![1]);
  await page.evaluate(() => window.sinew!.perform('layout.all'));
  await expect.poll(steps, { timeout: 30000 }).toBe(2);
});

test('a group box moves with what is in it, and a click inside of it goes to the canvas', async () => {
  const move = await body('Move');
  await page.mouse.click(move.x, move.y);
  await page.evaluate(() => window.sinew!.perform('group.create'));
  const before = await machine();
  const title = await middle('.group-title');
  await drag(title, { x: title.x + 60, y: title.y + 40 });
  const after = await machine();
  const by = after.editor!.groups![0]!.at[0] - before.editor!.groups![0]!.at[0];
  expect(by).toBeGreaterThan(0);
  expect(after.states['Move']!.position![0] - before.states['Move']!.position![0]).toBe(by);
  expect(after.states['Air']).toEqual(before.states['Air']);
  const box = (await page.locator('.group').boundingBox())!;
  await page.mouse.click(box.x + 6, box.y + box.height - 30);
  expect(await page.evaluate(() => window.sinew!.view.getState().selection.groups.length)).toBe(0);
});

test('by the keyboard alone: walk, connect, move, name, enter, leave', async () => {
  await page.locator('.canvas').focus();
  await page.keyboard.press('ArrowRight');
  for (let i = 0; i < 5 && (await selected())[0] !== 'Move'; i++) await page.keyboard.press('ArrowRight');
  expect(await selected()).toEqual(['Move']);
  await page.keyboard.press('ArrowDown');
  expect(await selected()).toEqual(['Strafe']);
  await page.keyboard.press('c');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  expect((await machine()).transitions!.at(-1)).toEqual({ from: 'Strafe', to: 'Hurt' });
  await page.keyboard.press('Escape');
  for (let i = 0; i < 8 && (await selected())[0] !== 'Strafe'; i++) await page.keyboard.press(i % 2 ? 'ArrowDown' : 'ArrowRight');
  const before = (await machine()).states['Strafe']!.position!;
  await page.keyboard.press('Alt+ArrowDown');
  expect((await machine()).states['Strafe']!.position).toEqual([before[0], before[1] + 20]);
  await page.keyboard.press('n');
  await page.keyboard.type('New one');
  await page.keyboard.press('Enter');
  expect((await machine()).states['New one']).toBeDefined();
  await page.evaluate(() => window.sinew!.view.setState({ selection: { states: ['Air'], transitions: [], groups: [], boxes: [] } }));
  await page.keyboard.press('Enter');
  await page.waitForSelector(state('Fall'));
  expect(await page.locator('.canvas-path').textContent()).toContain('Air');
  expect(await page.locator('.box-exit').count()).toBe(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('t');
});

test.each(['light', 'dark'] as const)('a picture of the hero, %s', async (theme) => {
  await page.emulateMedia({ colorScheme: theme });
  await page.waitForTimeout(300);
  await picture(page, `canvas-${theme}`);
  const move = await body('Move');
  await page.mouse.click(move.x, move.y);
  await page.waitForTimeout(500);
  await picture(page, `canvas-selected-${theme}`);
  await page.keyboard.press('Escape');
});
