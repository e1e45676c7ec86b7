import { useSyncExternalStore } from 'react';
import { storedText } from './stored-text.ts';

type ThemeChoice = 'system' | 'light' | 'dark';

/** The script public/theme.js reads the same key before the first paint. */
const stored = storedText('localStorage', 'theme');
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readChoice(): ThemeChoice {
  const chosen = document.documentElement.dataset.theme;
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

/** Sets the theme now and for the next visit. */
export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') {
    delete document.documentElement.dataset.theme;
    stored.remove();
  } else {
    document.documentElement.dataset.theme = choice;
    stored.write(choice);
  }
  for (const listener of listeners) listener();
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, readChoice);
}

/** Whether the page is dark at this moment, by choice or by the system; false where there is no page. */
export function isDarkTheme(): boolean {
  if (typeof document === 'undefined') return false;
  const choice = readChoice();
  return choice === 'system'
    ? globalThis.matchMedia('(prefers-color-scheme: dark)').matches
    : choice === 'dark';
}
