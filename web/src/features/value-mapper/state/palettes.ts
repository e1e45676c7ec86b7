import type { Combination } from '@refugia/contract/value-mapper/combined.ts';
import {
  colourOfHex,
  type DivergingPalette,
  defaultPalette,
  hexOfColour,
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

/** A palette by its colours in hexadecimal digits, as calls have it. */
type PaletteTexts = Combination['color_palette'];

/** A palette as calls send it. */
export function storedPalette({ min, zero, max }: DivergingPalette): PaletteTexts {
  return { min: hexOfColour(min), zero: hexOfColour(zero), max: hexOfColour(max) };
}

/** A palette that calls have sent, or the default one for colours that are none. */
export function readPalette(texts: PaletteTexts): DivergingPalette {
  const [min, zero, max] = [texts.min, texts.zero, texts.max].map((text) => colourOfHex(text));
  return min && zero && max ? { min, zero, max } : defaultPalette;
}
