import type { PointValue } from '@refugia/contract/value-mapper/rasters.ts';
import { readingText, significantText } from '../../../ui/data/number-text.ts';

interface Read extends Omit<PointValue, 'is_inside'> {
  /** Whether the number is that of a class, which keeps all of its digits. */
  readonly isClass?: boolean;
  /** The unit of the number, or an empty text. */
  readonly unit?: string;
  /** Whether the value is one of a dialog that is not stored yet. */
  readonly isPreview?: boolean;
}

/** Says what was read of a layer at a place: its own number and, if it has one, its value. */
export function readingWords({
  original,
  valued,
  isClass = false,
  unit = '',
  isPreview = false,
}: Read): string {
  const text = isClass ? readingText : significantText;
  const number = original === null ? 'no data' : `${text(original)} ${unit}`.trim();
  if (valued === null) return number;
  return `${number} → value ${significantText(valued)}${isPreview ? ' (preview)' : ''}`;
}
