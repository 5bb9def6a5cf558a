// The panels by hand and by key, against a real server: what they change reaches the server's text and the file.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endBrowser, open, picture, type Opened } from './support/page';
import { forget, serve, type Server } from './support/server';

let server: Server;
let opened: Opened;

beforeAll(async () => {
  server = await serve();
  opened = await open(server);
  await opened.page.evaluate(() => window.sinew!.live.pause(true)); // the picture costs more than all else here
});
afterAll(async () => {
  await opened?.close();
  await endBrowser();
  await server?.end();
  if (server) forget(server.folder);
});

const text = () => opened.page.evaluate(() => window.sinew!.text()!);
const inStep = () => opened.page.waitForFunction(() => window.sinew!.inStep());
const choose = (states: string[], transition?: number) => opened.page.evaluate(([names, index]) => {
  const id = index === null ? [] : [window.sinew!.context().machine!.transitions[index]!.id];
  window.sinew!.view.setState({ selection: { states: names, transitions: id, groups: [], boxes: [] } });
}, [states, transition ?? null] as const);

it('a state is renamed in the inspector, and a name that is taken is refused beside the field', async () => {
  const { page } = opened;
  await choose(['Hurt']);
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Move');
  await page.getByText('here already').or(page.getByText('is taken')).waitFor();
  await name.press('Enter');
  expect(await text()).toContain('"Hurt":');
  await name.fill('Ouch');
  await name.press('Enter');
  await inStep();
  expect((await text()).match(/"Ouch"/g)).toHaveLength(3);
});

it('a condition is added, changed and taken away; each is a step', async () => {
  const { page } = opened;
  const before = await text();
  await choose([], 5);
  await page.getByLabel('Add a condition on a parameter').selectOption('aim');
  await page.getByLabel('How aim is compared').selectOption('<=');
  const value = page.getByLabel('Value for aim');
  await value.fill('0.5');
  await value.press('Enter');
  expect(await text()).toContain('"when": [ { "parameter": "aim", "test": "<=", "value": 0.5 } ]');
  await picture(page, 'inspector-transition');
  await page.getByRole('button', { name: 'Remove the condition on aim' }).click();
  expect(await text()).toBe(before);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await page.getByRole('button', { name: /^Undo/ }).click();
  expect(await text()).toContain('"test": "<="');
});

it('the palette goes to a state inside a sub-machine by keys alone', async () => {
  const { page } = opened;
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: /Find a state/ }).fill('fall');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => window.sinew!.view.getState())).toMatchObject({ place: { layer: 0, machine: ['Air'] }, selection: { states: ['Fall'] } });
});

it('Ctrl+S saves what is shown, and the mark of unsaved work goes', async () => {
  const { page } = opened;
  expect(await page.evaluate(() => window.sinew!.dirty())).toBe(true);
  await page.keyboard.press('Control+S');
  await page.waitForFunction(() => !window.sinew!.dirty());
  expect(server.read('hero.animgraph')).toBe(await text());
  expect(await page.title()).toBe('hero.animgraph – sinew');
});

it('a text that is no JSON is shown as text with the place of the fault, and can be repaired', async () => {
  const { page } = opened;
  const whole = await text();
  await page.keyboard.press('Control+E');
  const area = page.getByLabel('The file’s text');
  await area.fill(whole.replace('"version": 2,', '"version": 2'));
  await page.getByRole('button', { name: 'Take it over' }).click();
  await page.getByText('at line 3, column 3').waitFor();
  await area.fill(whole);
  await page.getByRole('button', { name: 'Take it over' }).click();
  await inStep();
  expect(await text()).toBe(whole);
  expect(opened.complaints).toEqual([]);
});
