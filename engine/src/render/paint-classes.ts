import { pixelState } from './data-tile.ts';
import { encodePalettePng, type Rgba } from './palette-png.ts';
import type { ClassesRendering } from './rendering.ts';
import type { MapSamples } from './sampled-raster.ts';

/** Class codes are bytes. */
const codeCount = 256;
const transparent: Rgba = [0, 0, 0, 0];

/** The period of the diagonal lines in pixels. It divides every tile size, so that lines join. */
const hatchSpacingPixels = 8;
const hatchWidthPixels = 2;

/** Draws samples of class codes as a PNG. The result is null if all of it is transparent. */
export function paintClasses(samples: MapSamples, rendering: ClassesRendering): Uint8Array | null {
  const { width } = samples;
  const numbers = applyOutlines(numbersOf(samples, rendering), width, rendering);
  if (!applyPatterns(numbers, width, rendering)) return null;
  return encodePalettePng(numbers, width, coloursOf(rendering));
}

/** Numbers of the rendering's classes, 1 for the first one; 0 where there is none of them. */
export function numbersOf(
  { bands: [codes], states }: MapSamples,
  { classes }: ClassesRendering,
): Uint8Array {
  const numberOf = new Uint8Array(codeCount);
  for (const [index, { code }] of classes.entries()) numberOf[code] = index + 1;
  return states.map((state, index) => (state === pixelState.valid ? numberOf[codes[index]] : 0));
}

/** The colours by number: 0 is transparent, then come the classes, then their outlines. */
function coloursOf({ classes, innerAlpha }: ClassesRendering): Rgba[] {
  const colours = classes.map(({ colour }) => colour);
  if (innerAlpha === undefined) return [transparent, ...colours];
  const inner = classes.map(({ colour: [red, green, blue, alpha], prevails }): Rgba => {
    return [red, green, blue, prevails ? innerAlpha : alpha];
  });
  return [transparent, ...inner, ...colours];
}

/** The width of an outline in pixels. One of a single pixel would have gaps where a map shrinks tiles. */
const outlinePixels = 2;

/**
 * Gives the pixels along the edges of prevailing classes numbers of their own. Classes are assumed
 * to continue beyond the tile, so that no outline runs along its edge.
 *
 * @param numbers of classes, 1 for the first one and 0 for none
 * @returns numbers in which a pixel of an outline has the number of its class plus the count of
 *   classes
 */
export function applyOutlines(
  numbers: Uint8Array,
  width: number,
  { classes, innerAlpha }: ClassesRendering,
): Uint8Array {
  if (innerAlpha === undefined) return numbers;
  const height = numbers.length / width;
  const prevails = [false, ...classes.map((each) => each.prevails === true)];
  const outlined = numbers.slice();
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const index = row * width + column;
      const number = numbers[index];
      if (prevails[number] && isAtEdge(numbers, { width, height, row, column })) {
        outlined[index] = number + classes.length;
      }
    }
  }
  return outlined;
}

function isAtEdge(
  numbers: Uint8Array,
  { width, height, row, column }: { width: number; height: number; row: number; column: number },
): boolean {
  const index = row * width + column;
  const number = numbers[index];
  for (let step = 1; step <= outlinePixels; step++) {
    if (column >= step && numbers[index - step] !== number) return true;
    if (column + step < width && numbers[index + step] !== number) return true;
    if (row >= step && numbers[index - step * width] !== number) return true;
    if (row + step < height && numbers[index + step * width] !== number) return true;
  }
  return false;
}

/**
 * Makes the pixels between the lines of hatched classes transparent.
 *
 * @param numbers of classes, 1 for the first one and 0 for none; altered in place
 * @returns false if nothing remains visible
 */
export function applyPatterns(
  numbers: Uint8Array,
  width: number,
  { classes }: ClassesRendering,
): boolean {
  if (!(width > 0) || numbers.length % width !== 0) {
    throw new RangeError(`${numbers.length} pixels do not make rows of ${width}.`);
  }
  const isHatched = [false, ...classes.map(({ pattern }) => pattern === 'hatched')];
  let isSeen = false;
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index];
    if (number === 0) continue;
    if (isHatched[number] && !isOnLine(index % width, (index / width) | 0)) numbers[index] = 0;
    else isSeen = true;
  }
  return isSeen;
}

function isOnLine(column: number, row: number): boolean {
  return (column + row) % hatchSpacingPixels < hatchWidthPixels;
}
