import type { PointValue } from '@refugia/contract/value-mapper/rasters.ts';
import { numberText, readingText } from '../../../ui/forms/number-text.ts';

/** Says what was read of a layer at a place: its own number and, if it has one, its value. */
export function readingWords({ original, valued }: Omit<PointValue, 'is_inside'>): string {
  const number = original === null ? 'no data' : readingText(original);
  return valued === null ? number : `${number} → value ${numberText(valued)}`;
}
