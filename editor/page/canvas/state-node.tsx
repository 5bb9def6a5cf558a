// A state on the canvas. Only shows: presses are handled by the canvas, which finds the part that was hit by its
// `data-part`; what is live is set from outside by overlay.ts.

import { memo } from 'react';
import { nameProblem, rename, stopRenaming } from './act';
import { shorten } from './labels';
import { KIND_NAMES, STATE_ICONS } from './icons';
import type { StatePicture } from './model';
import { NameField } from './name-field';
import { STATE_HEIGHT } from './scene';

export interface StateData extends Record<string, unknown> {
  readonly id: string;
  readonly picture: StatePicture;
  readonly width: number;
  readonly selected: boolean;
  readonly linked: boolean;
  readonly entry: boolean;
  readonly target: boolean;
  readonly renaming: boolean;
}

const TINT = { clip: 'clip', '1d': 'blend', '2d': 'blend', direct: 'blend', add: 'add', machine: 'machine', empty: 'empty', nothing: 'empty' } as const;

function classes(data: StateData): string {
  const list = ['state', `kind-${TINT[data.picture.kind]}`];
  if (data.picture.kind === 'machine') list.push('is-machine');
  if (data.picture.kind === 'empty') list.push('is-empty');
  if (data.selected) list.push('is-selected');
  if (data.linked) list.push('is-linked');
  if (data.target) list.push('is-target');
  if (data.picture.finding) list.push(`has-${data.picture.finding}`);
  return list.join(' ');
}

export const StateNode = memo(function StateNode({ data }: { data: StateData }) {
  const { picture } = data;
  const Icon = STATE_ICONS[picture.kind];
  return (
    <div id={data.id} className={classes(data)} data-part="state" data-name={picture.name} data-kind={picture.kind} style={{ width: data.width, height: STATE_HEIGHT }}>
      <div className="state-rim" data-part="rim" data-name={picture.name} />
      <div className="state-body" title={picture.findings || undefined}>
        <span className="state-icon">
          <Icon aria-hidden />
        </span>
        {data.renaming ? (
          <NameField name={picture.name} why={(name) => nameProblem(name, picture.name)} done={(name) => rename(picture.name, name)} cancel={stopRenaming} />
        ) : (
          <span className="state-name" dir="auto">
            {shorten(picture.name, 28)}
          </span>
        )}
        <span className="state-detail" dir="auto">
          {shorten(picture.detail, 28)}
        </span>
        <span className="state-progress" />
      </div>
      {picture.finding && <span className={`state-badge ${picture.finding}`} title={picture.findings}>!</span>}
    </div>
  );
});

export function spokenState(data: StateData): string {
  const { picture } = data;
  return [picture.name, KIND_NAMES[picture.kind], picture.detail, data.entry ? 'entry' : '', picture.finding ? `${picture.finding}: ${picture.findings}` : '']
    .filter(Boolean)
    .join(', ');
}
