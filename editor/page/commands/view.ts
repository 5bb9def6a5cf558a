// Where one looks: zoom, places, the palette, the theme, help.
import { ask, type Asked } from '../app/ask';
import { chooseTheme, type Theme } from '../app/theme';
import { goTo, view as viewStore, type Place, type ViewState } from '../app/view';
import { nearest } from '../graph/places';
import type { View } from './context';
import { findingsOf, goToFinding } from '../panels/findings';
import { command } from './types';

const asking = (asked: Asked, title: string, keys?: string, native = false) => command<undefined>({
  title, group: 'view', changes: 'view', ...(keys ? { keys } : {}), ...(native ? { native } : {}),
  args: (view) => (view.machine ? undefined : null), why: () => 'Open a graph first.', run: () => ask(asked), examples: () => [undefined],
});

function showing(dialog: string, title: string, group: 'view' | 'help' | 'file', keys?: string) {
  return command<undefined>({
    title, group, changes: 'view', ...(keys ? { keys } : {}), args: () => undefined,
    run: () => viewStore.setState({ dialog }), examples: () => [undefined],
  });
}

function travel(view: View, way: 'back' | 'forward'): Place | null {
  const list = view.state[way];
  return list[list.length - 1] ?? null;
}

function walk(view: View, way: 'back' | 'forward', place: Place): void {
  const other = way === 'back' ? 'forward' : 'back';
  const { [way]: list, [other]: others, place: here } = view.state;
  goTo(view.graph ? nearest(view.graph, place) : place);
  viewStore.setState({ [way]: list.slice(0, -1), [other]: [...others, here].slice(-100) });
}

const theme = (chosen: Theme, title: string) => command<undefined>({
  title, group: 'view', changes: 'view', args: () => (typeof document === 'undefined' ? null : undefined), why: () => 'There is no page.',
  run: () => chooseTheme(chosen),
  examples: () => [undefined],
});

function findingStep(view: View, by: 1 | -1): { index: number } | null {
  const { findings, at } = findingsOf(view.state.graph);
  return findings.length === 0 ? null : { index: (at + by + findings.length) % findings.length };
}

export const viewCommands = {
  'view.find': showing('find', 'Find a state, clip, parameter, event or command', 'view', 'Ctrl+K Ctrl+F'),
  'view.fit': asking('fit', 'Show all of the machine', 'A', true),
  'view.fitSelection': asking('fit-selection', 'Show the selection', 'F', true),
  'view.zoomIn': asking('zoom-in', 'Zoom in', '+', true),
  'view.zoomOut': asking('zoom-out', 'Zoom out', '-', true),
  'view.zoom1': asking('zoom-1', 'Zoom to real size', '1'),
  'view.minimap': asking('minimap', 'Show or hide the map'),
  'view.back': command<Place>({
    title: 'Back', group: 'view', changes: 'view', keys: 'Alt+Shift+ArrowLeft', args: (view) => travel(view, 'back'), why: () => 'There is no machine to go back to.',
    run: (view, place) => walk(view, 'back', place), examples: () => [{ layer: 0, machine: [] }],
  }),
  'view.forward': command<Place>({
    title: 'Forward', group: 'view', changes: 'view', keys: 'Alt+Shift+ArrowRight', args: (view) => travel(view, 'forward'), why: () => 'There is no machine to go forward to.',
    run: (view, place) => walk(view, 'forward', place), examples: () => [{ layer: 0, machine: [] }],
  }),
  'view.up': command<{ place: Place; from: string; blend?: ViewState['blend'] }>({
    title: 'Leave the sub-machine or blend', group: 'view', changes: 'view', keys: 'U',
    args(view) {
      const { blend, place } = view.state;
      if (blend) return { place, from: blend.state, blend: blend.motion.length > 0 ? { ...blend, motion: blend.motion.slice(0, -1) } : undefined };
      const { layer, machine } = place;
      const from = machine[machine.length - 1];
      return from === undefined ? null : { place: { layer, machine: machine.slice(0, -1) }, from };
    },
    why: () => 'This is the outermost machine of the layer.',
    run(_view, { place, from, blend }) {
      goTo(place, { states: [from] });
      if (blend) viewStore.setState({ blend });
    },
    examples: (view) => { const layer = view.graph?.layers.findIndex((one) => one.machine.states.length > 0) ?? -1; return layer < 0 ? [] : [{ place: { layer, machine: [] }, from: view.graph!.layers[layer]!.machine.states[0]!.name }]; },
  }),
  'view.nextFinding': command<{ index: number }>({
    title: 'Go to the next error or warning', group: 'view', changes: 'view', keys: 'F8', args: (view) => findingStep(view, 1), why: () => 'There are no errors and no warnings.',
    run: (view, { index }) => goToFinding(view, index), examples: () => [],
  }),
  'view.previousFinding': command<{ index: number }>({
    title: 'Go to the error or warning before', group: 'view', changes: 'view', keys: 'Shift+F8', args: (view) => findingStep(view, -1), why: () => 'There are no errors and no warnings.',
    run: (view, { index }) => goToFinding(view, index), examples: () => [],
  }),
  'view.masks': command<{ masks: boolean }>({
    title: 'Edit masks', group: 'view', changes: 'view', args: (view) => ({ masks: !view.state.masks }),
    run: (_view, { masks }) => viewStore.setState({ masks }), examples: () => [{ masks: true }, { masks: false }],
  }),
  'view.mixes': showing('graph', 'The graph’s settings and mixes', 'view'),
  'view.text': showing('text', 'Show the file’s text', 'view', 'Ctrl+E'),
  'view.clipsText': command<undefined>({
    title: 'Show the text of the file beside the model', group: 'view', changes: 'view',
    args: (view) => (view.clipsDoc ? undefined : null), why: () => 'The model of the preview has no file for its clips yet.',
    run: () => viewStore.setState({ dialog: 'clips-text' }), examples: (view) => (view.clipsDoc ? [undefined] : []),
  }),
  'view.themeSystem': theme('system', 'Colours as the system has them'),
  'view.themeLight': theme('light', 'Light colours'),
  'view.themeDark': theme('dark', 'Dark colours'),
  'view.focusCanvas': asking('focus-canvas', 'To the graph', 'F6'),
  'view.focusInspector': asking('focus-inspector', 'To the inspector', 'Shift+F6'),
  'view.focusClips': asking('focus-clips', 'To the clips', 'Ctrl+Shift+F6'),
  'view.focusParameters': asking('focus-parameters', 'To the parameters', 'Ctrl+F6'),
  'view.focusTimeline': asking('focus-timeline', 'To the clip timeline', 'Alt+F6'),
  'help.keys': showing('keys', 'Keys', 'help', '?'),
  'help.about': showing('about', 'About and licences', 'help'),
};
