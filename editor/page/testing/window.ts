// A window that hears, for gestures without a browser.
export class FakeWindow {
  private readonly heard = new Map<string, Set<(event: unknown) => void>>();
  addEventListener(type: string, fn: (event: unknown) => void): void {
    if (!this.heard.has(type)) this.heard.set(type, new Set());
    this.heard.get(type)!.add(fn);
  }
  removeEventListener(type: string, fn: (event: unknown) => void): void {
    this.heard.get(type)?.delete(fn);
  }
  say(type: string, event: Record<string, unknown> = {}): void {
    for (const fn of [...(this.heard.get(type) ?? [])]) fn({ pointerId: 1, preventDefault() {}, stopPropagation() {}, ...event });
  }
  get listeners(): number {
    return [...this.heard.values()].reduce((sum, set) => sum + set.size, 0);
  }
}

