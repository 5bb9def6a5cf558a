/* Markers that would lie over one another go to rows of their own. */

export interface Extent {
  time: number;
  end: number | undefined;
}

/* The row of each, from 0; `width` is what a marker with its name takes up, in seconds. */
export function rowsOf(markers: readonly Extent[], width: (index: number) => number): number[] {
  const order = markers.map((_, i) => i).sort((a, b) => markers[a]!.time - markers[b]!.time || a - b);
  const free: number[] = []; // of each row: from when
  const rows = new Array<number>(markers.length).fill(0);
  for (const i of order) {
    const { time, end } = markers[i]!;
    let row = free.findIndex((from) => from <= time + 1e-9);
    if (row < 0) row = free.length;
    free[row] = Math.max(end ?? time, time + width(i));
    rows[i] = row;
  }
  return rows;
}
