/* Motions inside motions: how the page names one (a path of places) and how the runtime does (its number in the file's
   order, the state's own first). */

export interface MotionLike<M> {
  readonly kind: string;
  readonly motions: readonly M[];
  readonly base: M | undefined;
  readonly delta: M | undefined;
}

/* What a motion is made of, in the file's order; a pair's base and delta. */
export function childrenOf<M extends MotionLike<M>>(motion: M): M[] {
  if (motion.kind === 'add') return [motion.base, motion.delta].filter((part): part is M => part !== undefined);
  return [...motion.motions];
}

export function motionAt<M extends MotionLike<M>>(root: M | undefined, places: readonly number[]): M | undefined {
  let motion = root;
  for (const place of places) motion = motion && childrenOf(motion)[place];
  return motion;
}

const sizeOf = <M extends MotionLike<M>>(motion: M): number =>
  childrenOf(motion).reduce((sum, child) => sum + sizeOf(child), 1);

/* -1: there is none. */
export function motionNumber<M extends MotionLike<M>>(root: M | undefined, places: readonly number[]): number {
  if (!root) return -1;
  let number = 0;
  let motion = root;
  for (const place of places) {
    const children = childrenOf(motion);
    const child = children[place];
    if (!child) return -1;
    number += 1 + children.slice(0, place).reduce((sum, before) => sum + sizeOf(before), 0);
    motion = child;
  }
  return number;
}
