import type { ScaledStack } from './difference.ts';
import { changeClass } from './options.ts';

/** What lies nearer to a cloud than this is likely its rim. */
const rimPixels = 3;
/** How far a cloud's or shadow's unmasked part is followed. */
const reachPixels = 16;
/** Brightness in every band against the other date that tells a cloud's rim or its shadow. */
const brightnessRatio = 1.35;

/**
 * Beside a masked area (a cloud, usually, or its shadow) much of what looks changed is the cloud's
 * unmasked rim. Such changed pixels become unobserved: those within 3 pixels of the masked area, and
 * those that connect to them through changed pixels which are brighter, or darker, in every band by
 * 1.35 ×, up to 16 pixels away. Masked specks in which no 3 × 3 square fits are not clouds and have
 * no margin, and pixels of which `isCoverChange` says that no cloud explains them are kept. `mask` holds `changeClass` codes and is altered; returns the pixels that it lost.
 */
export function blankMaskMargins(
  mask: Uint8Array,
  before: ScaledStack,
  after: ScaledStack,
  observed: Uint8Array,
  width: number,
  height: number,
  isCoverChange: (i: number) => boolean = () => false,
): number[] {
  const queue: number[] = [];
  const distance = distanceToMasked(observed, width, height);
  if (!distance) return queue;
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === changeClass.changed && distance[i] <= rimPixels && !isCoverChange(i)) {
      mask[i] = changeClass.unobserved;
      queue.push(i);
    }
  }
  for (let head = 0; head < queue.length; head++) {
    const i = queue[head];
    const y = Math.floor(i / width);
    const x = i - y * width;
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
        const neighbour = row * width + column;
        if (mask[neighbour] !== changeClass.changed || distance[neighbour] > reachPixels) continue;
        if (!brightnessDiffers(before, after, neighbour) || isCoverChange(neighbour)) continue;
        mask[neighbour] = changeClass.unobserved;
        queue.push(neighbour);
      }
    }
  }
  return queue;
}

const far = 255;

/**
 * Chessboard distance to the nearest masked pixel that has a wholly masked 3 × 3 square; 255 is far. In
 * two passes, each of which looks back on the row before and the pixel before (Rosenfeld & Pfaltz,
 * Journal of the ACM 13, 1966). Undefined where there is no such square.
 */
function distanceToMasked(
  observed: Uint8Array,
  width: number,
  height: number,
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
