import { describe, expect, it } from 'vitest';
import { layersNow } from './follow';
import { stateElementId, transitionElementId } from './ids';
import { Overlay, type LayerNow } from './overlay';
import { open, docOf } from '../document/store';
import { graphOf } from '../graph/view';
import { Source, NONE } from '../live/bus';
import { hero as heroText } from '../testing/files';

// What an element is asked to do by the overlay.
class Fake {
  readonly classes = new Set<string>();
  readonly attributes = new Map<string, string>();
  readonly variables = new Map<string, string>();
  readonly classList = {
    contains: (name: string) => this.classes.has(name),
    toggle: (name: string, on: boolean) => void (on ? this.classes.add(name) : this.classes.delete(name)),
    remove: (...names: string[]) => names.forEach((name) => this.classes.delete(name)),
  };
  readonly style = {
    setProperty: (name: string, value: string) => void this.variables.set(name, value),
    removeProperty: (name: string) => void this.variables.delete(name),
  };
  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }
  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }
}

function stand(ids: readonly string[], bundles: Readonly<Record<number, string>> = {}) {
  const elements = new Map(ids.map((id) => [id, new Fake()]));
  const frames: (() => void)[] = [];
  const as = (one: Fake | undefined): Element | null => (one as unknown as Element) ?? null;
  const overlay = new Overlay(
    { byId: (id) => as(elements.get(id)), bundleOf: (id) => as(elements.get(bundles[id] ?? '')) },
    (then) => void frames.push(then),
  );
  const draw = (): number => {
    const count = frames.length;
    for (const frame of frames.splice(0)) frame();
    return count;
  };
  return { elements, overlay, draw, is: (id: string) => [...elements.get(id)!.classes] };
}

const layer = (state: string[], progress: number, fade?: LayerNow['fade']): LayerNow => ({ layer: 0, state, progress, fade });
const move = stateElementId(0, ['Move']);
const air = stateElementId(0, ['Air']);
const fall = stateElementId(0, ['Air', 'Fall']);

describe('the live overlay', () => {
  it('marks the active state, its progress, and the machine that it lies in', () => {
    const { elements, overlay, draw, is } = stand([move, air, fall]);
    overlay.show([layer(['Air', 'Fall'], 2.25)]);
    expect(is(air)).toEqual([]);
    draw();
    expect(is(air)).toEqual(['is-active']);
    expect(is(fall)).toEqual(['is-active']);
    expect(elements.get(fall)!.variables.get('--progress')).toBe('0.250');
    overlay.show([layer(['Move'], 1)]);
    draw();
    expect([is(air), is(fall), is(move)]).toEqual([[], [], ['is-active']]);
    expect(elements.get(fall)!.variables.size).toBe(0);
    expect(elements.get(move)!.variables.get('--progress')).toBe('1.000');
  });

  it('fills the arrow of the transition that runs, or of the bundle that it is in', () => {
    const { elements, overlay, draw, is } = stand([move, air, transitionElementId(7), 'arrow:pair'], { 9: 'arrow:pair' });
    overlay.show([layer(['Air'], 0, { from: ['Move'], to: ['Air'], transition: 7, t: 0.5 })]);
    draw();
    const arrow = elements.get(transitionElementId(7))!;
    expect([arrow.attributes.get('data-fill'), arrow.variables.get('--fill'), is(transitionElementId(7)), is(move)]).toEqual(['0.500', '0.500', ['is-active'], ['is-leaving']]);
    overlay.show([layer(['Air'], 0, { from: ['Move'], to: ['Air'], transition: 9, t: 0.25 })]);
    draw();
    expect(arrow.attributes.size + arrow.variables.size + arrow.classes.size).toBe(0);
    expect(elements.get('arrow:pair')!.attributes.get('data-fill')).toBe('0.250');
    overlay.show([]);
    draw();
    for (const one of elements.values()) expect(one.attributes.size + one.variables.size + one.classes.size).toBe(0);
  });

  it('changes elements once a frame, to the latest', () => {
    const { overlay, draw, is } = stand([move, air]);
    for (let i = 0; i < 10; i++) overlay.show([layer(['Move'], i / 10)]);
    overlay.show([layer(['Air'], 0)]);
    expect(draw()).toBe(1);
    expect([is(move), is(air)]).toEqual([[], ['is-active']]);
  });

  it('marks again what was drawn anew, and leaves what is not on the page', () => {
    const { elements, overlay, draw, is } = stand([move]);
    overlay.show([layer(['Move'], 0.5), { layer: 1, state: ['Free'], progress: 0, fade: undefined }]);
    draw();
    elements.get(move)!.classes.clear();
    overlay.show([layer(['Move'], 0.6)]);
    draw();
    expect(is(move)).toEqual(['is-active']);
  });

  it('takes a transition from what a game says by its place in its machine', () => {
    open({ id: 41, name: 'hero.animgraph', kind: 'graph', text: heroText });
    const graph = graphOf(docOf(41)!);
    const states = ['Move', 'Strafe', 'Air', 'Air/Jump', 'Air/Fall', 'Air/Land', 'Hurt'].map((path) => ({ layer: 0, path }));
    const source = new Source(0);
    const transitions = [
      { layer: 0, machine: NONE, index: 1, from: 0, to: 2 },
      { layer: 0, machine: 2, index: 2, from: 5, to: NONE },
      { layer: 0, machine: NONE, index: 1, from: 0, to: 6 },
    ];
    source.hear({ type: 'graph', source: 0, sequence: 0, hashLow: 0, hashHigh: 0, layers: [{ name: 'Base' }], states, parameters: [], transitions, clips: [], jointCount: 0 });
    const say = (transition: number, fadeTo: number): LayerNow => {
      const now = { state: 2, progress: 0.5, weight: 1, fadeFrom: 0, fadeTo, fadeT: 0.4, fadeDuration: 0.1, fadeTransition: transition };
      source.hear({ type: 'state', source: 0, sequence: 0, time: 1, dt: 0, speed: 1, paused: 0, layers: [now], samples: [], parameters: new Float32Array() });
      return layersNow(source, graph)[0]!;
    };
    const { machine } = graph.layers[0]!;
    expect(say(0, 2)).toEqual({ layer: 0, state: ['Air'], progress: 0.5, fade: { from: ['Move'], to: ['Air'], transition: machine.transitions[1]!.id, t: 0.4 } });
    const inner = machine.states.find((state) => state.name === 'Air')!.machine!;
    expect(say(1, 2).fade!.transition).toBe(inner.transitions[2]!.id);
    // An older graph than the text: that place holds another transition by now.
    expect(say(2, 6).fade!.transition).toBeUndefined();
    expect(say(NONE, NONE).fade).toBeUndefined();
  });
});
