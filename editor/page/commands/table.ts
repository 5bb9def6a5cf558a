// The one table of all commands. Menus, the toolbar, keys, the palette, the key help and the generated tests read it.
import { blendCommands } from './blend';
import { canvasCommands } from './canvas';
import { clipCommands } from './clip';
import { editCommands } from './edit';
import { fileCommands } from './file';
import { layerCommands, maskCommands } from './layer';
import { layoutCommands } from './layout';
import { motionCommands } from './motion';
import { mixCommands, parameterCommands } from './parameter';
import { previewCommands } from './preview';
import { stateCommands } from './state';
import { transitionCommands } from './transition';
import type { Command, Group, Spec } from './types';
import { viewCommands } from './view';

const keyed = {
  ...fileCommands, ...editCommands, ...stateCommands, ...transitionCommands, ...layoutCommands, ...canvasCommands, ...layerCommands, ...maskCommands, ...parameterCommands,
  ...mixCommands, ...motionCommands, ...viewCommands,
};

type Keyed = typeof keyed;
type ArgsIn<S> = S extends Spec<infer A> ? A : never;

/** The names of commands whose arguments are known to the compiler. */
export type Known = keyof Keyed;
export type ArgsOf<N extends Known> = ArgsIn<Keyed[N]>;

/** A command whose arguments nobody has to know: it gets those that it gave itself. */
export type AnyCommand = Command<any>;

export const commands: readonly AnyCommand[] = [
  ...Object.entries(keyed).map(([name, spec]) => ({ ...(spec as Spec<unknown>), name })),
  ...blendCommands, ...clipCommands, ...previewCommands,
] as AnyCommand[];

const byName = new Map(commands.map((one) => [one.name, one]));

export function commandCalled(name: string): AnyCommand {
  const one = byName.get(name);
  if (!one) throw new Error(`there is no command ${name}`);
  return one;
}

export const groups: readonly { group: Group; title: string }[] = [
  { group: 'file', title: 'File' }, { group: 'edit', title: 'Edit' }, { group: 'state', title: 'State' }, { group: 'transition', title: 'Transition' },
  { group: 'layout', title: 'Layout' }, { group: 'layer', title: 'Layer' }, { group: 'mask', title: 'Mask' }, { group: 'parameter', title: 'Parameter' },
  { group: 'blend', title: 'Blend' }, { group: 'mix', title: 'Graph' }, { group: 'clip', title: 'Clip' }, { group: 'preview', title: 'Preview' },
  { group: 'view', title: 'View' }, { group: 'help', title: 'Help' },
];
