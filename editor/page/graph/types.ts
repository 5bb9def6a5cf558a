// What a graph's text says, in one shape for both versions. Made by view.ts; never changed, and parts that an edit leaves
// alone are the same objects afterwards, so that identity tells what has to be drawn again.
import type { Id } from '../document/ids';
import type { Json, Path } from '../document/text';

export type Point = readonly [number, number];

export interface GraphView {
  readonly version: number; // 1 or 2; 0 where the text does not say
  readonly rig: string | undefined;
  readonly defaultMix: number;
  readonly parameters: readonly ParameterView[];
  readonly masks: readonly MaskView[];
  readonly mixes: readonly MixView[];
  readonly layers: readonly LayerView[];
}

export type ParameterType = 'float' | 'int' | 'bool' | 'trigger';

export interface ParameterView {
  readonly name: string;
  readonly path: Path;
  readonly type: ParameterType;
  readonly initial: number | boolean;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly latch: boolean;
  readonly expires: number | undefined;
}

export interface MaskView {
  readonly name: string | undefined; // none: a mask written into its layer
  readonly path: Path;
  readonly children: boolean;
  readonly bones: readonly { readonly name: string; readonly weight: number }[];
}

export interface MixView {
  readonly id: Id;
  readonly path: Path;
  readonly from: string;
  readonly to: string;
  readonly duration: number;
}

export interface Reference {
  readonly clip: string;
  readonly time: number;
}

export interface LayerView {
  readonly id: Id;
  readonly index: number;
  readonly name: string;
  readonly path: Path;
  readonly blend: 'replace' | 'additive';
  readonly weight: number;
  readonly weightParameter: string | undefined;
  readonly mask: string | MaskView | undefined;
  readonly reference: Reference | undefined;
  readonly rootMotion: boolean;
  readonly eventThreshold: number;
  readonly machine: MachineView;
}

export interface GroupView {
  readonly id: Id;
  readonly path: Path;
  readonly name: string;
  readonly at: Point;
  readonly size: Point;
  readonly color: string | undefined;
}

export interface MachineView {
  readonly path: Path;
  readonly entry: string | undefined; // the first state where the text does not say; none in a machine without states
  readonly entryGiven: boolean;
  readonly states: readonly StateView[];
  readonly transitions: readonly TransitionView[];
  readonly groups: readonly GroupView[];
  readonly places: { readonly any?: Point; readonly entry?: Point; readonly exit?: Point };
}

export type StateKind = 'clip' | '1d' | '2d' | 'direct' | 'add' | 'machine' | 'empty' | 'nothing';

export interface StateView {
  readonly name: string;
  readonly path: Path;
  readonly kind: StateKind;
  readonly motion: MotionView | undefined; // clips, blends and pairs
  readonly machine: MachineView | undefined;
  readonly position: Point | undefined;
  readonly speed: number;
  readonly speedParameter: string | undefined;
  readonly loop: boolean | 'pingpong' | undefined; // none: as the clip does; a blend loops
  readonly tags: readonly string[];
  readonly stepped: number | undefined;
}

/** A clip, a blend or an additive pair: a state's own, or one inside another. */
export interface MotionView {
  readonly id: Id | undefined; // of those in a list
  readonly path: Path;
  readonly kind: 'clip' | '1d' | '2d' | 'direct' | 'add' | 'nothing';
  readonly clip: string | undefined;
  readonly parameter: string | undefined; // 1D
  readonly parameters: readonly string[]; // 2D: x, y
  readonly algorithm: 'delaunay' | 'gradient' | 'polar' | 'grid';
  readonly sync: 'rate' | 'duration' | false;
  readonly normalizeAxes: boolean;
  readonly motions: readonly MotionView[];
  readonly at: number | Point | undefined; // its place in the blend it is in
  readonly weight: string | number | undefined; // direct: a parameter; a pair: a number or a parameter
  readonly speed: number;
  readonly base: MotionView | undefined;
  readonly delta: MotionView | undefined;
  readonly reference: Reference | undefined;
}

export type Test = '==' | '!=' | '<' | '<=' | '>' | '>=';

export interface ConditionView {
  readonly id: Id;
  readonly path: Path;
  readonly parameter: string;
  readonly test: Test;
  readonly value: number | boolean | undefined;
}

export interface TransitionView {
  readonly id: Id;
  readonly index: number; // in its machine's list: its order
  readonly path: Path;
  readonly from: string; // a state, or "*"
  readonly to: string; // a state, or "<exit>"
  readonly when: readonly ConditionView[];
  readonly fade: number | undefined;
  readonly exit: number | undefined;
  readonly exitEachLoop: boolean;
  readonly offset: number | 'match';
  readonly curve: 'linear' | 'smooth';
  readonly interrupt: 'none' | 'source' | 'target' | 'both';
  readonly hold: 'pose' | 'live' | 'inertial';
  readonly resume: boolean;
  readonly priority: number;
  readonly self: boolean;
  readonly disabled: boolean;
  readonly events: 'dominant' | 'both';
}

/** What a model's clips say beside it. */
export interface ClipsView {
  readonly clips: readonly ClipView[];
}

export interface ClipView {
  readonly name: string;
  readonly path: Path;
  readonly loop: boolean | undefined;
  readonly root: 'none' | 'hold' | 'motion';
  readonly rootJoint: string | undefined;
  readonly rootAxes: string;
  readonly rootYaw: boolean;
  readonly events: readonly EventView[];
  readonly properties: readonly PropertyView[];
}

export interface EventView {
  readonly id: Id;
  readonly path: Path;
  readonly time: number;
  readonly end: number | undefined; // a window has one
  readonly kind: string;
  readonly name: string;
  readonly payload: Json | undefined;
}

export type PropertyValue = number | string | readonly number[];

export interface PropertyView {
  readonly id: Id;
  readonly path: Path;
  readonly component: string | undefined;
  readonly field: string | undefined;
  readonly pointer: string | undefined;
  readonly times: readonly number[];
  readonly values: readonly PropertyValue[];
  readonly step: boolean;
}
