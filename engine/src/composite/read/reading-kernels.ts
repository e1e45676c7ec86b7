import type { Kernel } from '../../threads/kernel.ts';
import { decodeRange } from '../../tiff/reading/decode-range.ts';
import { markPixels } from '../fill/mark-pixels.ts';
import { fillShifts, shiftFills } from '../fill/match-fills.ts';
import { placeBand } from '../place/place-band.ts';
import { placeClassification } from '../place/place-classification.ts';

/**
 * The kernels that threads run while scenes are read, by name, because functions cannot be sent to
 * a thread. They turn bytes into samples, and samples into a picture's pixels.
 */
export const readingKernels: Readonly<Record<string, Kernel<never, unknown>>> = {
  decodeRange,
  placeClassification,
  placeBand,
  markPixels,
  fillShifts,
  shiftFills,
};
