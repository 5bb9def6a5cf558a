// Ids of the canvas's elements, for those who mark what is live: of a state by its layer and its whole path, of a
// transition by its id.

import type { Place } from '../app/view';
import type { Id } from '../document/ids';

export const stateElementId = (layer: number, path: readonly string[]): string => `state:${layer}:${path.join('/')}`;
export const boxElementId = (kind: string): string => `box:${kind}`;
/** A bundle's arrow has the pair for its key; `data-ids` names its transitions. */
export const arrowElementId = (key: string): string => `arrow:${key}`;
export const transitionElementId = (id: Id): string => arrowElementId(`t${id}`);
export const placeKey = (place: Place): string => JSON.stringify([place.layer, ...place.machine]);
