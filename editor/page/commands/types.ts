// What a command is. All that the editor can do is one; menus, the toolbar, keys, the palette and the tests read the one table.
import type { View } from './context';

/** Where a command is offered. */
export type Group = 'file' | 'edit' | 'state' | 'transition' | 'layout' | 'layer' | 'mask' | 'parameter' | 'blend' | 'mix' | 'clip' | 'preview' | 'view' | 'help';

export interface Command<A = void> {
  readonly name: string; // 'state.create'
  readonly title: string; // 'Create a state'
  readonly group: Group;
  readonly keys?: string; // 'Ctrl+D'; several with a space between
  readonly changes: 'document' | 'view' | 'preview';
  readonly menu?: boolean; // false: only with arguments, from a panel or a gesture
  /** The arguments from what is selected; null where it cannot be done now. */
  args(context: View): A | null;
  /** Why it cannot be done now, as a sentence. */
  why?(context: View): string;
  run(context: View, args: A): void;
  /** Arguments for the generated tests; null where this graph has nothing for it. */
  example(context: View): A | null;
}
