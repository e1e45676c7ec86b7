import { useEffect } from 'react';

export const loadFeatureCard = async () => (await import('./feature-card.tsx')).FeatureCard;
export const loadDrawingTarget = async () => (await import('./drawing-target.tsx')).DrawingTarget;
/** Cuts and judges shapes, which is not needed before the first shape is drawn. */
export const loadShapeCutting = () => import('./shape-cutting.ts');

const firstSigns = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * Loads what a finished shape needs when a person begins to use the page, and not while it opens.
 * The tools then work without a connection, too.
 * @param loadMore loads what this person needs besides, or null
 */
export function useLateTools(isWanted: boolean, loadMore: (() => Promise<unknown>) | null): void {
  useEffect(() => {
    if (!isWanted) return;
    const begins = new AbortController();
    const load = () => {
      begins.abort();
      // What fails to load here is loaded again when it is used, and its failure is shown then.
      const drawing = [loadDrawingTarget(), loadShapeCutting(), loadFeatureCard()];
      void Promise.allSettled([...drawing, loadMore?.()]);
    };
    for (const sign of firstSigns) window.addEventListener(sign, load, { signal: begins.signal });
    return () => begins.abort();
  }, [isWanted, loadMore]);
}
