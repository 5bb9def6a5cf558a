/* What fades a layer has run of late, worked out from one state after the other. Invariant: at most one of a layer is
   running; one that another replaced before its end is kept as interrupted, with how far it came. */

export interface FadeNow {
  from: number;
  to: number;
  t: number;
  duration: number;
  transition: number;
}

export interface Fade extends FadeNow {
  layer: number;
  began: number; // seconds of the player's time at which it was first seen
  ended: number | null;
  how: 'running' | 'finished' | 'interrupted';
}

const KEEP = 6; // of a layer
const SHOWN = 3; // seconds for which one that is over is still told

const same = (a: FadeNow, b: FadeNow): boolean =>
  a.from === b.from && a.to === b.to && a.transition === b.transition && Math.abs(a.duration - b.duration) < 1e-6;

export class FadeLog {
  private layers: Fade[][] = [];
  private time = 0;

  clear(): void {
    this.layers = [];
    this.time = 0;
  }

  /* `fades[layer]`: what runs there now, or null. */
  update(time: number, fades: readonly (FadeNow | null)[]): void {
    if (time < this.time) this.clear();
    const elapsed = time - this.time;
    this.time = time;
    fades.forEach((now, layer) => this.layer(layer, now, elapsed));
  }

  private layer(layer: number, now: FadeNow | null, elapsed: number): void {
    const list = (this.layers[layer] ??= []);
    const running = list[list.length - 1]?.how === 'running' ? list[list.length - 1] : undefined;
    if (running && now && same(running, now) && now.t >= running.t) {
      running.t = now.t;
      return;
    }
    if (running) {
      const due = running.duration <= 0 || running.t + elapsed / running.duration >= 1 - 1e-4;
      running.how = due ? 'finished' : 'interrupted';
      running.ended = this.time;
      if (running.how === 'finished') running.t = 1;
    }
    if (!now) return;
    list.push({ ...now, layer, began: this.time, ended: null, how: 'running' });
    if (list.length > KEEP) list.splice(0, list.length - KEEP);
  }

  /* The running one first, then those that are over, the latest first. */
  of(layer: number): Fade[] {
    const list = this.layers[layer] ?? [];
    return list.filter((fade) => fade.ended === null || this.time - fade.ended < SHOWN).reverse();
  }
}
