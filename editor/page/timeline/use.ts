/* What the timeline shows: the clip that is chosen, as the model has it and as the document beside it says. */
import { useEffect, useMemo } from 'react';
import type { Clip } from '../../generated/protocol';
import { tell, useView, view } from '../app/view';
import { context } from '../commands/context';
import type { Command } from '../commands/types';
import { docOf, useDoc, type Doc } from '../document/store';
import { clipsOf } from '../graph/view';
import type { ClipView } from '../graph/types';
import { useModel } from '../live/model';
import { makeClips, openClips } from './clips';

export interface Shown {
  clips: readonly Clip[];
  clip: Clip | undefined;
  said: ClipView; // what the document says, or what holds without one
  doc: Doc | undefined;
  loop: boolean;
}

const silent = (name: string): ClipView => ({
  name, path: [name], loop: undefined, root: 'none', rootJoint: undefined, rootAxes: 'xz', rootYaw: false, events: [], properties: [],
});

export function useShown(): Shown {
  const model = useModel();
  const chosen = useView((state) => state.clip);
  const doc = useDoc(useView((state) => state.clips));
  useEffect(() => void openClips(), [model]);
  return useMemo(() => {
    const clips = model?.clips ?? [];
    const clip = clips.find((one) => one.name === chosen) ?? clips[0];
    const name = clip?.name ?? '';
    const said = (doc && clipsOf(doc).clips.find((one) => one.name === name)) ?? silent(name);
    return { clips, clip, said, doc, loop: said.loop ?? (clip?.loop !== false) };
  }, [model, chosen, doc]);
}

/* Runs a command on the document beside the model, which is made if this is the first thing that is said in it. */
export async function change<A>(command: Command<A>, args: A): Promise<void> {
  const id = docOf(view.getState().clips)?.id ?? (await makeClips());
  const doc = docOf(id);
  if (!doc) return;
  if (doc.readOnly) return tell('Another tab writes this file. Take it over there first.', 'refused');
  if (doc.tree.fault) return tell(`“${doc.name}” is not JSON in line ${doc.tree.fault.line}: ${doc.tree.fault.message}. Put that right first.`, 'refused');
  command.run(context(), args);
}
