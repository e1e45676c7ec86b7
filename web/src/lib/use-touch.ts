import { useSyncExternalStore } from 'react';

/** A device whose main pointer is a finger: it has no hovering, and seldom keys. */
const touch = '(hover: none) and (pointer: coarse)';

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(touch);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether this device is used by fingers, kept up to date. */
export function useTouch(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(touch).matches);
}
