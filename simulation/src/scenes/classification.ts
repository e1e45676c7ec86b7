import type { Ground } from '../ground/ground-types.ts';
import { hashPoint, smoothNoise } from '../world/noise.ts';
import { surfaces } from '../world/surfaces.ts';
import type { UtmGrid } from '../world/utm-grid.ts';
import type { Acquisition } from './acquisitions.ts';
import type { Air } from './atmosphere.ts';

/** Sentinel-2's scene classes that the simulation gives. */
export const sceneClass = {
  dark: 2,
  shadow: 3,
  vegetation: 4,
  bare: 5,
  water: 6,
  unclassified: 7,
  cloudMedium: 8,
  cloudHigh: 9,
  cirrus: 10,
  snow: 11,
} as const;

export interface ClassifyInput {
  readonly ground: Ground;
  readonly acquisition: Acquisition;
  /** Reflectance of the inner pixels, before the air. */
  readonly red: Float32Array;
  readonly nir: Float32Array;
  readonly snow: Uint8Array;
  readonly air: Air;
  readonly width: number;
  readonly height: number;
  readonly margin: number;
}

/** The class that each inner pixel deserves. */
export function classify(input: ClassifyInput): Uint8Array {
  const { ground, width, height, margin } = input;
  const classes = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const index = row * width + column;
      const groundIndex = (row + margin) * ground.utmGrid.width + column + margin;
      classes[index] = trueClass(input, index, groundIndex);
    }
  }
  return classes;
}

function trueClass(input: ClassifyInput, index: number, groundIndex: number): number {
  const { air, ground } = input;
  const cloud = air.cloud?.[index] ?? 0;
  if (cloud > 0.55) return sceneClass.cloudHigh;
  if (cloud > 0.12) return sceneClass.cloudMedium;
  if ((air.cirrus?.[index] ?? 0) > 0.025 && input.acquisition.cirrusFlagged)
    return sceneClass.cirrus;
  if ((air.shadow?.[index] ?? 0) > 0.2) return sceneClass.shadow;
  if (input.snow[groundIndex] > 110) return sceneClass.snow;
  const wet = waterShare(ground, groundIndex);
  if (wet > 0.6) return sceneClass.water;
  const red = input.red[index];
  const nir = input.nir[index];
  if (nir < 0.06 && red < 0.03) return sceneClass.dark;
  const ndvi = (nir - red) / (nir + red);
  if (ndvi > 0.42) return sceneClass.vegetation;
  if (ndvi < 0.34 || red > 0.1) return sceneClass.bare;
  return sceneClass.unclassified;
}

function waterShare(ground: Ground, index: number): number {
  const share = ground.otherShare[index] / 255;
  const isWater = (surface: number) => (surfaces[surface].group === 'water' ? 1 : 0);
  return isWater(ground.surface[index]) * (1 - share) + isWater(ground.other[index]) * share;
}

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
export function withMistakes(classes: Uint8Array, image: UtmGrid, seed: number): Uint8Array {
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
