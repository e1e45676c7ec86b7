/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Colours of the values −1, 0 and 1. */
export interface DivergingPalette {
  readonly min: Rgb;
  readonly zero: Rgb;
  readonly max: Rgb;
}

export interface NamedPalette extends DivergingPalette {
  /** What a person calls it: the colour of −1, then that of 1. */
  readonly name: string;
}

/** The palettes from which a person chooses. The first is the default. */
export const palettes = [
  { name: 'Black/White', min: [0, 0, 0], zero: [128, 128, 128], max: [255, 255, 255] },
  { name: 'Blue/Orange', min: [24, 88, 164], zero: [245, 243, 238], max: [222, 104, 16] },
  { name: 'Purple/Yellow', min: [88, 32, 132], zero: [168, 160, 164], max: [250, 214, 20] },
  { name: 'Green/Red', min: [20, 118, 66], zero: [245, 243, 238], max: [190, 36, 40] },
] as const satisfies readonly NamedPalette[];

export const defaultPalette: NamedPalette = palettes[0];

/** The colour of a value: values are clamped to −1 … 1, colours between are mixed part by part. */
export function colourOfValue(value: number, { min, zero, max }: DivergingPalette): Rgb {
  const end = value < 0 ? min : max;
  const share = Math.min(1, Math.abs(value));
  const mixed = (part: 0 | 1 | 2) => Math.round(zero[part] + (end[part] - zero[part]) * share);
  return [mixed(0), mixed(1), mixed(2)];
}

/** A colour as the web writes it, such as `#18589c`. */
export function hexOfColour(colour: Rgb): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Reads a colour that `hexOfColour` has written. Returns undefined for any other text. */
export function colourOfHex(text: string): Rgb | undefined {
  if (!/^#[0-9a-f]{6}$/i.test(text)) return undefined;
  const number = Number.parseInt(text.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

/** The palette with the colours of its ends exchanged. */
export function turnedPalette({ min, zero, max }: DivergingPalette): DivergingPalette {
  return { min: max, zero, max: min };
}

/** The colours of a difference of values: lost half a value or more, none, and gained as much. */
export const differencePalette = turnedPalette(palettes[1]);
/** The difference that has the last colour of `differencePalette`. Whole values rarely differ. */
export const fullDifference = 0.5;

/** The palette of the list that has these three colours. */
export function namedPalette({ min, zero, max }: DivergingPalette): NamedPalette | undefined {
  const key = [min, zero, max].map(hexOfColour).join();
  return palettes.find((each) => [each.min, each.zero, each.max].map(hexOfColour).join() === key);
}
