// What the browser keeps of the user's choices from one time to the next, where it lets the page keep anything.

export function kept(name: string): string | undefined {
  try {
    return localStorage.getItem(`sinew.${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** `undefined` forgets it. In a browser that keeps nothing the choice holds for this page. */
export function keep(name: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(`sinew.${name}`);
    else localStorage.setItem(`sinew.${name}`, value);
  } catch {
    // Nothing to be done, and nothing that the user could do.
  }
}
