import type { ChangeKind } from '../change/options.ts';
import { changePalette, paletteKinds } from './change-palette.ts';
import type { Rgba } from './palette-png.ts';

/** How strongly changed pixels cover the picture under them, 0 to 255. */
export const changeAlpha = 230;
/** Lines over pixels that clouds hid on one of the dates: lighter than the class's grey in a GIS. */
export const unobservedColour: Rgba = [226, 229, 232, 150];

/** Diagonal lines repeat after this many pixels; a divisor of every tile size, so that they join. */
const hatchSpacingPixels = 8;
const hatchWidthPixels = 2;

const { changed, unobserved } = changePalette;
/** The number after those of all change. */
const hatchIndex = paletteKinds.length + 2;

/** Colours of the pictures that `renderChange` makes; change has its code as its number. */
export const changeTileColours: readonly Rgba[] = [
  [0, 0, 0, 0],
  ...[changed, ...paletteKinds.map((kind) => changePalette[kind])].map(
    ({ colour: [red, green, blue] }): Rgba => [red, green, blue, changeAlpha],
  ),
  unobservedColour,
];

/**
 * Which codes of a change layer are drawn as change.
 *
 * @param kinds those that are shown; all change when left out, also that of which no kind is known
 * @returns 1 for each code that is
 */
export function shownChange(kinds?: readonly ChangeKind[]): Uint8Array {
  const isShown = new Uint8Array(256);
  for (const kind of kinds ?? paletteKinds) isShown[changePalette[kind].code] = 1;
  if (kinds === undefined) isShown[changed.code] = 1;
  return isShown;
}

/**
 * A picture of a change layer: each kind in its colour, unobserved pixels hatched, everything else
 * transparent.
 *
 * @param layer codes of `changePalette`, row by row
 * @param isShown of `shownChange`
 * @returns numbers of `changeTileColours`; undefined where all is transparent
 */
export function renderChange(
  layer: ArrayLike<number>,
  width: number,
  isShown: Uint8Array = shownChange(),
): Uint8Array | undefined {
  if (!(width > 0) || layer.length % width !== 0) {
    throw new RangeError(`${layer.length} pixels do not make rows of ${width}.`);
  }
  const indices = new Uint8Array(layer.length);
  let isEmpty = true;
  for (let index = 0; index < layer.length; index += 1) {
    const code = layer[index]!;
    if (isShown[code] === 1) indices[index] = code;
    else if (code === unobserved.code && isHatched(index % width, (index / width) | 0)) {
      indices[index] = hatchIndex;
    } else continue;
    isEmpty = false;
  }
  return isEmpty ? undefined : indices;
}

function isHatched(column: number, row: number): boolean {
  return (column + row) % hatchSpacingPixels < hatchWidthPixels;
}
