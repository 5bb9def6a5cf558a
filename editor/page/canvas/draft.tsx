// A state that is about to be: its name field is open where it will stand. Enter makes it, as one step with the transition
// that it was dropped from; Escape leaves everything as it was.

import { useEffect, type RefObject } from 'react';
import { freeName, nameProblem, createState } from './act';
import { headOf, pathOf, type Point, type Rect } from './geometry';
import { NameField } from './name-field';
import { STATE_HEIGHT } from './scene';
import { reveal, type Stage } from './stage';
import { canvas, useCanvas } from './state';
import { wireCurve } from './wire';
import { STATE_ICONS } from './icons';

const WIDTH = 180;
const boxOf = ({ at }: { at: Point }): Rect => ({ x: at.x, y: at.y, w: WIDTH, h: STATE_HEIGHT });

export function Draft({ stage }: { stage: RefObject<Stage> }) {
  const draft = useCanvas((state) => state.draft);
  useEffect(() => {
    if (draft) reveal(stage.current, boxOf(draft));
  }, [draft, stage]);
  if (!draft) return null;
  const close = (): void => {
    canvas.setState({ draft: undefined });
    stage.current.root.current?.focus({ preventScroll: true });
  };
  const box = boxOf(draft);
  const from = draft.from === undefined ? undefined : stage.current.scene.boxes.get(draft.from);
  const curve = from && wireCurve({ name: draft.from!, box: from }, { name: '/draft', box });
  const Icon = STATE_ICONS.empty;
  return (
    <>
      {curve && (
        <svg className="wire" width={1} height={1} aria-hidden>
          <path d={pathOf(curve)} />
          <path className="wire-head" d={headOf(curve, 11)} />
        </svg>
      )}
      <div className="draft" style={{ left: box.x, top: box.y, width: WIDTH, height: STATE_HEIGHT }}>
        <div className="state kind-empty is-empty is-selected is-linked" style={{ width: WIDTH, height: STATE_HEIGHT }}>
          <div className="state-body">
            <span className="state-icon">
              <Icon aria-hidden />
            </span>
            <NameField
              name={freeName('State')}
              why={nameProblem}
              done={(name) => {
                close();
                createState(name, draft.at, draft.from);
              }}
              cancel={close}
            />
            <span className="state-detail">Enter makes it</span>
          </div>
        </div>
      </div>
    </>
  );
}
