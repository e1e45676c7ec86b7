import type { Acquisition } from './acquisitions.ts';
import type { Ground } from './ground.ts';
import { hashPoint, smoothNoise } from './noise.ts';
import type { Air } from './render.ts';
import { surfaces } from './surfaces.ts';

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

/** Share of single pixels that carry a wrong class; more stand in clumps. */
const singleErrorShare = 0.014;
/** What the clumps' noise exceeds on some 3.5 % of the ground. */
const clumpThreshold = 1.8;

export interface ClassifyInput {
  readonly ground: Ground;
  readonly acquisition: Acquisition;
  /** Reflectance of the six bands of the inner pixels, before the air. */
  readonly planes: readonly Float32Array[];
  readonly snow: Uint8Array;
  readonly air: Air;
  readonly width: number;
  readonly height: number;
  readonly margin: number;
}

/** The class of each inner pixel, about 5 % of them wrong. */
export function classify(input: ClassifyInput): Uint8Array {
  const { ground, acquisition, width, height, margin } = input;
  const { patch } = ground;
  const classes = new Uint8Array(width * height);
  const key = hashPoint(patch.zone, acquisition.day, acquisition.seed + 77);
  const noiseSeed = (acquisition.seed & 0xffff) + 41;
  for (let row = 0; row < height; row++) {
    const north = patch.north - (row + margin + 0.5) * patch.pixelMeters;
    for (let column = 0; column < width; column++) {
      const index = row * width + column;
      const east = patch.west + (column + margin + 0.5) * patch.pixelMeters;
      const truth = trueClass(input, index, (row + margin) * patch.width + column + margin);
      const bits = hashPoint(Math.round(east / 10), Math.round(north / 10), key);
      const clumped = smoothNoise(east, north, 130, noiseSeed) > clumpThreshold;
      const single = (bits & 0xffff) / 0x10000 < singleErrorShare;
      classes[index] =
        clumped || single
          ? wrongClass(truth, input.acquisition.seed, bits >>> 16, clumped, east, north)
          : truth;
    }
  }
  return classes;
}

function trueClass(input: ClassifyInput, index: number, groundIndex: number): number {
  const { air, ground, planes } = input;
  const cloud = air.cloud?.[index] ?? 0;
  if (cloud > 0.55) return sceneClass.cloudHigh;
  if (cloud > 0.12) return sceneClass.cloudMedium;
  if ((air.cirrus?.[index] ?? 0) > 0.025 && input.acquisition.cirrusFlagged)
    return sceneClass.cirrus;
  if ((air.shadow?.[index] ?? 0) > 0.2) return sceneClass.shadow;
  if (input.snow[groundIndex] > 110) return sceneClass.snow;
  const wet = waterShare(ground, groundIndex);
  if (wet > 0.6) return sceneClass.water;
  const red = planes[2][index];
  const nir = planes[3][index];
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
/** What each class is mistaken for. Deep cloud keeps a cloudy class, its rim is sometimes missed. */
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

/** A wrong class; a clump shares one mistake. */
function wrongClass(
  truth: number,
  seed: number,
  bits: number,
  clumped: boolean,
  east: number,
  north: number,
): number {
  const choices = mistakes[truth];
  const draw = clumped ? hashPoint(Math.floor(east / 400), Math.floor(north / 400), seed) : bits;
  return choices[draw % choices.length];
}
