const { fround } = Math;

type Row = readonly [number, number, number];

/** From X, Y and Z to the light of red, green and blue on an sRGB screen. */
const screen = [
  [3.241, -1.5374, -0.4986],
  [-0.9692, 1.876, 0.0416],
  [0.0556, -0.204, 1.057],
].map((row) => Float32Array.from(row)) as unknown as readonly [Row, Row, Row];
const gamma = 2.4;
/** The steps of light that a screen is told apart by, and the light of white. */
const lightSteps = 1500;
const whiteLight = 100;
const lightStep = fround(fround(whiteLight - 1) / lightSteps);

/** The code of red, green or blue by the step of its light. */
const codes = Uint8Array.from({ length: lightSteps + 1 }, (_, step) =>
  Math.floor(fround(255 * fround((step / lightSteps) ** (1 / gamma))) + 0.5),
);

/**
 * Red, green, blue and full opacity of CIE L*a*b* colours in bytes, pixel by pixel: lightness from 0 to
 * 255, then a* and b* as signed numbers. It computes as libtiff does, which GDAL takes the colours from:
 * TIFF 6.0 (section 23) with the colours of an sRGB screen, in single precision.
 *
 * @param white the chromaticity of white
 */
export function coloursOfLab(
  lab: Uint8Array,
  [whiteX, whiteY]: readonly [x: number, y: number],
): Uint8Array {
  const pixels = Math.floor(lab.length / 3);
  const samples = new Uint8Array(4 * pixels);
  const fromX = fround((whiteX / whiteY) * 100);
  const fromZ = fround(((1 - whiteX - whiteY) / whiteY) * 100);
  const signed = new Int8Array(lab.buffer, lab.byteOffset, lab.length);
  for (let pixel = 0; pixel < pixels; pixel++) {
    const lightness = fround(fround(fround(lab[3 * pixel]! * 257) * 100) / 65_535);
    const isDark = lightness < fround(8.856);
    const darkY = fround(fround(lightness * 100) / fround(903.292));
    const root = isDark
      ? fround(fround(fround(7.787) * fround(darkY / 100)) + fround(16 / 116))
      : fround(fround(lightness + 16) / 116);
    const x = cubed(fround(fround(signed[3 * pixel + 1]! / 500) + root), fromX);
    const y = isDark ? darkY : product(100, root);
    const z = cubed(fround(root - fround(signed[3 * pixel + 2]! / 200)), fromZ);
    for (const [channel, [ofX, ofY, ofZ]] of screen.entries()) {
      const light = fround(fround(fround(ofX * x) + fround(ofY * y)) + fround(ofZ * z));
      const above = Math.min(whiteLight, Math.max(1, light)) - 1;
      samples[4 * pixel + channel] =
        codes[Math.min(lightSteps, Math.floor(fround(fround(above) / lightStep)))]!;
    }
    samples[4 * pixel + 3] = 255;
  }
  return samples;
}

function cubed(root: number, white: number): number {
  return root < fround(0.2069)
    ? fround(fround(white * fround(root - fround(0.13793))) / fround(7.787))
    : product(white, root);
}

/** A white's part times the cube of a root. */
function product(white: number, root: number): number {
  return fround(fround(fround(white * root) * root) * root);
}
