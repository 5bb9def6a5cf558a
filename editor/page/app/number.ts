// Numbers as they are typed and shown: never as a locale has them.

/** With a point or a comma; none where it is no number. */
export function readNumber(text: string): number | undefined {
  const trimmed = text.trim().replace(',', '.');
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) return undefined;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : undefined;
}

/** "1 state", "2 states". */
export const count = (many: number, one: string): string => `${many} ${one}${many === 1 ? '' : 's'}`;
