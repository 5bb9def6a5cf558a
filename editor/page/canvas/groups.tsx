// Group boxes: a coloured ground with a title. Only the title and the corner take presses; what lies inside stays free.

import { memo } from 'react';
import type { Id } from '../document/ids';
import type { GroupPicture } from './model';
import type { GroupDrag } from './state';

/** What a group box can be coloured, as the document says it, and in words: colours of the theme. */
export const GROUP_COLOURS = [
  ['', 'plain'], ['accent', 'green'], ['clip', 'blue'], ['blend', 'violet'], ['add', 'olive'], ['live', 'orange'], ['warning', 'yellow'], ['error', 'red'],
] as const;

/** A colour of the document, where it is one that a group can have; the theme's otherwise. */
export function groupColour(text: string): string | undefined {
  if (/^#[0-9a-f]{6}$/i.test(text)) return text;
  return text !== '' && GROUP_COLOURS.some(([name]) => name === text) ? `var(--${text})` : undefined;
}

export interface GroupsProps {
  readonly groups: readonly GroupPicture[];
  readonly drag: GroupDrag | undefined;
  readonly selected: ReadonlySet<Id>;
}

export const GroupBoxes = memo(function GroupBoxes({ groups, drag, selected }: GroupsProps) {
  return groups.map((group) => {
    const rect = drag?.id === group.id ? drag.rect : group;
    const style = { left: rect.x, top: rect.y, width: rect.w, height: rect.h, '--group': groupColour(group.colour) } as React.CSSProperties;
    return (
      <div key={group.id} className={selected.has(group.id) ? 'group is-selected' : 'group'} style={style} role="group" aria-label={`group ${group.name}`}>
        <div className="group-title" data-part="group" data-group={group.id} dir="auto">
          {group.name || 'Group'}
        </div>
        <div className="group-corner" data-part="corner" data-group={group.id} />
      </div>
    );
  });
});
