/** From X, Y and Z to the light of red, green and blue on an sRGB screen. */
const screen = [
  [3.241, -1.5374, -0.4986],
  [-0.9692, 1.876, 0.0416],
  [0.0556, -0.204, 1.057],
] as const;
const gamma = 2.4;
/** The steps of light that a screen is told apart by, and the light of white. */
const lightSteps = 1500;
const whiteLight = 100;

/** The code of red, green or blue by the step of its light. */
const codes = Uint8Array.from({ length: lightSteps + 1 }, (_, step) =>
  Math.floor(Math.fround(255 * Math.fround((step / lightSteps) ** (1 / gamma))) + 0.5),
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
  const fromX = Math.fround((whiteX / whiteY) * 100);
  const fromZ = Math.fround(((1 - whiteX - whiteY) / whiteY) * 100);
  const signed = new Int8Array(lab.buffer, lab.byteOffset, lab.length);
  for (let pixel = 0; pixel < pixels; pixel++) {
    const lightness = Math.fround((lab[3 * pixel]! * 257 * 100) / 65_535);
    const isDark = lightness < 8.856;
    const darkY = Math.fround((lightness * 100) / 903.292);
    const root = Math.fround(isDark ? (7.787 * darkY) / 100 + 16 / 116 : (lightness + 16) / 116);
    const x = cubed(Math.fround(signed[3 * pixel + 1]! / 500 + root), fromX);
    const y = isDark ? darkY : Math.fround(100 * root * root * root);
    const z = cubed(Math.fround(root - signed[3 * pixel + 2]! / 200), fromZ);
    for (const [channel, [ofX, ofY, ofZ]] of screen.entries()) {
      const light = Math.fround(ofX * x + ofY * y + ofZ * z);
      const step = Math.min(whiteLight, Math.max(1, light)) - 1;
      samples[4 * pixel + channel] =
        codes[Math.min(lightSteps, Math.floor((step * lightSteps) / (whiteLight - 1)))]!;
    }
    samples[4 * pixel + 3] = 255;
  }
  return samples;
}

function cubed(root: number, white: number): number {
  return Math.fround(
    root < 0.2069 ? (white * (root - 0.13793)) / 7.787 : white * root * root * root,
  );
}
