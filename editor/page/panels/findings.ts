// What the runtime's own check says of each document, and where in the graph that is.
import { createStore, useStore } from 'zustand';
import type { Finding } from '../../generated/protocol';
import { find } from '../document/node';
import { docOf, type DocId } from '../document/store';
import type { Path } from '../document/text';
import { machineAt } from '../graph/places';
import type { GraphView } from '../graph/types';
import { goTo, tell, view, type Place } from '../app/view';
import type { View } from '../commands/context';
import { choose } from '../timeline/state';

export interface Found {
  readonly findings: readonly Finding[];
  readonly playable: boolean;
  readonly revision: number;
  readonly at: number; // the one that was jumped to last
}

const none: Found = { findings: [], playable: true, revision: -1, at: -1 };

const store = createStore<{ byDoc: ReadonlyMap<DocId, Found> }>(() => ({ byDoc: new Map() }));

export function setFindings(doc: DocId, revision: number, playable: boolean, findings: readonly Finding[]): void {
  const byDoc = new Map(store.getState().byDoc);
  byDoc.set(doc, { findings, playable, revision, at: -1 });
  store.setState({ byDoc });
}

export function findingsOf(doc: DocId | undefined): Found {
  return (doc !== undefined && store.getState().byDoc.get(doc)) || none;
}

export function useFindings(doc: DocId | undefined): Found {
  return useStore(store, (state) => (doc !== undefined && state.byDoc.get(doc)) || none);
}

/** A path as the check writes it: layers[0].machine.states["A.b"].speed */
export function pathOf(text: string): Path {
  const path: (string | number)[] = [];
  const part = /\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|\.?([^.[\]]+)/gy;
  for (let match = part.exec(text); match; match = part.exec(text)) {
    if (match[1] !== undefined) path.push(Number(match[1]));
    else if (match[2] !== undefined) path.push(unquoted(match[2]));
    else path.push(match[3]!);
  }
  return path;
}

function unquoted(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}

/** Where on the canvas a place of the text is shown. */
export interface Spot {
  readonly place: Place;
  readonly state?: string;
  readonly transition?: number; // its place in the machine's list
}

export function spotOf(graph: GraphView, path: Path): Spot | undefined {
  let layer = 0;
  let at = 0;
  if (graph.version !== 1) {
    if (path[0] !== 'layers' || typeof path[1] !== 'number') return undefined;
    [layer, at] = [path[1], 2];
    if (path[at] === 'machine') at++;
  }
  const machine: string[] = [];
  for (;;) {
    const place = { layer, machine: [...machine] };
    const [kind, key] = [path[at], path[at + 1]];
    if (kind === 'transitions' && typeof key === 'number') return { place, transition: key };
    if (kind !== 'states' || key === undefined) return { place };
    if (path[at + 2] !== 'machine') return { place, state: String(key) };
    machine.push(String(key));
    at += 3;
    if (at >= path.length) return { place, state: machine.pop()! };
  }
}

/** The place of a finding in the text, in UTF-16 units: of its path, else of its line and column, which counts bytes. */
export function offsetOf(doc: DocId, finding: Finding): number {
  const open = docOf(doc);
  if (!open) return 0;
  const placed = finding.path !== '' ? find(open.tree.root, pathOf(finding.path)) : undefined;
  if (placed) return placed.at;
  let start = 0;
  for (let line = 1; line < finding.line; line++) {
    const end = open.text.indexOf('\n', start);
    if (end < 0) break;
    start = end + 1;
  }
  const bytes = new TextEncoder().encode(open.text.slice(start, start + finding.column));
  return start + new TextDecoder().decode(bytes.slice(0, Math.max(0, finding.column - 1))).length;
}

/** Whether it is about what lies beside the model; files are told by their way in the project folder. */
export function isOfClips({ doc, clipsDoc }: Pick<View, 'doc' | 'clipsDoc'>, { file }: Finding): boolean {
  const is = (name: string | undefined): boolean => name !== undefined && (file === name || file.endsWith(`/${name}`));
  return is(clipsDoc?.name) && !is(doc?.name);
}

// walk.events[1].time: the clip in the timeline, with its marker chosen.
function goToClip({ clips }: View, [name, list, index]: Path): void {
  const clip = clips?.clips.find((one) => one.name === name);
  if (!clip) return view.setState({ dialog: 'clips-text' });
  view.setState({ clip: clip.name });
  const event = list === 'events' ? clip.events.find(({ path }) => path[2] === index) : undefined;
  const lane = list === 'properties' ? clip.properties.find(({ path }) => path[2] === index) : undefined;
  choose(event ? { what: 'event', id: event.id } : lane ? { what: 'key', lane: lane.id, index: 0 } : null);
}

/** Shows what a finding is about. */
export function goToFinding(context: View, index: number): void {
  const doc = context.doc;
  const found = findingsOf(doc?.id);
  const finding = found.findings[index];
  if (!doc || !finding || !context.graph) return;
  const byDoc = new Map(store.getState().byDoc);
  byDoc.set(doc.id, { ...found, at: index });
  store.setState({ byDoc });
  const path = pathOf(finding.path);
  if (isOfClips(context, finding)) {
    goToClip(context, path);
    return tell(finding.message, finding.severity === 'error' ? 'refused' : 'told');
  }
  const spot = spotOf(context.graph, path);
  if (spot) {
    const transition = spot.transition === undefined ? undefined : machineAt(context.graph, spot.place)?.transitions.find((one) => one.index === spot.transition);
    goTo(spot.place, { states: spot.state === undefined ? [] : [spot.state], transitions: transition ? [transition.id] : [] });
  } else if (path[0] === 'parameters' && typeof path[1] === 'string') view.setState({ shownParameter: path[1] });
  else if (path[0] === 'masks') view.setState({ masks: true });
  else if (path[0] === 'mixes' || path[0] === 'defaultMix') view.setState({ dialog: 'graph' });
  else if (finding.path === '') view.setState({ dialog: 'text' });
  tell(finding.message, finding.severity === 'error' ? 'refused' : 'told');
}
