// Light or dark: as the system says, or as the user has chosen; and the theme's colours for code that draws.

import { keep, kept } from './kept';

export type Theme = 'system' | 'light' | 'dark';

export function chosenTheme(): Theme {
  const chosen = kept('theme');
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

export function isDark(): boolean {
  const theme = document.documentElement.dataset.theme;
  return theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}

const listeners = new Set<() => void>();

/** Tells when colours change; returns what ends that. */
export function onTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** Applies the choice, and keeps it for the next time. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  keep('theme', theme === 'system' ? undefined : theme);
  tell();
}

/** At the start of the page: before anything is drawn. */
export function startTheme(): void {
  chooseTheme(chosenTheme());
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', tell);
}

let probe: HTMLElement | null = null;

/** A colour of theme.css as it is just now, as `rgb(…)`: themeColour('--accent'). */
export function themeColour(name: string): string {
  if (!probe) {
    probe = document.createElement('span');
    probe.hidden = true;
    document.body.append(probe);
  }
  probe.style.color = `var(${name})`;
  return getComputedStyle(probe).color;
}
