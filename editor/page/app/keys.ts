// Keys of commands, and copy and paste. A field that is being typed in keeps its keys, but for those with Ctrl that save,
// undo nothing of the text, or look for something.
import type { Point } from '../graph/types';
import { commands } from '../commands/table';
import { performAny, perform } from '../commands/run';
import { lastCopied } from '../commands/edit';

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> & { getModifierState?(key: string): boolean };

/** A key as the table writes it: modifiers in this order, then the key. */
export function keyOf(event: Pressed): string {
  const key = event.key === ' ' ? 'Space' : event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const isSign = key.length === 1 && event.key.toLowerCase() === event.key.toUpperCase();
  // AltGr makes the signs of many keyboards, and some systems tell it as Ctrl and Alt.
  const made = isSign && event.getModifierState?.('AltGraph') === true;
  return [!made && (event.ctrlKey || event.metaKey) ? 'Ctrl+' : '', !made && event.altKey ? 'Alt+' : '', event.shiftKey && !isSign ? 'Shift+' : '', key].join('');
}

const bound = new Map<string, string>();
for (const { keys, native, name } of commands) if (keys && !native) for (const key of keys.split(' ')) bound.set(key, name);

const everywhere = new Set(['file.save', 'file.open', 'view.find', 'view.nextFinding', 'view.previousFinding', 'view.focusCanvas', 'view.focusInspector', 'view.focusClips', 'view.focusParameters', 'view.focusTimeline']);

function isTyping(target: EventTarget | null): boolean {
  const element = target instanceof HTMLElement ? target : null;
  if (!element) return false;
  if (element.isContentEditable || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return true;
  return element instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(element.type);
}

// Enter and Space press the button that has the focus, and arrows move a slider.
function isTaken(event: KeyboardEvent): boolean {
  const element = event.target instanceof HTMLElement ? event.target : null;
  if (!element) return false;
  if (['Enter', ' '].includes(event.key)) return element.closest('button, a, summary, input, [role="menuitem"], [role="treeitem"]') !== null;
  return event.key.startsWith('Arrow') && element.matches('input[type="range"], [role="tab"], [role="menuitem"]') && !event.ctrlKey;
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const name = bound.get(keyOf(event));
  if (!name) return;
  const typing = isTyping(event.target);
  if ((typing && !everywhere.has(name)) || isTaken(event)) return;
  if (document.querySelector('dialog[open]') && !everywhere.has(name)) return;
  event.preventDefault();
  performAny(name);
}

function onCopy(event: ClipboardEvent): void {
  if (isTyping(event.target) || document.querySelector('dialog[open]') || !getSelection()?.isCollapsed) return;
  const name = event.type === 'cut' ? 'edit.cut' : 'edit.copy';
  if (!performAny(name)) return;
  event.clipboardData?.setData('text/plain', lastCopied());
  event.preventDefault();
}

function onPaste(event: ClipboardEvent): void {
  if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
  const text = event.clipboardData?.getData('text/plain') ?? '';
  event.preventDefault();
  perform('edit.paste', { text: text || lastCopied() });
}

/** From a menu: the browser may ask the user first, or refuse; what was copied here last then stands in. */
export async function pasteFromMenu(at?: Point): Promise<void> {
  const text = (await navigator.clipboard?.readText().catch(() => '')) || lastCopied();
  perform('edit.paste', at ? { text, at } : { text });
}

export function startKeys(): void {
  window.addEventListener('keydown', onKey);
  window.addEventListener('copy', onCopy);
  window.addEventListener('cut', onCopy);
  window.addEventListener('paste', onPaste);
}

/** How keys are shown. */
export function keysShown(keys: string | undefined): string {
  const names: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', Escape: 'Esc', Delete: 'Del', PageUp: 'Page ↑', PageDown: 'Page ↓' };
  return (keys ?? '').split(' ').filter((key) => key !== '' && key !== 'Backspace')
    .map((key) => (key === '+' ? key : key.split(/\+(?=.)/).map((part) => names[part] ?? part).join('+'))).join(', ');
}

/** Does a command as a menu does. */
export function choose(name: string): void {
  if (name === 'edit.paste') void pasteFromMenu();
  else performAny(name);
}

