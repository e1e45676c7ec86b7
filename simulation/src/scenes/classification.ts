import type { Ground } from '../ground/ground-patch.ts';
import { surfaces } from '../world/surfaces.ts';
import type { Acquisition } from './acquisitions.ts';
import type { Air } from './air.ts';

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
      const groundIndex = (row + margin) * ground.patch.width + column + margin;
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
