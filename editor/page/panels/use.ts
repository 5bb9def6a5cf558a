// What panels read: the graph as it is, and what is selected in it.
import { useDoc } from '../document/store';
import { machineAt } from '../graph/places';
import { graphOf } from '../graph/view';
import { clipsNamed } from '../graph/references';
import type { GraphView, MachineView } from '../graph/types';
import { useModel } from '../live/model';
import { useView } from '../app/view';

export function useGraph(): GraphView | undefined {
  const doc = useDoc(useView((state) => state.graph));
  return doc && graphOf(doc);
}

export function useMachine(): MachineView | undefined {
  const graph = useGraph();
  const place = useView((state) => state.place);
  return graph && machineAt(graph, place);
}

export function useReadOnly(): boolean {
  return useDoc(useView((state) => state.graph))?.readOnly ?? false;
}

/** Names of clips to choose from: the model's, then those that the graph names beside it. */
export function useClips(): string[] {
  const graph = useGraph();
  const model = useModel();
  const names = new Set(model?.clips.map((clip) => clip.name) ?? []);
  if (graph) for (const name of clipsNamed(graph)) names.add(name);
  return [...names];
}

/** Parameters that can drive something: floats and ints. */
export function numbersOf(graph: GraphView | undefined): string[] {
  return graph?.parameters.filter((one) => one.type === 'float' || one.type === 'int').map((one) => one.name) ?? [];
}

/** The one value that all have, or that they differ. */
export function common<T>(values: readonly T[]): { value: T; mixed: boolean } {
  return { value: values[0]!, mixed: values.some((value) => value !== values[0]) };
}
