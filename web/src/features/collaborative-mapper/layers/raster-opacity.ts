import { useSyncExternalStore } from 'react';

/** The opacity of a picture, of 10, before anybody has changed it. */
const usualOpacity = 10;

const opacities = new Map<string, number>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The opacity of a picture, from 0 to 10. It applies to this browser alone, until the page is left.
 */
export function useRasterOpacity(id: string): number {
  return useSyncExternalStore(subscribe, () => opacities.get(id) ?? usualOpacity);
}

/** Sets the opacity of a picture in this browser, from 0 to 10. */
export function setRasterOpacity(id: string, opacity: number): void {
  opacities.set(id, opacity);
  for (const listener of listeners) listener();
}
