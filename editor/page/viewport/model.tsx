/* Which model the preview plays on: the one that the graph names, or another of the project folder. */
import { useState } from 'react';
import { useView } from '../app/view';
import { choosePreview } from '../live/preview';
import { useFiles } from '../live/files';
import { useModel } from '../live/model';

export function ModelChoice() {
  const graph = useView((view) => view.graph);
  const models = useFiles().filter((file) => file.kind === 'model' || file.kind === 'bank');
  const model = useModel();
  const [chosen, setChosen] = useState(false);
  if (graph === undefined) return null;
  const value = chosen && model?.file !== undefined ? String(model.file) : '';
  return (
    <label className="viewport-model">
      <span className="aside">Model of the preview</span>
      <select value={value} title={model?.name ?? ''} onChange={(event) => {
        setChosen(event.target.value !== '');
        void choosePreview(graph, event.target.value === '' ? null : Number(event.target.value));
      }}>
        <option value="">{chosen || !model?.name ? 'The graph’s own model' : `${model.name} (the graph’s)`}</option>
        {models.map((file) => <option key={file.id} value={file.id}>{file.name}</option>)}
      </select>
    </label>
  );
}
