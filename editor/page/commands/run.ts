// Doing a command, from wherever it was asked for. What is refused is said in the status line, and nothing has changed.
import { tell } from '../app/view';
import { context, type View } from './context';
import { commandCalled, type AnyCommand, type ArgsOf, type Known } from './table';
import { Refused } from './types';

/** Why nothing can be changed just now, or nothing. */
function locked(one: AnyCommand, view: View): string | undefined {
  if (one.changes !== 'document') return undefined;
  const doc = one.group === 'clip' && one.name !== 'clip.rename' ? view.clipsDoc : view.doc;
  if (doc?.readOnly) return `“${doc.name}” is edited in another tab. Choose “Edit here” to go on in this one.`;
  if (doc?.tree.fault && one.group !== 'file' && one.name !== 'edit.undo' && one.name !== 'edit.redo') return 'The file is no JSON just now: repair its text first.';
  return undefined;
}

/** With these arguments, or those of the selection. False: it was not done, and why has been said. */
export function perform<N extends Known>(name: N, args?: ArgsOf<N>): boolean {
  return performAny(name, args);
}

export function performAny(name: string, given?: unknown): boolean {
  const one = commandCalled(name);
  const view = context();
  const why = locked(one, view);
  if (why) {
    tell(why, 'refused');
    return false;
  }
  const args: unknown = given !== undefined ? given : one.args(view);
  if (args === null) {
    tell(one.why?.(view) || 'That cannot be done just now.', 'refused');
    return false;
  }
  try {
    one.run(view, args);
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    tell(error.message, 'refused');
    return false;
  }
}

/** Whether it can be done now; if not, the reason. */
export function possible(one: AnyCommand, view: View): { can: boolean; why: string } {
  const why = locked(one, view);
  if (why) return { can: false, why };
  const can = one.args(view) !== null;
  return { can, why: can ? '' : one.why?.(view) ?? '' };
}
