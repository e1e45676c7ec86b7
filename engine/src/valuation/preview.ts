import { type DataRange, type ValuationCurve, valueFunction } from './curve.ts';

/** How many numbers of the range a preview shows. */
export const previewPointCount = 21;
/** A preview's axis runs from the negative of this to this. */
export const previewLimit = 1.25;

export interface PreviewPoint {
  /** The number of the data. */
  readonly x: number;
  readonly value: number;
  /** The value as it is drawn: within the axis. */
  readonly shownValue: number;
  readonly isCut: boolean;
}

/** A curve at evenly spaced numbers from the layer's minimum to its maximum. */
export function previewPoints(curve: ValuationCurve, range: DataRange): readonly PreviewPoint[] {
  const valueAt = valueFunction(curve, range);
  return Array.from({ length: previewPointCount }, (_, index) => {
    const isLast = index === previewPointCount - 1;
    const x = isLast
      ? range.max
      : range.min + ((range.max - range.min) * index) / (previewPointCount - 1);
    const value = valueAt(x);
    const shownValue = Math.min(previewLimit, Math.max(-previewLimit, value));
    return { x, value, shownValue, isCut: shownValue !== value };
  });
}
