import { useEffect } from 'react';

export const loadToolInHand = async () => (await import('./tool-in-hand.tsx')).ToolInHand;
export const loadFeatureCard = async () => (await import('./feature-card.tsx')).FeatureCard;
/** Cuts shapes and judges them, as soon as the first was drawn. */
export const loadShapeWork = () => import('./shape-work.ts');

/**
 * Loads what drawing needs once a person begins to use the page, and not while it opens. Who is offline
 * after that can still draw.
 */
export function useLateTools(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    const begins = new AbortController();
    const load = () => {
      begins.abort();
      // What fails to load here is loaded again, and its failure shown, when it is used.
      void Promise.allSettled([loadToolInHand(), loadFeatureCard(), loadShapeWork()]);
    };
    window.addEventListener('pointerdown', load, { signal: begins.signal });
    window.addEventListener('keydown', load, { signal: begins.signal });
    return () => begins.abort();
  }, [isWanted]);
}
