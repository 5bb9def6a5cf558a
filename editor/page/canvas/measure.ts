// Widths of texts by the page's own font.

import { measureBy } from './labels';

const MOST = 20000;

export function measureByFont(): void {
  const context = typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d');
  if (!context) return;
  const family = getComputedStyle(document.documentElement).getPropertyValue('--font') || 'system-ui, sans-serif';
  const known = new Map<string, number>();
  measureBy((s, size, bold) => {
    const key = `${bold ? 'b' : ''}${size}/${s}`;
    let width = known.get(key);
    if (width === undefined) {
      context.font = `${bold ? 600 : 400} ${size}px ${family}`;
      width = Math.ceil(context.measureText(s).width);
      if (known.size >= MOST) known.clear();
      known.set(key, width);
    }
    return width;
  });
}
