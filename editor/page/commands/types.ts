// What a command is. All that the editor can do is one; menus, the toolbar, keys, the palette and the tests read the one table.
import type { View } from './context';

export type Group =
  | 'file' | 'edit' | 'state' | 'transition' | 'layout' | 'layer' | 'mask' | 'parameter' | 'blend' | 'mix' | 'clip' | 'preview' | 'view' | 'help';

export interface Command<A> {
  readonly title: string; // 'Create a state'
  readonly group: Group;
  readonly keys?: string; // 'Ctrl+D'; several with a space between
  readonly changes: 'document' | 'view' | 'preview';
  /** Whether it makes sense without arguments from a panel or a gesture: then menus and the palette offer it. */
  readonly menu?: boolean;
  /** The browser brings it about (copy and paste events): keys are shown, but not listened for. */
  readonly native?: boolean;
  /** The arguments from what is selected; null where it cannot be done now. */
  args(view: View): A | null;
  /** Why it cannot be done now, as a sentence. */
  why?(view: View): string;
  run(view: View, args: A): void;
  /** Arguments for the generated tests, several where kinds differ; none where this graph has nothing for it. */
  examples(view: View): readonly A[];
}

export function command<A>(spec: Command<A>): Command<A> {
  return spec;
}

/** Thrown by a command that cannot be done with these arguments: the sentence is shown, and nothing has changed. */
export class Refused extends Error {}

export function refuse(sentence: string | undefined): void {
  if (sentence !== undefined) throw new Refused(sentence);
}

/** From arguments given by a panel alone. */
export const fromPanel = (): null => null;
