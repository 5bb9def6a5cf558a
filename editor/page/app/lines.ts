// Which lines of a text another one does not have at that place.

export interface Line {
  readonly text: string;
  readonly differs: boolean;
}

const MOST = 2000; // of lines that are compared one by one

/** Lines of `text`; those that are not in `other`, in order, are marked. */
export function lines(text: string, other: string): Line[] {
  const mine = text.split('\n');
  const theirs = other.split('\n');
  let start = 0;
  while (start < mine.length && start < theirs.length && mine[start] === theirs[start]) start++;
  let end = 0;
  while (end < mine.length - start && end < theirs.length - start && mine[mine.length - 1 - end] === theirs[theirs.length - 1 - end]) end++;
  const same = kept(mine.slice(start, mine.length - end), theirs.slice(start, theirs.length - end));
  return mine.map((line, at) => ({ text: line, differs: at >= start && at < mine.length - end && !same.has(at - start) }));
}

// Places in `mine` of a longest common run of lines; all differ where that would take long.
function kept(mine: readonly string[], theirs: readonly string[]): Set<number> {
  const same = new Set<number>();
  if (mine.length === 0 || theirs.length === 0 || mine.length * theirs.length > MOST * MOST) return same;
  const width = theirs.length + 1;
  const best = new Uint32Array((mine.length + 1) * width);
  for (let i = mine.length - 1; i >= 0; i--)
    for (let j = theirs.length - 1; j >= 0; j--)
      best[i * width + j] = mine[i] === theirs[j] ? best[(i + 1) * width + j + 1]! + 1 : Math.max(best[(i + 1) * width + j]!, best[i * width + j + 1]!);
  for (let i = 0, j = 0; i < mine.length && j < theirs.length;) {
    if (mine[i] === theirs[j]) {
      same.add(i);
      i++;
      j++;
    } else if (best[(i + 1) * width + j]! >= best[i * width + j + 1]!) i++;
    else j++;
  }
  return same;
}
