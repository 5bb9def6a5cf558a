/* Weights and triangles from the runtime. Invariants: of one kind of question one is under way, and of those that came
   meanwhile only the last is asked; an answer belongs to the blend that it was asked of, never to a later one. */
import type { Point } from './geometry';

export interface Asked {
  layer: number;
  state: string;
  motion: number;
}

export type AskWeights = (fields: Asked & { at: Point[] }) => Promise<number[][]>;

interface Question {
  key: string;
  of: Asked;
  at: Point[];
  done(rows: number[][]): void;
  failed(sentence: string): void;
}

export class WeightAsker {
  private busy = false;
  private waiting: Question | null = null;
  private readonly known = new Map<string, number[][]>();

  constructor(private readonly request: AskWeights, private readonly keep = 64) {}

  /* `key` names the graph and the points; the same key is answered from what is known. */
  ask(key: string, of: Asked, at: Point[], done: (rows: number[][]) => void, failed: (sentence: string) => void): void {
    const rows = this.known.get(key);
    if (rows) {
      this.waiting = null;
      return done(rows);
    }
    this.waiting = { key, of, at, done, failed };
    if (!this.busy) void this.run();
  }

  forget(): void {
    this.known.clear();
    this.waiting = null;
  }

  private async run(): Promise<void> {
    this.busy = true;
    while (this.waiting) {
      const question = this.waiting;
      this.waiting = null;
      try {
        const rows = await this.request({ ...question.of, at: question.at });
        this.remember(question.key, rows);
        if (!this.waiting) question.done(rows);
      } catch (error) {
        if (!this.waiting) question.failed(error instanceof Error ? error.message : String(error));
      }
    }
    this.busy = false;
  }

  private remember(key: string, rows: number[][]): void {
    this.known.set(key, rows);
    if (this.known.size <= this.keep) return;
    const oldest = this.known.keys().next().value;
    if (oldest !== undefined) this.known.delete(oldest);
  }
}
