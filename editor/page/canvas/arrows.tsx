// All arrows of a machine, in one picture below the states. Each is drawn again only when it is another object.

import { useStore } from '@xyflow/react';
import { memo, useDeferredValue } from 'react';
import type { Id } from '../document/ids';
import { arrowElementId } from './ids';
import { LABEL_ZOOM } from './sight';
import { LABEL_HEIGHT } from './labels';
import { ENTRY_ARROW } from './model';
import { LABEL_GAP, LABEL_PAD, type Arrow, type Label } from './scene';

function ArrowLabel({ label }: { label: Label }) {
  const conditions = LABEL_PAD + (label.order ? label.orderWidth + LABEL_GAP : 0);
  const timing = conditions + (label.conditions ? label.conditionsWidth + LABEL_GAP : 0);
  return (
    <g className="arrow-label" transform={`translate(${label.x} ${label.y})`}>
      <rect width={label.w} height={LABEL_HEIGHT} rx={5} />
      {label.order && (
        <>
          <rect className="arrow-order-back" x={LABEL_PAD} y={2} width={label.orderWidth} height={LABEL_HEIGHT - 4} rx={7} />
          <text className="arrow-order" x={LABEL_PAD + label.orderWidth / 2} y={12.6} textAnchor="middle">
            {label.order}
          </text>
        </>
      )}
      {label.conditions && (
        <text x={conditions} y={13}>
          {label.conditions}
        </text>
      )}
      {label.timing && (
        <text className="arrow-timing" x={timing} y={13}>
          {label.timing}
        </text>
      )}
    </g>
  );
}

interface ArrowProps {
  readonly arrow: Arrow;
  readonly id: string;
  readonly selected: boolean;
  readonly linked: boolean;
}

function classes({ arrow, selected, linked }: ArrowProps): string {
  const list = ['arrow'];
  if (arrow.ids[0] === ENTRY_ARROW) list.push('is-entry');
  if (arrow.ids.length > 1) list.push('is-bundle');
  if (arrow.muted) list.push('is-muted');
  if (arrow.quiet) list.push('is-quiet');
  if (selected) list.push('is-selected');
  if (linked) list.push('is-linked');
  if (arrow.finding) list.push(`has-${arrow.finding}`);
  return list.join(' ');
}

const ArrowShape = memo(function ArrowShape(props: ArrowProps) {
  const { arrow, id, selected } = props;
  const { a, d } = arrow.curve;
  return (
    <g id={id} className={classes(props)} data-part="arrow" data-key={arrow.key} data-ids={arrow.ids.join(' ')} role="img" aria-label={arrow.spoken}>
      <path className="arrow-hit" d={arrow.path} />
      <path className="arrow-line" d={arrow.path} />
      <path className="arrow-fill" d={arrow.path} pathLength={1} />
      <path className="arrow-head" d={arrow.head} />
      {selected && (
        <>
          <circle className="arrow-grip" data-part="grip" data-end="from" data-key={arrow.key} cx={a.x} cy={a.y} r={5} />
          <circle className="arrow-grip" data-part="grip" data-end="to" data-key={arrow.key} cx={d.x} cy={d.y} r={5} />
        </>
      )}
    </g>
  );
});

/** Labels lie over all arrows, so that none is struck through. */
const ArrowWords = memo(function ArrowWords(props: ArrowProps) {
  const { arrow } = props;
  const { a, d } = arrow.curve;
  if (!arrow.label && !arrow.finding) return null;
  return (
    <g className={classes(props)} data-part="arrow" data-key={arrow.key} data-ids={arrow.ids.join(' ')} aria-hidden>
      {arrow.label && <ArrowLabel label={arrow.label} />}
      {arrow.finding && (
        <g className="arrow-badge" transform={`translate(${arrow.label ? arrow.label.x + arrow.label.w : (a.x + d.x) / 2} ${arrow.label ? arrow.label.y : (a.y + d.y) / 2})`}>
          <title>{arrow.findings}</title>
          <circle r={6.5} />
          <text y={3.5} textAnchor="middle">
            !
          </text>
        </g>
      )}
    </g>
  );
});

interface ChunkProps {
  readonly arrows: readonly Arrow[];
  readonly words: boolean;
  readonly selected: ReadonlySet<Id>;
  readonly linked: ReadonlySet<string>;
}

/** Some of the arrows, in a picture of their own: what does not change in it is not painted again. */
const Chunk = memo(
  function Chunk({ arrows, words, selected, linked }: ChunkProps) {
    const Part = words ? ArrowWords : ArrowShape;
    return (
      <svg className={words ? 'arrows words' : 'arrows'} width={1} height={1}>
        {arrows.map((arrow) => (
          <Part key={arrow.key} arrow={arrow} id={arrowElementId(arrow.key)} selected={arrow.ids.some((id) => selected.has(id))} linked={linked.has(arrow.key)} />
        ))}
      </svg>
    );
  },
  (a, b) => a.selected === b.selected && a.linked === b.linked && a.arrows.length === b.arrows.length && a.arrows.every((arrow, i) => arrow === b.arrows[i]),
);

const CHUNK = 32;

function chunks(arrows: readonly Arrow[]): (readonly Arrow[])[] {
  const list: (readonly Arrow[])[] = [];
  for (let i = 0; i < arrows.length; i += CHUNK) list.push(arrows.slice(i, i + CHUNK));
  return list;
}

export interface ArrowsProps {
  readonly arrows: readonly Arrow[];
  readonly selected: ReadonlySet<Id>;
  readonly linked: ReadonlySet<string>;
}

export const Arrows = memo(function Arrows({ arrows, selected, linked }: ArrowsProps) {
  const near = useStore((state) => state.transform[2] >= LABEL_ZOOM);
  const words = useDeferredValue(near);
  const list = chunks(arrows);
  return (
    <>
      {list.map((chunk, i) => (
        <Chunk key={`shapes ${i}`} words={false} arrows={chunk} selected={selected} linked={linked} />
      ))}
      {words && list.map((chunk, i) => <Chunk key={`words ${i}`} words arrows={chunk} selected={selected} linked={linked} />)}
    </>
  );
});
