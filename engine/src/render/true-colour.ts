/** Red, green and blue reflectance × 10,000 of the same pixels; 0 is nodata. */
export interface TrueColourBands {
  readonly red: ArrayLike<number>;
  readonly green: ArrayLike<number>;
  readonly blue: ArrayLike<number>;
}

/**
 * How reflectance becomes brightness. It is the same for every picture, so that before and after
 * can be compared by eye.
 */
export const trueColourStretch = {
  /** Reflectance that is shown black: what haze adds over dark water and shade. */
  black: 0.01,
  /** Reflectance that is shown white. Bare bright soil is close to it. */
  white: 0.3,
  /** A value above 1 brightens forests, which reflect 2 to 5 %. */
  gamma: 1.6,
} as const;

const largestNumber = 65_535;

/** Brightness for every number that a uint16 band can hold. */
const brightness = ((): Uint8Array => {
  const { black, white, gamma } = trueColourStretch;
  const table = new Uint8Array(largestNumber + 1);
  for (let number = 0; number <= largestNumber; number++) {
    const stretched = (number / 10_000 - black) / (white - black);
    const clamped = Math.min(1, Math.max(0, stretched));
    table[number] = Math.round(255 * clamped ** (1 / gamma));
  }
  return table;
})();

/**
 * A natural-colour picture of surface reflectance.
 *
 * @param valid 0 where the pixel is not part of the picture
 * @returns RGBA, 4 bytes a pixel; pixels that are not valid are fully transparent
 */
export function renderTrueColour(
  { red, green, blue }: TrueColourBands,
  valid: ArrayLike<number>,
): Uint8ClampedArray<ArrayBuffer> {
  const pixelCount = valid.length;
  if (red.length !== pixelCount || green.length !== pixelCount || blue.length !== pixelCount) {
    throw new RangeError(
      `Bands of ${red.length}, ${green.length}, ${blue.length} pixels do not match ${pixelCount} pixels of validity.`,
    );
  }
  const rgba = new Uint8ClampedArray(pixelCount * 4);
  for (let index = 0; index < pixelCount; index++) {
    if (valid[index] === 0) continue;
    const offset = index * 4;
    rgba[offset] = brightness[red[index]];
    rgba[offset + 1] = brightness[green[index]];
    rgba[offset + 2] = brightness[blue[index]];
    rgba[offset + 3] = 255;
  }
  return rgba;
}
