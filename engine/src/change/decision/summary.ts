import { rectangleLayout } from '../../raster/pixel-layout.ts';
import { changeClass } from '../options.ts';
import { labelPatches } from './patches.ts';

/** The numbers that summarise a change mask. */
export interface MaskSummary {
  readonly observedPixels: number;
  readonly changedPixels: number;
  /** Changed pixels as a share of observed ones, 0 to 1; 0 if nothing was observed. */
  readonly changedShare: number;
  readonly patchCount: number;
  readonly largestPatchPixels: number;
}

/** Counts a mask of `changeClass` codes; patches are 8-connected. */
export function summariseMask(mask: Uint8Array, width: number, height: number): MaskSummary {
  let observedPixels = 0;
  let changedPixels = 0;
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] !== changeClass.unobserved) observedPixels++;
    if (mask[i] === changeClass.changed) changedPixels++;
  }
  const { sizes, count } = labelPatches(mask, rectangleLayout({ width, height }));
  let largestPatchPixels = 0;
  for (const size of sizes) largestPatchPixels = Math.max(largestPatchPixels, size);
  return {
    observedPixels,
    changedPixels,
    changedShare: observedPixels === 0 ? 0 : changedPixels / observedPixels,
    patchCount: count,
    largestPatchPixels,
  };
}
