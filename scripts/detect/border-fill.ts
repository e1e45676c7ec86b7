import type { Samples } from '@refugia/engine/raster/samples.ts';

/**
 * Masks the empty border of a rotated or clipped scene: pixels that are 0 in every band and
 * connected to the picture's edge through such pixels (4-connected). Dark pixels inside stay.
 * @param valid is changed
 * @returns the number of pixels that were masked
 */
export function maskBorderFill(
  valid: Uint8Array,
  bands: readonly Samples[],
  width: number,
  height: number,
): number {
  const isFill = (i: number) => valid[i] !== 0 && bands.every((band) => band[i] === 0);
  const stack: number[] = [];
  let masked = 0;
  const visit = (i: number) => {
    if (!isFill(i)) return;
    valid[i] = 0;
    masked++;
    stack.push(i);
  };
  for (let x = 0; x < width; x++) {
    visit(x);
    visit((height - 1) * width + x);
  }
  for (let y = 0; y < height; y++) {
    visit(y * width);
    visit(y * width + width - 1);
  }
  for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
    const x = i % width;
    if (x > 0) visit(i - 1);
    if (x < width - 1) visit(i + 1);
    if (i >= width) visit(i - width);
    if (i < valid.length - width) visit(i + width);
  }
  return masked;
}
