// The bar at the top: menus, the file's name with its mark, and what is done most.
import { CircleHelp, Redo2, Save, Search, Undo2, type LucideIcon } from 'lucide-react';
import { useEffect } from 'react';
import { isDirty, useDoc, useDocuments } from '../document/store';
import { perform } from '../commands/run';
import { commandCalled, type Known } from '../commands/table';
import { MenuBar } from './menus';
import { keysShown } from './keys';
import { useView } from './view';

function Tool({ name, icon: Icon, label, disabled }: { name: Known; icon: LucideIcon; label?: string | undefined; disabled?: boolean | undefined }) {
  const { title, keys } = commandCalled(name);
  const shown = label ?? title;
  return <button type="button" className="icon" aria-label={shown} title={keys ? `${shown} (${keysShown(keys)})` : shown} disabled={disabled} onClick={() => perform(name)}><Icon aria-hidden /></button>;
}

export function Bar() {
  const doc = useDoc(useView((state) => state.graph));
  const done = useDocuments((state) => state.done[state.done.length - 1]?.label);
  const undone = useDocuments((state) => state.undone[state.undone.length - 1]?.label);
  const dirty = useDocuments((state) => [...state.docs.values()].filter(isDirty).map((one) => one.name).join(', '));
  const title = doc ? `${dirty ? '● ' : ''}${doc.name} – sinew` : 'sinew';
  useEffect(() => { document.title = title; }, [title]);
  return (
    <>
      <MenuBar />
      <h1 className="file-name" data-dirty={dirty !== '' || undefined}>
        {doc?.name ?? 'no graph'}
        {dirty !== '' && <span className="dirty" role="img" aria-label={`not saved: ${dirty}`} title={`Not saved: ${dirty}`}>●</span>}
      </h1>
      <div role="toolbar" aria-label="File and history" className="tools">
        <Tool name="edit.undo" icon={Undo2} label={done ? `Undo: ${done}` : undefined} disabled={done === undefined} />
        <Tool name="edit.redo" icon={Redo2} label={undone ? `Redo: ${undone}` : undefined} disabled={undone === undefined} />
        <Tool name="file.save" icon={Save} disabled={dirty === ''} />
        <Tool name="view.find" icon={Search} />
        <Tool name="help.keys" icon={CircleHelp} />
      </div>
    </>
  );
}
