import { changeClass } from '../change/options.ts';

/** Red, green, blue, alpha. */
type Colour = readonly [number, number, number, number];

/** Changed pixels: a warm colour that neither vegetation, soil nor water has. */
export const changedColour: Colour = [255, 82, 28, 205];
/** Lines over pixels that clouds hid on one of the dates. */
export const unobservedColour: Colour = [226, 229, 232, 150];

/** Diagonal lines repeat after this many pixels; a divisor of every tile size, so that they join. */
const hatchSpacingPixels = 8;
const hatchWidthPixels = 2;

/**
 * A picture of a change mask: changed pixels in a warm colour, unobserved ones hatched, everything
 * else transparent.
 *
 * @param mask `changeClass` codes (and `outsideArea`), row by row
 * @returns RGBA, 4 bytes a pixel
 */
export function renderChange(
  mask: ArrayLike<number>,
  width: number,
): Uint8ClampedArray<ArrayBuffer> {
  if (!(width > 0) || mask.length % width !== 0) {
    throw new RangeError(`${mask.length} pixels do not make rows of ${width}.`);
  }
  const rgba = new Uint8ClampedArray(mask.length * 4);
  for (let index = 0; index < mask.length; index += 1) {
    const code = mask[index];
    if (code === changeClass.changed) {
      rgba.set(changedColour, index * 4);
    } else if (code === changeClass.unobserved && isHatched(index % width, (index / width) | 0)) {
      rgba.set(unobservedColour, index * 4);
    }
  }
  return rgba;
}

function isHatched(column: number, row: number): boolean {
  return (column + row) % hatchSpacingPixels < hatchWidthPixels;
}
