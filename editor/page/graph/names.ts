// Names: which are free, and why one is refused.

const reserved = new Set(['*', 'any', '<exit>', '<held>']);

/** Why a state may not be called that, as a sentence; none where it may. `taken` are the others' names. */
export function refuseState(name: string, taken: Iterable<string>): string | undefined {
  if (name === '') return 'A state needs a name.';
  if (reserved.has(name)) return `“${name}” has a meaning of its own in transitions; choose another name.`;
  if (name.includes('/')) return `“${name}” has a “/” in it, which parts the names of a path; choose another name.`;
  return refuseTaken(name, taken, 'state of this machine');
}

export function refuseName(name: string, taken: Iterable<string>, what: string): string | undefined {
  if (name === '') return `A ${what} needs a name.`;
  return refuseTaken(name, taken, what);
}

function refuseTaken(name: string, taken: Iterable<string>, what: string): string | undefined {
  for (const other of taken) if (other === name) return `“${name}” is taken: another ${what} has that name.`;
  return undefined;
}

/** `wanted`, or the first of "wanted 2", "wanted 3", … that is free; without what a state may not have. */
export function freeName(wanted: string, taken: Iterable<string>): string {
  const others = new Set(taken);
  const base = wanted.replaceAll('/', ' ').trim() || 'State';
  if (!others.has(base) && !reserved.has(base)) return base;
  const stem = base.replace(/ \d+$/, '');
  for (let count = 2; ; count++) if (!others.has(`${stem} ${count}`)) return `${stem} ${count}`;
}
