// What a command is. All that the editor can do is one; menus, the toolbar, keys, the palette and the tests read the one table.
import type { View } from './context';

export type Group =
  | 'file' | 'edit' | 'state' | 'transition' | 'layout' | 'layer' | 'mask' | 'parameter' | 'blend' | 'mix' | 'clip' | 'preview' | 'view' | 'help';

export interface Spec<A> {
  readonly title: string; // 'Create a state'
  readonly group: Group;
  readonly keys?: string; // 'Ctrl+D'; several with a space between
  readonly changes: 'document' | 'view' | 'preview';
  /** False: only with arguments, from a panel or a gesture; menus and the palette do not offer it. */
  readonly menu?: boolean;
  /** The browser brings it about (copy and paste events): keys are shown, but not listened for. */
  readonly native?: boolean;
  /** The arguments from what is selected; null where it cannot be done now. */
  args(view: View): A | null;
  /** Why it cannot be done now, as a sentence. */
  why?(view: View): string;
  run(view: View, args: A): void;
  /** Arguments for the generated tests; null or none where this graph has nothing for it. */
  example?(view: View): A | null;
  examples?(view: View): readonly A[];
}

export interface Command<A = void> extends Spec<A> {
  readonly name: string; // 'state.create'
}

export function command<A>(spec: Spec<A>): Spec<A> {
  return spec;
}

/** The arguments that the generated tests try. */
export function examplesOf<A>(one: Spec<A>, view: View): readonly A[] {
  if (one.examples) return one.examples(view);
  const example = one.example?.(view);
  return example === null || (example === undefined && !one.example) ? [] : [example as A];
}

/** Thrown by a command that cannot be done with these arguments: the sentence is shown, and nothing has changed. */
export class Refused extends Error {}

export function refuse(sentence: string | undefined): void {
  if (sentence !== undefined) throw new Refused(sentence);
}

/** From arguments given by a panel alone. */
export const fromPanel = (): null => null;

export function isOffered(one: { readonly menu?: boolean; readonly args: unknown }): boolean {
  return one.menu !== false && one.args !== fromPanel;
}
