// The boxes beside the states: entry, any state, exit.

import { memo } from 'react';
import { BOX_ICONS } from './icons';
import type { BoxKind } from './model';
import { BOX_HEIGHT, BOX_WIDTH } from './scene';

export interface BoxData extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly kind: BoxKind;
  readonly selected: boolean;
  readonly linked: boolean;
  readonly target: boolean;
}

const TITLES: Record<BoxKind, string> = { entry: 'Entry', any: 'Any', exit: 'Exit' };

export const BOX_SPOKEN: Record<BoxKind, string> = { entry: 'entry: where the machine begins', any: 'any state', exit: 'exit: leaves this machine' };

export const BoxNode = memo(function BoxNode({ data }: { data: BoxData }) {
  const Icon = BOX_ICONS[data.kind];
  const marks = `${data.selected ? ' is-selected' : ''}${data.linked ? ' is-linked' : ''}${data.target ? ' is-target' : ''}`;
  return (
    <div id={data.id} className={`box box-${data.kind}${marks}`} data-part="box" data-name={data.name} style={{ width: BOX_WIDTH, height: BOX_HEIGHT }}>
      {data.kind !== 'exit' && <div className="state-rim" data-part="rim" data-name={data.name} />}
      <div className="box-body">
        <Icon aria-hidden />
        {TITLES[data.kind]}
      </div>
    </div>
  );
});
