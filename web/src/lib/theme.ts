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

/** The person's choice, which is `system` at first. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, readChoice);
}
