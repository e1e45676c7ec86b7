import { useSyncExternalStore } from 'react';

/** How strong a picture is before anybody changed it, of 10. */
const usualOpacity = 10;

const opacities = new Map<string, number>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How strong a picture is, 0 to 10: for this browser alone, until the page is left. */
export function useRasterOpacity(id: string): number {
  return useSyncExternalStore(subscribe, () => opacities.get(id) ?? usualOpacity);
}

export function setRasterOpacity(id: string, opacity: number): void {
  opacities.set(id, opacity);
  for (const listener of listeners) listener();
}
