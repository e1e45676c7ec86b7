import { cityDepth, type Region, regionAt, shoreDistance } from '../world/geography.ts';
import {
  clamp,
  type FractalOptions,
  fractalNoise,
  normalQuantile,
  randomAt,
  smoothNoise,
  smoothStep,
} from '../world/noise.ts';
import { seasonDelay } from '../world/seasons.ts';

/**
 * The slow fields of the land at one place, from which its pixels are decided. An `…Excess` is how far
 * a unit normal variable stands above the value that leaves the right share of ground: over 0 means
 * yes, and adding fine noise before the comparison gives a ragged edge without changing the share.
 */
export type Landscape = ReturnType<typeof landscapeAt>;

/** Shore detail finer than the outline, in meters. */
const shoreRagged = { wavelength: 9_000, octaves: 5, gain: 0.5 };
const reliefNoise = { wavelength: 26_000, octaves: 5, gain: 0.5 };
const valleyNoise = { wavelength: 15_000, octaves: 5, gain: 0.42 };
const ridgeNoise = { wavelength: 4_200, octaves: 3, gain: 0.42 };
const coverNoise = { wavelength: 6_000, octaves: 4, gain: 0.62 };
const coniferNoise = { wavelength: 3_500, octaves: 3, gain: 0.65 };
const shrubNoise = { wavelength: 5_000, octaves: 4, gain: 0.6 };
const bareNoise = { wavelength: 4_000, octaves: 4, gain: 0.6 };
const lakeNoise = { wavelength: 4_200, octaves: 3, gain: 0.4 };
const streamNoise = { wavelength: 4_500, octaves: 3, gain: 0.45 };
const highwayNoise = { wavelength: 34_000, octaves: 2, gain: 0.25 };
const trackNoise = { wavelength: 2_600, octaves: 2, gain: 0.5 };
const townEdgeNoise = { wavelength: 7_000, octaves: 4, gain: 0.6 };
const townCellMeters = 15_000;

export interface LandscapeContext {
  readonly seed: number;
  /** Whether the sea may be near, because testing the outline at every node is slow. */
  readonly nearShore: boolean;
  /**
   * Noise of a shorter wavelength, in meters, is left out because the nodes could not represent it.
   */
  readonly shortest: number;
}

/**
 * Whether the sea may lie within `radiusMeters` of a place on the world plane. The test adds 25 km,
 * because the shore is more ragged than the outline.
 */
export function mayBeNearShore(x: number, y: number, radiusMeters: number): boolean {
  return shoreDistance(x, y) < radiusMeters + 25_000;
}

/** Computes the slow fields at a place on the world plane (meters) with its latitude in degrees. */
export function landscapeAt(x: number, y: number, latitude: number, context: LandscapeContext) {
  const { seed, shortest } = context;
  const fractal = (options: FractalOptions, purpose: number): number =>
    fractalNoise(x, y, { ...options, shortest }, seed + purpose);
  const region = regionAt(x, y);
  const valley = fractal(valleyNoise, 11);
  const hills = fractal(reliefNoise, 23);
  const steep = region.relief ** 1.4;
  const ridges = fractal(ridgeNoise, 29);
  const elevationMeters =
    region.elevationMeters +
    (40 * region.relief + 380 * steep) * hills +
    (40 * region.relief + 330 * steep) * (Math.abs(valley) - 0.75) +
    (4 + 330 * steep) * (0.8 - Math.abs(ridges));
  const delayDays = seasonDelay(latitude, elevationMeters);
  const moisture = smoothNoise(x, y, 40_000, seed + 31);
  const cover = fractal(coverNoise, 37);
  const treeLine = 3450 - 95 * (latitude - 38);
  const alpine = smoothStep(treeLine - 150, treeLine + 250, elevationMeters);
  const valleyFloor = smoothStep(0.9, 0, Math.abs(valley));
  const rough = smoothStep(0.25, 0.7, region.relief);
  const forestShare = clamp(region.forest * (1 - alpine), 0, 0.985);
  const cropShare = clamp(region.crop / Math.max(1 - forestShare, 0.05), 0, 0.97);
  const open = Math.max(1 - region.forest - region.crop, 0.03);
  const shore = context.nearShore ? shoreDistance(x, y) + 2_600 * fractal(shoreRagged, 83) : 1e6;
  return {
    elevationMeters,
    delayDays,
    forestExcess: cover - normalQuantile(1 - forestShare) - 0.5 * rough * valleyFloor,
    coniferExcess:
      fractal(coniferNoise, 41) - normalQuantile(1 - clamp(region.conifer, 0.01, 0.995)),
    cropExcess:
      0.92 * smoothNoise(x, y, 9_000, seed + 43) +
      0.55 * rough * (valleyFloor - 0.6) -
      normalQuantile(1 - cropShare),
    shrubExcess:
      fractal(shrubNoise, 47) - normalQuantile(1 - clamp(region.shrub / open, 0.002, 0.97)),
    bareExcess:
      fractal(bareNoise, 53) +
      2.5 * alpine -
      normalQuantile(1 - clamp(region.bare / open, 0.0005, 0.95)),
    lakeExcess:
      fractal(lakeNoise, 59) - normalQuantile(1 - 0.09 * region.lakes ** 1.5 - 0.0004) - rough,
    /** Unscaled noises whose zero contours are rivers, streams, highways and forest roads. */
    riverNoise: valley,
    streamNoise: fractal(streamNoise, 61),
    highwayNoise: fractal(highwayNoise, 67),
    trackNoise: fractal(trackNoise, 71),
    riverHalfWidthMeters: riverHalfWidth(region, smoothNoise(x, y, 70_000, seed + 73)),
    /** 0 outside towns, 1 in the middle of one. */
    town: townAt(x, y, { region, elevationMeters, seed }),
    shoreMeters: shore,
    /** Irregular lots bend with these. */
    warpX: 110 * smoothNoise(x, y, 1_400, seed + 89),
    warpY: 110 * smoothNoise(x, y, 1_400, seed + 97),
    rowCrop: region.rowCrop,
    cereal: region.cereal,
    pivot: region.pivot,
    surveyGrid: region.surveyGrid + 0.12 * smoothNoise(x, y, 60_000, seed + 101),
    timber: region.timber,
    redness: region.redness + 0.12 * smoothNoise(x, y, 12_000, seed + 103),
    brightness: region.brightness + 0.12 * smoothNoise(x, y, 7_000, seed + 107),
    moisture,
    /** Height of the terrain's small shapes. */
    roughMeters: 0.8 + 58 * steep,
    /** 0 in moist country, 0.5 and more in deserts. */
    aridity: region.bare + 0.45 * region.shrub,
  };
}

function riverHalfWidth(region: Region, noise: number): number {
  const wet = 1 - clamp(1.3 * region.bare + 0.5 * region.shrub, 0, 0.9);
  return (4 + 38 * smoothStep(0.2, 2.2, noise)) * (0.25 + 0.75 * wet);
}

/**
 * Finds the town at a place. Each cell may have one, mostly small. Large towns have fixed places.
 */
function townAt(
  x: number,
  y: number,
  { region, elevationMeters, seed }: { region: Region; elevationMeters: number; seed: number },
): number {
  const ragged = fractalNoise(x, y, townEdgeNoise, seed + 137);
  const depth = cityDepth(x, y);
  let town = clamp(1.1 * depth + (depth > -0.6 ? 0.2 * ragged : 0), 0, 1);
  const likely = clamp(
    0.2 + 0.8 * region.crop + 0.25 * (1 - region.relief) - 0.7 * region.bare,
    0.05,
    0.9,
  );
  const cellColumn = Math.floor(x / townCellMeters);
  const cellRow = Math.floor(y / townCellMeters);
  for (let row = cellRow - 1; row <= cellRow + 1; row++) {
    for (let column = cellColumn - 1; column <= cellColumn + 1; column++) {
      if (randomAt(column, row, seed + 109) > likely || elevationMeters > 2900) continue;
      const centerX = (column + 0.15 + 0.7 * randomAt(column, row, seed + 113)) * townCellMeters;
      const centerY = (row + 0.15 + 0.7 * randomAt(column, row, seed + 127)) * townCellMeters;
      const size = randomAt(column, row, seed + 131);
      const radius = 350 + 900 * size + 3_200 * size ** 8;
      const distance = Math.hypot(x - centerX, y - centerY);
      if (distance < radius * 1.6) town = Math.max(town, 1 - distance / radius + 0.15 * ragged);
    }
  }
  return town;
}
