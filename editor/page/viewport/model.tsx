/* Which model the preview plays on: the one that the graph names, or another of the project folder. */
import { useEffect, useState } from 'react';
import { useView } from '../app/view';
import { live } from '../live/bus';
import { choosePreview } from '../live/preview';
import { useFiles } from '../live/files';

export function ModelChoice() {
  const graph = useView((view) => view.graph);
  const models = useFiles().filter((file) => file.kind === 'model' || file.kind === 'bank');
  const [model, setModel] = useState(() => live.preview.model);
  const [chosen, setChosen] = useState(false);
  useEffect(() => live.preview.on(['model'], () => setModel(live.preview.model)), []);
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
