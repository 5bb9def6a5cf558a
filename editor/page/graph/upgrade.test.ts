// The page's upgrade against the bytes that the library's own is held to: tests/golden/upgrade.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Editing } from '../document/changes';
import { parse } from '../document/node';
import { refuseUpgrade, upgrade } from './upgrade';

const folder = join(import.meta.dirname, '../../../tests/golden/upgrade');
const names = readdirSync(folder).filter((name) => name.endsWith('.animgraph') && !name.endsWith('.2.animgraph'));
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

test.each(names)('%s as the library has it', (name) => {
  const text = read(name);
  const editing = new Editing(text, parse(text));
  expect(refuseUpgrade(editing)).toBeUndefined();
  upgrade(editing);
  expect(editing.text).toBe(read(name.replace('.animgraph', '.2.animgraph')));
  expect(refuseUpgrade(editing)).toBe('Only a file of version 1 can be upgraded.');
});

test('the graphs are there', () => {
  expect(names).toEqual(['lines.animgraph', 'one-line.animgraph', 'tabs.animgraph']);
});
