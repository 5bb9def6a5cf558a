// Every control of every panel has a name, and names of files are text: the panels as HTML, without a browser.
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { About, KeyHelp } from '../app/help';
import { Bar } from '../app/bar';
import { Dialogs } from '../app/dialogs';
import { StatusLine } from '../app/status';
import { nothing, view } from '../app/view';
import { context } from '../commands/context';
import { BlendSpace } from '../blend/blend';
import { PathBar } from '../canvas/bars';
import { close, documents, open } from '../document/store';
import { ModelChoice } from '../viewport/model';
import { everyClip, everything } from '../testing/files';
import { choose } from '../timeline/state';
import { Timeline } from '../timeline/timeline';
import { Clips } from './clips';
import { FindingsList } from './findings-list';
import { setFindings } from './findings';
import { Inspector } from './inspector';
import { LayerTabs } from './layer-tabs';
import { Masks } from './masks';
import { Palette } from './palette';
import { Parameters } from './parameters';

// On a server zustand shows what a store began with; here it is to be what it holds.
vi.mock('zustand', async (load) => {
  const whole = await load<typeof import('zustand')>();
  return { ...whole, useStore: <S, T>(store: { getState(): S }, pick: (state: S) => T): T => pick(store.getState()) };
});
const model = {
  type: 'model', name: 'hero.glb', file: 3, error: undefined, joints: [{ name: 'hips', parent: -1 }, { name: '<b>"spine"</b>', parent: 0 }],
  clips: [{ name: 'walk', length: 1 }, { name: '<img src=x onerror=alert(1)>', length: 0.5 }],
};
vi.mock('../live/model', () => ({ useModel: () => model }));
vi.mock('../live/session', () => {
  const session = { status: { phase: 'open', sentence: '' }, welcome: { version: '1' }, request: () => new Promise(() => undefined), onStatus: () => () => undefined, onPush: () => () => undefined, onWelcome: () => () => undefined };
  return { session: () => session, startSession: () => session, want: () => () => undefined };
});
vi.mock('../app/theme', async (load) => ({ ...(await load<typeof import('../app/theme')>()), isDark: () => false }));

interface Control {
  readonly tag: string;
  readonly attributes: string;
  inside: string; // its text, and the names of pictures in it
}

const labelOf = (attributes: string): string => /\saria-label="([^"]+)"/.exec(attributes)?.[1] ?? '';

/** Controls without a name; also how many there are. */
function unnamed(html: string): { count: number; without: string[] } {
  const named = new Set([...html.matchAll(/<label[^>]*\sfor="([^"]+)"[^>]*>[^<]*[^<\s]/g)].map((match) => match[1]!));
  const stack: Control[] = [];
  const all: Control[] = [];
  const labels = new Map<Control, Control | undefined>();
  for (const [token, closing, tag = '', attributes = ''] of html.matchAll(/<(\/?)(\w+)((?:[^>"]|"[^"]*")*)>|[^<]+/g)) {
    if (tag === '') for (const one of stack) one.inside += token;
    else if (closing === '/') stack.pop();
    else {
      const one: Control = { tag, attributes, inside: '' };
      for (const around of stack) around.inside += labelOf(attributes);
      if (['button', 'input', 'select', 'textarea'].includes(tag) || /\stabindex="0"|\srole="(tab|option|slider|separator)"/i.test(attributes)) {
        all.push(one);
        labels.set(one, stack.findLast((around) => around.tag === 'label'));
      }
      if (tag !== 'input' && !attributes.endsWith('/')) stack.push(one);
    }
  }
  const isNamed = (one: Control): boolean => labelOf(one.attributes).trim() !== '' || named.has(/\sid="([^"]+)"/.exec(one.attributes)?.[1] ?? '') ||
    (!['input', 'select', 'textarea'].includes(one.tag) && one.inside.trim() !== '') || (labels.get(one)?.inside.trim() ?? '') !== '';
  return { count: all.length, without: all.filter((one) => !isNamed(one)).map((one) => `<${one.tag}${one.attributes}>`) };
}

function check(what: ReactNode, least = 1): string {
  const html = renderToStaticMarkup(what);
  const { count, without } = unnamed(html);
  expect(without).toEqual([]);
  expect(count).toBeGreaterThanOrEqual(least);
  // Whatever a file says, no tag comes of it.
  expect(html).not.toMatch(/<(img|script|b)[\s>]/);
  return html;
}

const evil = everything.replaceAll('"constructor"', '"<img src=x onerror=alert(1)>"').replaceAll('"Hurt"', '"<script>x</script>"');

beforeEach(() => {
  for (const id of [...documents.getState().docs.keys()]) close(id);
  open({ id: 1, name: 'x.animgraph', kind: 'graph', text: evil });
  open({ id: 2, name: 'x.clips.json', kind: 'clips', text: everyClip });
  view.setState({ graph: 1, clips: 2, clip: 'walk', place: { layer: 0, machine: [] }, selection: nothing, blend: undefined, dialog: undefined });
});

test('what finds controls without a name finds them', () => {
  const { count, without } = unnamed('<label for="a">A</label><input id="a"/><label>B<select><option>x</option></select></label><button>C</button><button aria-label="D"></button><button><svg></svg></button><input/><label for="e"></label><textarea id="e"></textarea>');
  expect([count, without]).toEqual([7, ['<button>', '<input/>', '<textarea id="e">']]);
});

test('the inspector of each state, each transition, each layer, several of them, and a group', () => {
  const machine = context().machine!;
  for (const state of machine.states) {
    view.setState({ selection: { ...nothing, states: [state.name] } });
    check(<Inspector />, 4);
  }
  for (const { id } of machine.transitions) {
    view.setState({ selection: { ...nothing, transitions: [id] } });
    check(<Inspector />, 12);
  }
  view.setState({ selection: { ...nothing, states: machine.states.map(({ name }) => name) } });
  check(<Inspector />, 6);
  view.setState({ selection: { ...nothing, transitions: machine.transitions.map(({ id }) => id) } });
  check(<Inspector />, 12);
  view.setState({ selection: { ...nothing, groups: machine.groups.map(({ id }) => id) } });
  check(<Inspector />, 5);
  for (const layer of [0, 1, 2]) {
    view.setState({ place: { layer, machine: [] }, selection: nothing });
    check(<Inspector />, 6);
  }
});

test('layers, parameters, masks, clips, the palette and the list of findings', () => {
  check(<LayerTabs />, 6);
  check(<Parameters />, 8);
  check(<Masks />, 5);
  check(<Clips />, 5);
  check(<Palette close={() => undefined} />, 2);
  setFindings(1, 0, true, [{ severity: 'error', code: 'x', message: '<img src=x>', path: 'layers[0]', file: 'x.clips.json', line: 1, column: 1 }]);
  check(<FindingsList />);
});

test('each kind of blend', () => {
  for (const state of ['Move', 'Aim', 'Faces', 'Lean']) {
    view.setState({ blend: { state, motion: [] } });
    check(<BlendSpace />, 3);
  }
});

test('the timeline with what is chosen in it', () => {
  const walk = context().clips!.clips.find(({ name }) => name === 'walk')!;
  check(<Timeline />, 12);
  for (const event of walk.events) {
    choose({ what: 'event', id: event.id });
    check(<Timeline />, 16);
  }
  for (const lane of walk.properties) {
    choose({ what: 'key', lane: lane.id, index: 0 });
    check(<Timeline />, 14);
  }
});

test('the bar, the status line, the way to the machine and every dialog', () => {
  check(<Bar />, 8);
  check(<StatusLine />);
  check(<ModelChoice />);
  check(<KeyHelp close={() => undefined} />);
  check(<About close={() => undefined} />);
  check(<PathBar graph={context().graph} place={{ layer: 0, machine: ['<script>x</script>'] }} />, 2);
  for (const dialog of ['open', 'new', 'find', 'keys', 'about', 'graph', 'text', 'clips-text']) {
    view.setState({ dialog });
    check(<Dialogs />, 1);
  }
});
