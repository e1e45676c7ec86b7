import { type IndexShift, shiftAt } from './index-shift.ts';
import { changeClass, changeKindCode } from './options.ts';

/** dNBR of moderate and of low severity (Key & Benson 2006). */
const moderateLoss = 0.27;
const lowLoss = 0.1;
/** A loss below this multiple of the index's own spread is noise. */
const spreads = 2;
/** How far low severity is followed from where it is moderate, in pixels. */
const reachPixels = 2;

/**
 * Fire fades at its edges, where clearing and building are sharp: ground that lost little beside ground
 * that burned belongs to the same fire. A loss of NBR of low severity becomes changed within 2 pixels of
 * pixels whose kind is burn, of moderate severity at least, through such pixels (seeds and growing as in
 * the two-phase burned area mapping of Bastarrika, Chuvieco & Martín, Remote Sensing of Environment 115,
 * 2011). Alters `mask`; returns how many pixels it won.
 *
 * @param kinds `changeKindCode` of the changed pixels
 */
export function growIntoLowSeverity(
  mask: Uint8Array,
  kinds: Uint8Array,
  nbr: IndexShift,
  observed: Uint8Array,
  width: number,
  height: number,
): number {
  const least = Math.max(lowLoss, spreads * nbr.spread);
  const queue: number[] = [];
  for (let i = 0; i < mask.length; i++) {
    if (kinds[i] === changeKindCode.burn && -shiftAt(nbr, i) >= moderateLoss) queue.push(i);
  }
  let won = 0;
  for (let step = 0, head = 0; step < reachPixels; step++) {
    for (const end = queue.length; head < end; head++) {
      const y = Math.floor(queue[head] / width);
      const x = queue[head] - y * width;
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
          const i = row * width + column;
          if (mask[i] !== changeClass.unchanged || observed[i] === 0) continue;
          if (-shiftAt(nbr, i) < least) continue;
          mask[i] = changeClass.changed;
          queue.push(i);
          won++;
        }
      }
    }
  }
  return won;
}
