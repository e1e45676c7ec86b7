import { hashPoint, smoothNoise } from '../world/noise.ts';
import type { Patch } from '../world/patch.ts';
import { sceneClass } from './classification.ts';

/** Share of single pixels that carry a wrong class; more stand in clumps. */
const singleShare = 0.015;
/**
 * Size of the clumps in meters, and the noise above which a pixel is in one, which holds for some
 * 3.5 % of the ground.
 */
const clumpMeters = 130;
const clumpThreshold = 1.8;
/** All clumps within a square of this side have the same wrong class. */
const sameMistakeMeters = 400;

const {
  cloudHigh,
  cloudMedium,
  cirrus,
  shadow,
  dark,
  vegetation,
  bare,
  water,
  unclassified,
  snow,
} = sceneClass;
/**
 * The wrong classes of each class. The inside of clouds keeps a cloudy class, and their rim is
 * sometimes missed.
 */
const mistakes: Readonly<Record<number, readonly number[]>> = {
  [cloudHigh]: [cloudMedium, cloudMedium, cloudMedium, cirrus],
  [cloudMedium]: [cloudHigh, cirrus, unclassified, vegetation, bare],
  [cirrus]: [cloudMedium, vegetation, unclassified, bare],
  [shadow]: [dark, water, vegetation, dark, unclassified],
  [dark]: [shadow, water, vegetation],
  [vegetation]: [unclassified, bare, cloudMedium, shadow, unclassified, dark],
  [bare]: [vegetation, unclassified, cloudMedium, cloudHigh, unclassified, cirrus],
  [water]: [dark, shadow, unclassified, cloudMedium],
  [unclassified]: [vegetation, bare, cloudMedium, shadow],
  [snow]: [cloudHigh, cloudMedium, bare],
};

/**
 * The classes of an image with about 5 % of them made wrong, in clumps and singly, as a real scene
 * classification errs. `seed` is the pass's.
 */
export function withMistakes(classes: Uint8Array, image: Patch, seed: number): Uint8Array {
  const out = new Uint8Array(classes.length);
  const noiseSeed = (seed & 0xffff) + 41;
  const key = hashPoint(image.zone, 77, seed);
  for (let row = 0; row < image.height; row++) {
    const north = image.north - (row + 0.5) * image.pixelMeters;
    for (let column = 0; column < image.width; column++) {
      const index = row * image.width + column;
      const east = image.west + (column + 0.5) * image.pixelMeters;
      const bits = hashPoint(Math.round(east / 10), Math.round(north / 10), key);
      const clumped = smoothNoise(east, north, clumpMeters, noiseSeed) > clumpThreshold;
      const single = (bits & 0xffff) / 0x10000 < singleShare;
      out[index] = classes[index];
      if (!clumped && !single) continue;
      const choices = mistakes[classes[index]];
      const draw = clumped
        ? hashPoint(
            Math.floor(east / sameMistakeMeters),
            Math.floor(north / sameMistakeMeters),
            seed,
          )
        : bits >>> 16;
      out[index] = choices[draw % choices.length];
    }
  }
  return out;
}
