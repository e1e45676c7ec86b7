import { useEffect } from 'react';

export const loadFeatureCard = async () => (await import('./feature-card.tsx')).FeatureCard;
/** Cuts shapes and judges them, as soon as the first was drawn. */
export const loadShapeWork = () => import('./shape-work.ts');

const firstSigns = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * Loads what a finished shape needs when a person begins to use the page, and not while it opens. Who is
 * offline after that has it.
 */
export function useLateTools(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    const begins = new AbortController();
    const load = () => {
      begins.abort();
      // What fails to load here is loaded again, and its failure shown, when it is used.
      void Promise.allSettled([loadFeatureCard(), loadShapeWork()]);
    };
    for (const sign of firstSigns) window.addEventListener(sign, load, { signal: begins.signal });
    return () => begins.abort();
  }, [isWanted]);
}
