// Masks as the model's joints with their weights. What is edited is shown on the model too.
import { ChevronDown, ChevronRight, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ask } from '../app/ask';
import type { MaskView } from '../graph/types';
import { useModel } from '../live/model';
import { maskWeights } from '../viewport/rig';
import { showMask } from '../viewport/mask';
import { perform } from '../commands/run';
import { refuseName } from '../graph/names';
import { listed, usesOfMask } from '../graph/references';
import { Check, NumberField, Row, TextField } from './fields';
import { useGraph, useReadOnly } from './use';

interface Branch {
  readonly index: number;
  readonly name: string;
  readonly children: readonly Branch[];
}

function branches(joints: readonly { name: string; parent: number }[]): Branch[] {
  const all = joints.map((joint, index) => ({ index, name: joint.name, children: [] as Branch[] }));
  const roots: Branch[] = [];
  joints.forEach((joint, index) => (all[joint.parent] ? all[joint.parent]!.children.push(all[index]!) : roots.push(all[index]!)));
  return roots;
}

function Joint({ branch, mask, weights, closed, toggle }: {
  branch: Branch; mask: MaskView; weights: Float32Array; closed: ReadonlySet<string>; toggle: (name: string) => void;
}) {
  const own = mask.bones.find((bone) => bone.name === branch.name);
  const weight = weights[branch.index] ?? 0;
  const open = !closed.has(branch.name);
  const set = (value: number | undefined) => perform('mask.setBone', { mask: mask.path, bone: branch.name, weight: value });
  return (
    <li role="treeitem" aria-expanded={branch.children.length > 0 ? open : undefined} aria-selected={own !== undefined}>
      <div className="joint" style={{ '--weight': String(weight) } as React.CSSProperties}>
        {branch.children.length > 0
          ? <button type="button" className="icon small" aria-label={`${open ? 'Close' : 'Open'} ${branch.name}`} onClick={() => toggle(branch.name)}>{open ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}</button>
          : <span className="icon-space" />}
        <Check label={`${branch.name} is named by the mask`} value={own !== undefined} set={(named) => set(named ? 1 : undefined)} />
        <span className="grow">{branch.name}</span>
        {own
          ? <NumberField label={`Weight of ${branch.name}`} value={own.weight} least={0} most={1} step={0.05} set={(value) => set(value ?? 1)} />
          : <span className="dim">{Number(weight.toFixed(2))}</span>}
      </div>
      {open && branch.children.length > 0 && (
        <ul role="group">{branch.children.map((inner) => <Joint key={inner.index} branch={inner} mask={mask} weights={weights} closed={closed} toggle={toggle} />)}</ul>
      )}
    </li>
  );
}

function Tree({ mask }: { mask: MaskView }) {
  const model = useModel();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const joints = useMemo(() => model?.joints ?? [], [model]);
  const roots = useMemo(() => branches(joints), [joints]);
  const weights = useMemo(() => maskWeights(mask.bones, mask.children, joints), [mask, joints]);
  useEffect(() => {
    showMask(weights);
    return () => showMask(null);
  }, [weights]);
  const missing = mask.bones.filter((bone) => !joints.some((joint) => joint.name === bone.name));
  const toggle = (name: string): void => {
    const next = new Set(closed);
    if (!next.delete(name)) next.add(name);
    setClosed(next);
  };
  return (
    <>
      {joints.length === 0 && <p className="hint">Choose a model in the preview: its joints are shown here.</p>}
      <ul role="tree" aria-label="Joints" className="joints">{roots.map((branch) => <Joint key={branch.index} branch={branch} mask={mask} weights={weights} closed={closed} toggle={toggle} />)}</ul>
      {missing.length > 0 && (
        <>
          <h3 className="panel-heading">{joints.length > 0 ? 'Not in this model' : 'Named'}</h3>
          <ul className="list">
            {missing.map((bone) => (
              <li key={bone.name} className="list-row">
                <span className="grow">{bone.name}</span>
                <NumberField label={`Weight of ${bone.name}`} value={bone.weight} least={0} most={1} step={0.05} set={(weight) => perform('mask.setBone', { mask: mask.path, bone: bone.name, weight: weight ?? 1 })} />
                <button type="button" className="icon" aria-label={`Take ${bone.name} out`} onClick={() => perform('mask.setBone', { mask: mask.path, bone: bone.name, weight: undefined })}><X aria-hidden /></button>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Named({ mask, others }: { mask: MaskView; others: readonly string[] }) {
  const graph = useGraph();
  const [asking, setAsking] = useState(false);
  const name = mask.name!;
  const uses = graph ? [...usesOfMask(graph, name)] : [];
  return (
    <>
      <Row label="Name">{(id) => <TextField id={id} value={name} check={(to) => refuseName(to, others, 'mask')} set={(to) => perform('mask.rename', { name, to })} />}</Row>
      {asking
        ? <div role="alert"><p className="sentence-warning">“{name}” is used by {listed(uses)}, which would then move all joints.</p>
          <div className="buttons"><button type="button" className="danger" onClick={() => perform('mask.delete', { name, withUses: true })}>Delete it</button><button type="button" onClick={() => setAsking(false)}>Keep it</button></div></div>
        : <div className="buttons"><button type="button" className="danger" onClick={() => (uses.length === 0 ? perform('mask.delete', { name }) : setAsking(true))}>Delete</button></div>}
    </>
  );
}

export function Masks() {
  const graph = useGraph();
  const readOnly = useReadOnly();
  const [chosen, setChosen] = useState(0);
  const own = graph?.layers.flatMap((layer) => (typeof layer.mask === 'object' ? [{ title: `of layer ${layer.name}`, mask: layer.mask }] : [])) ?? [];
  const all = [...(graph?.masks.map((mask) => ({ title: mask.name!, mask })) ?? []), ...own];
  const index = Math.min(chosen, all.length - 1);
  const shown = all[index];
  const closing = useRef<HTMLButtonElement>(null);
  // It comes in place of what was pressed to open it, so the focus comes with it; and goes back to the inspector.
  useEffect(() => closing.current?.focus(), []);
  const close = (): void => ask('focus-inspector');
  return (
    <div className="panel masks" onKeyDown={(event) => { if (event.key === 'Escape') { event.stopPropagation(); close(); } }}>
      <div className="panel-title">
        <h2>Masks</h2>
        <button ref={closing} type="button" className="icon" aria-label="Close the masks" title="Close the masks (Esc)" onClick={close}><X aria-hidden /></button>
      </div>
      <div className="panel-body" tabIndex={readOnly ? 0 : undefined}><fieldset className="plain" disabled={readOnly} aria-label="Masks">
        <div className="buttons">
          {all.length > 0 && (
            <select aria-label="Mask" value={String(index)} onChange={(event) => setChosen(Number(event.target.value))}>
              {all.map((one, at) => <option key={one.title} value={at}>{one.title}</option>)}
            </select>
          )}
          <button type="button" onClick={() => { perform('mask.add'); setChosen(graph?.masks.length ?? 0); }}>Add a mask</button>
        </div>
        {!shown && <div className="nothing"><strong>No masks</strong><span>A mask says which joints a layer moves: an upper body that waves while the legs walk.</span></div>}
        {shown?.mask.name !== undefined && <Named key={shown.mask.name} mask={shown.mask} others={graph?.masks.filter((one) => one !== shown.mask).map((one) => one.name!) ?? []} />}
        {shown && <Row label="Children" hint="Joints take the weight of their nearest named ancestor">{(id) => <Check id={id} value={shown.mask.children} set={(children) => perform('mask.setChildren', { mask: shown.mask.path, children })} />}</Row>}
        {shown && <Tree mask={shown.mask} />}
      </fieldset></div>
    </div>
  );
}
