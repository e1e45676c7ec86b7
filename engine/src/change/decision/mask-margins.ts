import type { RasterSize } from '../../raster/grid.ts';
import { forEachNear } from '../../raster/window.ts';
import { changeClass } from '../options.ts';
import type { ScaledPair, ScaledStack } from '../pair/standardise.ts';

/** Pixels within this distance of a cloud are likely its rim. */
const rimPixels = 3;
/** How far the unmasked part of a cloud or shadow is followed. */
const reachPixels = 16;
/**
 * A cloud's rim is brighter than the other date by this factor in every band, and its shadow is
 * darker by it.
 */
const brightnessRatio = 1.35;

/**
 * Makes change beside masked areas unobserved where it is probably the unmasked rim of a cloud or
 * its shadow. Changed pixels within 3 pixels of the masked area become unobserved. So do changed
 * pixels up to 16 pixels away that connect to them and are at least 1.35 times brighter, or darker,
 * in every band. Masked specks in which no 3 × 3 square fits are not clouds and get no margin. A
 * pixel stays changed if `isCoverChange` says that no cloud explains its change. Alters `mask`,
 * which holds `changeClass` codes, and returns the pixels that became unobserved.
 */
export function blankMaskMargins(
  mask: Uint8Array,
  { before, after, observed }: Omit<ScaledPair, 'sample'>,
  size: RasterSize,
  isCoverChange: (i: number) => boolean,
): number[] {
  const queue: number[] = [];
  const distance = distanceToMasked(observed, size);
  if (!distance) return queue;
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === changeClass.changed && distance[i] <= rimPixels && !isCoverChange(i)) {
      mask[i] = changeClass.unobserved;
      queue.push(i);
    }
  }
  for (let head = 0; head < queue.length; head++) {
    forEachNear(queue[head], 1, size, (near) => {
      if (mask[near] !== changeClass.changed || distance[near] > reachPixels) return;
      if (!brightnessDiffers(before, after, near) || isCoverChange(near)) return;
      mask[near] = changeClass.unobserved;
      queue.push(near);
    });
  }
  return queue;
}

const far = 255;

/**
 * The chessboard distance from each pixel to the nearest masked 3 × 3 square; 255 means far. It
 * takes two passes, each of which compares a pixel with the previous row and the previous pixel
 * (Rosenfeld & Pfaltz, Journal of the ACM 13, 1966). The result is undefined if there is no such
 * square.
 */
function distanceToMasked(
  observed: Uint8Array,
  { width, height }: RasterSize,
): Uint8Array | undefined {
  const distance = new Uint8Array(observed.length).fill(far);
  let isAnyMasked = false;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      if (!squareIsMasked(observed, y * width + x, width)) continue;
      isAnyMasked = true;
      for (let row = y - 1; row <= y + 1; row++) {
        distance.fill(0, row * width + x - 1, row * width + x + 2);
      }
    }
  }
  if (!isAnyMasked) return undefined;
  const beyond = new Uint8Array(width).fill(far);
  const rowAt = (y: number) =>
    y < 0 || y >= height ? beyond : distance.subarray(y * width, (y + 1) * width);
  for (let y = 0; y < height; y++) {
    const [here, above] = [rowAt(y), rowAt(y - 1)];
    let [left, aboveLeft] = [far, far];
    for (let x = 0; x < width; x++) {
      const aboveRight = x + 1 < width ? above[x + 1] : far;
      const nearest = Math.min(left, aboveLeft, above[x], aboveRight);
      aboveLeft = above[x];
      left = Math.min(here[x], nearest + 1);
      here[x] = left;
    }
  }
  for (let y = height - 1; y >= 0; y--) {
    const [here, below] = [rowAt(y), rowAt(y + 1)];
    let [right, belowRight] = [far, far];
    for (let x = width - 1; x >= 0; x--) {
      const belowLeft = x > 0 ? below[x - 1] : far;
      const nearest = Math.min(right, belowRight, below[x], belowLeft);
      belowRight = below[x];
      right = Math.min(here[x], nearest + 1);
      here[x] = right;
    }
  }
  return distance;
}

function squareIsMasked(observed: Uint8Array, center: number, width: number): boolean {
  for (let row = center - width; row <= center + width; row += width) {
    if (observed[row - 1] !== 0 || observed[row] !== 0 || observed[row + 1] !== 0) return false;
  }
  return true;
}

function brightnessDiffers(before: ScaledStack, after: ScaledStack, i: number): boolean {
  let brighter = true;
  let darker = true;
  for (let band = 0; band < before.bands.length; band++) {
    const x = Math.max(before.bands[band][i], 0);
    const y = Math.max(after.bands[band][i], 0);
    if (!(y > brightnessRatio * x)) brighter = false;
    if (!(x > brightnessRatio * y)) darker = false;
  }
  return brighter || darker;
}
