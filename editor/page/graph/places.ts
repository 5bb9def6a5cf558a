// Machines by where they are: a layer and the names of the states on the way in.
import type { Place } from '../app/view';
import type { GraphView, MachineView, StateView, TransitionView } from './types';

export function machineAt(graph: GraphView, place: Place): MachineView | undefined {
  let machine = graph.layers[place.layer]?.machine;
  for (const name of place.machine) machine = machine && stateOf(machine, name)?.machine;
  return machine;
}

const states = new WeakMap<MachineView, Map<string, StateView>>();

export function stateOf(machine: MachineView, name: string): StateView | undefined {
  let index = states.get(machine);
  if (!index) {
    index = new Map();
    for (const state of machine.states) if (!index.has(state.name)) index.set(state.name, state);
    states.set(machine, index);
  }
  return index.get(name);
}

export function transitionOf(machine: MachineView, id: number): TransitionView | undefined {
  return machine.transitions.find((transition) => transition.id === id);
}

/** The place itself where it is in the graph, else the nearest machine around it, else the first layer. */
export function nearest(graph: GraphView, place: Place): Place {
  if (graph.layers.length === 0) return place;
  if (!graph.layers[place.layer]) return { layer: graph.layers.length - 1, machine: [] };
  for (let length = place.machine.length; length >= 0; length--) {
    const there = { layer: place.layer, machine: place.machine.slice(0, length) };
    if (machineAt(graph, there)) return length === place.machine.length ? place : there;
  }
  return { layer: place.layer, machine: [] };
}

/** Every machine of the graph with its place, outermost first. */
export function* machines(graph: GraphView): Generator<{ place: Place; machine: MachineView }> {
  for (const layer of graph.layers) yield* inside({ layer: layer.index, machine: [] }, layer.machine);
}

function* inside(place: Place, machine: MachineView): Generator<{ place: Place; machine: MachineView }> {
  yield { place, machine };
  for (const state of machine.states)
    if (state.machine) yield* inside({ layer: place.layer, machine: [...place.machine, state.name] }, state.machine);
}
