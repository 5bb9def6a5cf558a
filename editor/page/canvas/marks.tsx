// What a gesture shows while it runs: the arrow that is drawn, the rectangle that selects.

import { headOf, pathOf } from './geometry';
import { useCanvas } from './state';

export function WireShape() {
  const wire = useCanvas((state) => state.wire);
  if (!wire) return null;
  return (
    <svg className={wire.refused ? 'wire is-refused' : 'wire'} width={1} height={1} aria-hidden>
      <path d={pathOf(wire.curve)} />
      <path className="wire-head" d={headOf(wire.curve, 11)} />
    </svg>
  );
}

export function Band() {
  const band = useCanvas((state) => state.band);
  if (!band) return null;
  return <div className="band" style={{ left: band.x, top: band.y, width: band.w, height: band.h }} />;
}
