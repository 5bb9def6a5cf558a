// What is live, on the canvas: classes and CSS variables on its elements, once a frame, past React. What a game says of a
// layer comes in; what is on the elements goes out. An element that React has drawn anew is marked again in the next frame.

import type { Id } from '../document/ids';
import { stateElementId, transitionElementId } from './ids';

/** A layer as it is just now. Paths are those of states from the layer's machine down. */
export interface LayerNow {
  readonly layer: number;
  readonly state: readonly string[];
  readonly progress: number;
  readonly fade: { readonly from: readonly string[] | undefined; readonly to: readonly string[]; readonly transition: Id | undefined; readonly t: number } | undefined;
}

export interface Elements {
  byId(id: string): Element | null;
  /** The arrow of a bundle that draws this transition. */
  bundleOf(id: Id): Element | null;
}

type Marking = { classes: Set<string>; variables: Map<string, string>; fill: string | undefined };

/** What each element is to carry. States inside of an active one make those around them active, too. */
export function markingsOf(layers: readonly LayerNow[]): Map<string, Marking> {
  const marks = new Map<string, Marking>();
  const mark = (id: string): Marking => {
    let one = marks.get(id);
    if (!one) marks.set(id, (one = { classes: new Set(), variables: new Map(), fill: undefined }));
    return one;
  };
  for (const { layer, state, progress, fade } of layers) {
    for (let depth = 1; depth <= state.length; depth++) {
      const one = mark(stateElementId(layer, state.slice(0, depth)));
      one.classes.add('is-active');
      if (depth === state.length) one.variables.set('--progress', (progress > 1 ? progress % 1 || 1 : progress).toFixed(3));
    }
    if (!fade) continue;
    for (let depth = 1; depth <= (fade.from?.length ?? 0); depth++) {
      const one = mark(stateElementId(layer, fade.from!.slice(0, depth)));
      if (!one.classes.has('is-active')) one.classes.add('is-leaving');
    }
    if (fade.transition !== undefined) {
      const one = mark(transitionElementId(fade.transition));
      one.classes.add('is-active');
      one.variables.set('--fill', fade.t.toFixed(3));
      one.fill = fade.t.toFixed(3);
    }
  }
  return marks;
}

const OURS = ['is-active', 'is-leaving'];

function apply(element: Element, marking: Marking): void {
  for (const name of OURS) {
    if (element.classList.contains(name) !== marking.classes.has(name)) element.classList.toggle(name, marking.classes.has(name));
  }
  const { style } = element as HTMLElement | SVGElement;
  for (const [name, value] of marking.variables) style.setProperty(name, value);
  if (marking.fill !== undefined) element.setAttribute('data-fill', marking.fill);
}

function clear(element: Element): void {
  element.classList.remove(...OURS);
  const { style } = element as HTMLElement | SVGElement;
  style.removeProperty('--progress');
  style.removeProperty('--fill');
  element.removeAttribute('data-fill');
}

/** Keeps the elements as the layers are. `show` may be called as often as one likes; elements change once a frame. */
export class Overlay {
  private marked = new Map<string, Element>();
  private latest: readonly LayerNow[] = [];
  private asked = false;

  constructor(
    private readonly elements: Elements,
    private readonly frame: (then: () => void) => void = (then) => requestAnimationFrame(then),
  ) {}

  show(layers: readonly LayerNow[]): void {
    this.latest = layers;
    if (this.asked) return;
    this.asked = true;
    this.frame(() => {
      this.asked = false;
      this.draw();
    });
  }

  private find(id: string): Element | null {
    const element = this.elements.byId(id);
    const transition = /^arrow:t(\d+)$/.exec(id);
    return element ?? (transition ? this.elements.bundleOf(Number(transition[1])) : null);
  }

  private draw(): void {
    const next = new Map<string, Element>();
    for (const [id, marking] of markingsOf(this.latest)) {
      const element = this.find(id);
      if (!element) continue;
      next.set(id, element);
      apply(element, marking);
    }
    const still = new Set(next.values());
    for (const element of this.marked.values()) if (!still.has(element)) clear(element);
    this.marked = next;
  }
}

/** The elements of the page. */
export const pageElements: Elements = {
  byId: (id) => document.getElementById(id),
  bundleOf: (id) => document.querySelector(`.arrow[data-ids~="${id}"]`),
};
