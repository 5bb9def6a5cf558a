/* What happened of late: signals and events as lines of text, in the order of time. */
import type { HappenedHeard } from '../../generated/protocol';

export type MomentKind = 'transition' | 'entered' | 'exited' | 'event' | 'begin' | 'end' | 'ended' | 'looped';

export interface Moment {
  id: number; // counts up, for lists that only add
  time: number; // seconds of the player's time at the end of the advance in which it fell
  layer: number;
  kind: MomentKind;
  text: string;
  weight: number | null; // of an event
}

export interface Namer {
  statePath(state: number): string;
  clipName(clip: number): string;
}

const SIGNALS: readonly MomentKind[] = ['transition', 'entered', 'exited'];
const EVENTS: readonly MomentKind[] = ['event', 'begin', 'end', 'ended', 'looped'];
const KEEP = 200;

export class Moments {
  list: Moment[] = [];
  private next = 1;

  clear(): void {
    this.list = [];
  }

  add(heard: HappenedHeard, names: Namer): void {
    for (const signal of heard.signals) {
      const kind = SIGNALS[signal.kind] ?? 'entered';
      const from = names.statePath(signal.from);
      const to = names.statePath(signal.to);
      const text = kind === 'transition' ? `${from || '<held>'} → ${to}` : kind === 'entered' ? to : from;
      this.put(heard.time, signal.layer, kind, text, null);
    }
    for (const event of heard.events) {
      const kind = EVENTS[event.kind] ?? 'event';
      const state = names.statePath(event.state);
      const text = kind === 'ended' || kind === 'looped' ? state : `${event.name} (${event.type}) in ${names.clipName(event.clip)}`;
      this.put(heard.time, event.layer, kind, text, event.weight);
    }
    if (this.list.length > KEEP) this.list.splice(0, this.list.length - KEEP);
  }

  private put(time: number, layer: number, kind: MomentKind, text: string, weight: number | null): void {
    this.list.push({ id: this.next++, time, layer, kind, text, weight });
  }
}
