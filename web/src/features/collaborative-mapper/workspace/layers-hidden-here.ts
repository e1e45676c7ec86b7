import { useSyncExternalStore } from 'react';

let hidden: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The layers that this person hides. This applies to this browser alone, until the page is left.
 */
export function useLayersHiddenHere(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => hidden);
}

/** Hides a layer in this browser alone, or shows it again. */
export function setHiddenHere(layerId: string, isHidden: boolean): void {
  const next = new Set(hidden);
  if (isHidden) next.add(layerId);
  else next.delete(layerId);
  hidden = next;
  for (const listener of listeners) listener();
}
