/* What games say, outside React: the latest of each, by source. The preview is source 0 and speaks as any game does.
   Invariant: names are looked up by index in the graph that the same source told last; what came before it is forgotten
   when it tells another. */
import {
  tell, type GraphHeard, type HappenedHeard, type Heard, type InstanceHeard, type MeshesHeard, type ModelPush,
  type PoseHeard, type Push, type StateHeard, type WhyHeard,
} from '../../generated/protocol';
import { FadeLog, type FadeNow } from './fades';
import { Moments } from './moments';

export const NONE = 0xffffffff;
export const HELD = 0xfffffffe;
export const PREVIEW = 0;
export const ALL_LAYERS = 65535;

export type ParameterType = 'bool' | 'int' | 'float' | 'trigger';

export type Topic = 'instance' | 'graph' | 'state' | 'pose' | 'why' | 'happened' | 'meshes' | 'model';

export class Source {
  name = '';
  writable = false;
  graph: GraphHeard | null = null;
  state: StateHeard | null = null;
  pose: PoseHeard | null = null;
  why: WhyHeard | null = null;
  meshes: MeshesHeard | null = null;
  model: ModelPush | null = null;
  readonly fades = new FadeLog();
  readonly moments = new Moments();

  private parameters = new Map<string, number>();
  private states = new Map<string, number>();
  private transitions = new Map<string, number>();
  private readonly listeners = new Map<Topic, Set<() => void>>();

  constructor(readonly id: number, private readonly types: readonly ParameterType[] = TYPES) {}

  // ---- names ----

  /* `path` is the whole path in its layer, such as "Air/Fall"; -1: none. */
  findState = (layer: number, path: string): number => this.states.get(`${layer}/${path}`) ?? -1;
  findParameter = (name: string): number => this.parameters.get(name) ?? -1;
  findLayer = (name: string): number => this.graph?.layers.findIndex((layer) => layer.name === name) ?? -1;
  /* `machine`: the path of the sub-machine's state, '' for the layer's outermost; `index`: the place in its list. */
  findTransition = (layer: number, machine: string, index: number): number =>
    this.transitions.get(`${layer}/${machine}/${index}`) ?? -1;

  layerName = (layer: number): string => this.graph?.layers[layer]?.name ?? `track ${layer - (this.graph?.layers.length ?? 0)}`;
  statePath(state: number): string {
    if (state === HELD) return '<held>';
    return this.graph?.states[state]?.path ?? (state === NONE ? '' : '?');
  }
  clipName(clip: number): string {
    if (clip === HELD) return '<held>';
    return this.graph?.clips[clip]?.name ?? (clip === NONE ? '' : '?');
  }
  parameterType = (index: number): ParameterType | undefined => this.types[this.graph?.parameters[index]?.type ?? -1];
  transitionText(transition: number): string {
    const it = this.graph?.transitions[transition];
    if (!it) return 'another transition';
    return `${it.from === NONE ? 'any' : last(this.statePath(it.from))} → ${it.to === NONE ? '<exit>' : last(this.statePath(it.to))}`;
  }

  // ---- what is now ----

  parameter(name: string): number | undefined {
    const index = this.findParameter(name);
    return index < 0 ? undefined : this.state?.parameters[index];
  }
  verdict(transition: number): WhyHeard['verdicts'][number] | undefined {
    return this.why?.verdicts[transition];
  }
  fadeOf(layer: number): FadeNow | null {
    const now = this.state?.layers[layer];
    if (!now || now.fadeTo === NONE) return null;
    return { from: now.fadeFrom, to: now.fadeTo, t: now.fadeT, duration: now.fadeDuration, transition: now.fadeTransition };
  }
  /* A joint tree's name of a mask, a clip's length: what the model says. */
  clipLength = (name: string): number | undefined => this.model?.clips.find((clip) => clip.name === name)?.length;

  // ---- listening ----

  on(topics: readonly Topic[], fn: () => void): () => void {
    for (const topic of topics) {
      let set = this.listeners.get(topic);
      if (!set) this.listeners.set(topic, (set = new Set()));
      set.add(fn);
    }
    return () => topics.forEach((topic) => this.listeners.get(topic)?.delete(fn));
  }

  private say(topic: Topic): void {
    for (const fn of this.listeners.get(topic) ?? []) fn();
  }

  // ---- hearing ----

  hear(heard: Heard): void {
    switch (heard.type) {
      case 'instance': this.instance(heard); break;
      case 'graph': this.named(heard); break;
      case 'state': this.now(heard); break;
      case 'pose': this.pose = heard; break;
      case 'why': this.why = heard; break;
      case 'happened': this.happened(heard); break;
      case 'meshes': this.meshes = heard; break;
    }
    this.say(heard.type);
  }

  setModel(model: ModelPush): void {
    this.model = model;
    this.meshes = null;
    this.pose = null;
    this.say('model');
  }

  private instance(heard: InstanceHeard): void {
    this.name = heard.name;
    this.writable = heard.writable !== 0;
  }

  private named(graph: GraphHeard): void {
    this.graph = graph;
    this.state = null;
    this.why = null;
    this.fades.clear();
    this.parameters = new Map(graph.parameters.map((parameter, i) => [parameter.name, i]));
    this.states = new Map(graph.states.map((state, i) => [`${state.layer}/${state.path}`, i]));
    this.transitions = new Map(graph.transitions.map((it, i) => [
      `${it.layer}/${it.machine === NONE ? '' : this.statePath(it.machine)}/${it.index}`, i,
    ]));
  }

  private now(state: StateHeard): void {
    if (this.state && state.time < this.state.time) this.moments.clear();
    this.state = state;
    this.fades.update(state.time, state.layers.map((_, layer) => this.fadeOf(layer)));
  }

  private happened(heard: HappenedHeard): void {
    this.moments.add(heard, this);
  }
}

const last = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/* The protocol's numbers of types are the runtime's. */
const TYPES: readonly ParameterType[] = ['float', 'int', 'bool', 'trigger'];

export interface Teller {
  tell(bytes: Uint8Array<ArrayBuffer>): boolean;
}

export class LiveBus {
  readonly sources = new Map<number, Source>();
  /* What the page shows and what its controls act on. */
  current = PREVIEW;
  private teller: Teller | null = null;
  private readonly switched = new Set<() => void>();

  constructor() {
    this.sources.set(PREVIEW, new Source(PREVIEW));
  }

  get source(): Source {
    return this.sources.get(this.current) ?? this.preview;
  }
  get preview(): Source {
    return this.sources.get(PREVIEW)!;
  }

  attach(teller: Teller): void {
    this.teller = teller;
  }

  choose(id: number): void {
    if (!this.sources.has(id) || id === this.current) return;
    this.current = id;
    for (const fn of this.switched) fn();
  }

  /* Follows the current source, also when it becomes another. */
  on(topics: readonly Topic[], fn: () => void): () => void {
    let end = this.source.on(topics, fn);
    const again = (): void => {
      end();
      end = this.source.on(topics, fn);
      fn();
    };
    this.switched.add(again);
    return () => {
      this.switched.delete(again);
      end();
    };
  }

  hear(heard: Heard): void {
    let source = this.sources.get(heard.source);
    if (!source) this.sources.set(heard.source, (source = new Source(heard.source)));
    source.hear(heard);
  }

  push(push: Push): void {
    if (push.type === 'model') this.preview.setModel(push);
  }

  // ---- telling: false where it could not be said ----

  set = (parameter: string, value: number | boolean): boolean =>
    this.named(parameter, (index) => tell.set(this.current, index, Number(value)));
  fire = (parameter: string): boolean => this.named(parameter, (index) => tell.fire(this.current, index));
  travel(layer: number, path: string): boolean {
    const state = this.source.findState(layer, path);
    return state >= 0 && this.tell(tell.travel(this.current, layer, state));
  }
  pause = (paused: boolean): boolean => this.tell(tell.pause(this.current, paused ? 1 : 0));
  step = (count = 1, fps = 60): boolean => this.tell(tell.step(this.current, count, fps));
  speed = (speed: number): boolean => this.tell(tell.speed(this.current, Math.min(Math.max(speed, 0), 10)));
  restart = (): boolean => this.tell(tell.restart(this.current));
  weight = (layer: number, weight: number): boolean =>
    this.tell(tell.weight(this.current, layer, Math.min(Math.max(weight, 0), 1)));
  solo = (layer: number | null): boolean => this.tell(tell.solo(this.current, layer ?? ALL_LAYERS));

  private named(parameter: string, make: (index: number) => Uint8Array<ArrayBuffer>): boolean {
    const index = this.source.findParameter(parameter);
    return index >= 0 && this.tell(make(index));
  }

  private tell(bytes: Uint8Array<ArrayBuffer>): boolean {
    return this.teller?.tell(bytes) ?? false;
  }
}

/* The page's one bus. */
export const live = new LiveBus();
