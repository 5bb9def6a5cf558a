/* The document beside the preview's model: hero.clips.json of hero.glb. It is opened when the timeline wants it, and made
   when something is said in it for the first time. */
import { adopt, letGo } from '../app/session';
import { docOf, type DocId } from '../document/store';
import { tell, view } from '../app/view';
import { live } from '../live/bus';
import { files, listFiles } from '../live/files';
import { session } from '../live/session';
import { RequestError } from '../live/socket';
import { EMPTY } from './edits';
import type { Document } from '../../generated/protocol';

export const clipsNameOf = (model: string): string => `${model.replace(/\.(glb|gltf)$/i, '')}.clips.json`;

let underWay: { name: string; done: Promise<DocId | undefined> } | null = null;

function wanted(): string | undefined {
  const model = live.preview.model;
  return model?.name && !model.error && /\.(glb|gltf)$/i.test(model.name) ? clipsNameOf(model.name) : undefined;
}

const entry = (name: string): number | undefined => files.getState().files.find((file) => file.name === name)?.id;

function take(document: Document): DocId {
  const opened = adopt(document);
  shows(opened.id);
  return opened.id;
}

function shows(id: DocId | undefined): void {
  const { clips: before } = view.getState();
  view.setState({ clips: id });
  if (before !== id) letGo(before);
}

/* The document if its file is there; undefined if it is not, or there is no model. */
export async function openClips(): Promise<DocId | undefined> {
  const name = wanted();
  const known = view.getState().clips;
  if (known !== undefined && docOf(known)?.name === name) return known;
  if (!name) return undefined;
  if (underWay?.name === name) return underWay.done;
  const done = request(name);
  underWay = { name, done };
  try {
    return await done;
  } finally {
    underWay = null;
  }
}

async function request(name: string): Promise<DocId | undefined> {
  if (entry(name) === undefined) await listFiles(session()).catch(() => undefined);
  const file = entry(name);
  if (file === undefined) {
    shows(undefined);
    return undefined;
  }
  try {
    return take((await session().request('open', { file })).document);
  } catch (error) {
    tell(error instanceof RequestError ? error.message : String(error), 'refused');
    return undefined;
  }
}

/* As above, and makes the file where there is none. */
export async function makeClips(): Promise<DocId | undefined> {
  const opened = await openClips();
  if (opened !== undefined) return opened;
  const name = wanted();
  if (!name) {
    tell('Only a glTF model has a file for its clips beside it. Choose one in the preview.', 'refused');
    return undefined;
  }
  try {
    return take((await session().request('create', { name, text: EMPTY })).document);
  } catch (error) {
    tell(error instanceof RequestError ? error.message : String(error), 'refused');
    return undefined;
  }
}
