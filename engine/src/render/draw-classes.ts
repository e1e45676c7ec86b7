import type { ClassesDrawing } from './drawing.ts';
import { encodePalettePng, type Rgba } from './palette-png.ts';
import { resampleClasses, type SourceWindow } from './resample.ts';
import type { TilePositions } from './tile-positions.ts';

const transparent: Rgba = [0, 0, 0, 0];

/** The period of the diagonal lines in pixels. It divides every tile size, so that lines join. */
const hatchSpacingPixels = 8;
const hatchWidthPixels = 2;

/** Draws a tile of classes as a PNG. The result is null if all of it is transparent. */
export function drawClasses(
  source: SourceWindow,
  positions: TilePositions,
  drawing: ClassesDrawing,
): Uint8Array | null {
  const numbers = resampleClasses(source, positions, drawing);
  if (!applyPatterns(numbers, positions.size, drawing)) return null;
  const colours = [transparent, ...drawing.classes.map(({ colour }) => colour)];
  return encodePalettePng(numbers, positions.size, colours);
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
  { classes }: ClassesDrawing,
): boolean {
  if (!(width > 0) || numbers.length % width !== 0) {
    throw new RangeError(`${numbers.length} pixels do not make rows of ${width}.`);
  }
  const isHatched = [false, ...classes.map(({ pattern }) => pattern === 'hatched')];
  let isSeen = false;
  for (let index = 0; index < numbers.length; index += 1) {
    const number = numbers[index]!;
    if (number === 0) continue;
    if (isHatched[number] && !isOnLine(index % width, (index / width) | 0)) numbers[index] = 0;
    else isSeen = true;
  }
  return isSeen;
}

function isOnLine(column: number, row: number): boolean {
  return (column + row) % hatchSpacingPixels < hatchWidthPixels;
}
