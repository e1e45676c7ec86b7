import type { PackedColours } from '../structure/packed-colours.ts';

/**
 * Red, green, blue and full opacity, pixel by pixel, of YCbCr colours that lie in units of several pixels (TIFF 6.0,
 * section 21).
 */
export function unpackColours(
  bytes: Uint8Array,
  { across, down, shares, reference }: PackedColours,
  { width, rows }: { width: number; rows: number },
): Uint8ClampedArray {
  const [redShare, greenShare, blueShare] = shares;
  const [black, white, blueZero, blueFull, redZero, redFull] = reference as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const brightnessScale = 255 / (white - black || 1);
  const blueScale = 127 / (blueFull - blueZero || 1);
  const redScale = 127 / (redFull - redZero || 1);
  const samples = new Uint8ClampedArray(width * rows * 4).fill(255);
  const unitBytes = across * down + 2;
  let unit = 0;
  for (let top = 0; top < rows; top += down) {
    for (let left = 0; left < width; left += across) {
      // Whole numbers before they are combined, as in libtiff.
      const blueCode = Math.trunc((bytes[unit + unitBytes - 2] - blueZero) * blueScale);
      const redCode = Math.trunc((bytes[unit + unitBytes - 1] - redZero) * redScale);
      const blue = blueCode * (2 - 2 * blueShare);
      const red = redCode * (2 - 2 * redShare);
      const green = (blue * blueShare + red * redShare) / greenShare;
      for (let place = 0; place < across * down; place++) {
        const column = left + (place % across);
        const row = top + Math.floor(place / across);
        if (column >= width || row >= rows) continue;
        const brightness = Math.trunc((bytes[unit + place] - black) * brightnessScale);
        const pixel = (row * width + column) * 4;
        samples[pixel] = brightness + red;
        samples[pixel + 1] = brightness - green;
        samples[pixel + 2] = brightness + blue;
      }
      unit += unitBytes;
    }
  }
  return samples;
}

/**
 * Red, green, blue and full opacity of four inks (cyan, magenta, yellow, black), pixel by pixel.
 *
 * @param bands the number of bands; those after the inks are left out
 */
export function coloursOfInks(inks: Uint8Array, bands: number): Uint8Array {
  const pixels = inks.length / bands;
  const samples = new Uint8Array(4 * pixels);
  for (let pixel = 0; pixel < pixels; pixel++) {
    const light = 255 - inks[pixel * bands + 3];
    for (let ink = 0; ink < 3; ink++) {
      samples[4 * pixel + ink] = Math.floor((light * (255 - inks[pixel * bands + ink])) / 255);
    }
    samples[4 * pixel + 3] = 255;
  }
  return samples;
}
