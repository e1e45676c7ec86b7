import type { RasterSize } from '../../raster/grid.ts';
import { forEachNear } from '../../raster/window.ts';
import { type IndexShift, shiftAt } from '../evidence/index-shift.ts';
import { changeClass, changeKindCode } from '../options.ts';
import { lowSeverityLoss, moderateSeverityLoss } from '../pair/named-bands.ts';

/** A loss counts as noise below this multiple of the index's own spread. */
const spreads = 2;
/** How far, in pixels, burns of low severity are followed from those of moderate severity. */
const reachPixels = 2;

/** What has been decided of the pixels so far. */
interface DecidedPixels {
  /** `changeClass` codes. */
  readonly mask: Uint8Array;
  /** `changeKindCode` of the changed pixels. */
  readonly kinds: Uint8Array;
  /** 1 where both dates are clear. */
  readonly observed: Uint8Array;
}

/**
 * Extends burns to the ground around them that burned with low severity. The edges of a fire are
 * gradual, while those of clearings and buildings are sharp. A pixel with a low-severity loss of
 * NBR becomes changed if it lies within 2 pixels of a burn of at least moderate severity and
 * connects to it through such pixels. This is the seeds and growing of the two-phase burned area
 * mapping of Bastarrika, Chuvieco & Martín (Remote Sensing of Environment 115, 2011). Alters
 * the mask.
 */
export function growIntoLowSeverity(
  { mask, kinds, observed }: DecidedPixels,
  nbr: IndexShift,
  size: RasterSize,
): void {
  const least = Math.max(lowSeverityLoss, spreads * nbr.spread);
  const queue: number[] = [];
  for (let i = 0; i < mask.length; i++) {
    if (kinds[i] === changeKindCode.burn && -shiftAt(nbr, i) >= moderateSeverityLoss) queue.push(i);
  }
  for (let step = 0, head = 0; step < reachPixels; step++) {
    for (const end = queue.length; head < end; head++) {
      forEachNear(queue[head], 1, size, (i) => {
        if (mask[i] !== changeClass.unchanged || observed[i] === 0) return;
        if (-shiftAt(nbr, i) < least) return;
        mask[i] = changeClass.changed;
        queue.push(i);
      });
    }
  }
}
