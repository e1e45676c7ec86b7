import {
  type DivergingPalette,
  type NamedPalette,
  namedPalette,
  turnedPalette,
} from '@refugia/engine/valuation/index.ts';

/** Palettes whose colours speak of good and bad, and name the good one first. */
const goodFirst: readonly string[] = ['Green/Red'];

/** The palette as it is first drawn: where its colours speak of good and bad, high values are good. */
export function usualDirection(palette: NamedPalette): DivergingPalette {
  return goodFirst.includes(palette.name) ? turnedPalette(palette) : palette;
}

/** The name of a palette, whichever way it is drawn, and whether that is not the way it is first drawn. */
export function directionOf(palette: DivergingPalette): {
  readonly name: string | undefined;
  readonly isTurned: boolean;
} {
  const asNamed = namedPalette(palette);
  const name = (asNamed ?? namedPalette(turnedPalette(palette)))?.name;
  if (name === undefined) return { name, isTurned: false };
  return { name, isTurned: (asNamed === undefined) !== goodFirst.includes(name) };
}
