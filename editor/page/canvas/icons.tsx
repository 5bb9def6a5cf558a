// The icon of each kind of state and box.

import { Asterisk, CircleAlert, CircleDashed, CirclePlus, Film, LogIn, LogOut, Move, MoveHorizontal, SlidersVertical, Workflow, type LucideIcon } from 'lucide-react';
import type { StateKind } from './model';

export const STATE_ICONS: Record<StateKind, LucideIcon> = {
  clip: Film,
  '1d': MoveHorizontal,
  '2d': Move,
  direct: SlidersVertical,
  add: CirclePlus,
  machine: Workflow,
  empty: CircleDashed,
  nothing: CircleAlert,
};

export const KIND_NAMES: Record<StateKind, string> = {
  clip: 'clip',
  '1d': '1D blend',
  '2d': '2D blend',
  direct: 'direct blend',
  add: 'additive pair',
  machine: 'sub-machine',
  empty: 'empty state',
  nothing: 'state that plays nothing yet',
};

export const BOX_ICONS = { entry: LogIn, any: Asterisk, exit: LogOut } as const;
