import type { Ground } from '../ground/ground-types.ts';
import { clamp, fractalNoise, normalQuantile, smoothNoise, smoothStep } from '../world/noise.ts';
import { interpolateNodes, Lattice } from '../world/utm-grid.ts';
import { type Acquisition, cloudShare, type Sun, sunAt } from './acquisitions.ts';

/** Reflectance that haze adds to each band, relative to its amplitude. */
export const hazeByBand = [1, 0.72, 0.52, 0.22, 0.1, 0.06];
/** Reflectance of thick cloud and of thin cirrus. */
export const cloudByBand = [0.74, 0.74, 0.75, 0.76, 0.55, 0.42];
export const cirrusByBand = [0.55, 0.53, 0.52, 0.5, 0.3, 0.2];
/** Share of the light that comes straight from the sun. */
export const directByBand = [0.7, 0.76, 0.8, 0.88, 0.92, 0.94];

/**
 * The state of the air between ground and sensor, and passing conditions of the ground, at coarse
 * nodes.
 */
export type Conditions = Readonly<ReturnType<typeof conditionsOver>>;

interface CloudMaps {
  readonly lattice: Lattice;
  /** Opacities, 0 to 1. */
  readonly cloud: Float64Array;
  readonly shadow: Float64Array;
  readonly cirrus: Float64Array;
}

/** The conditions over a grid during a pass. `worldSeed` decides what passes of one year share. */
export function conditionsOver(ground: Ground, acquisition: Acquisition, worldSeed: number) {
  const { lattice, places } = ground;
  const middle = Math.floor(lattice.size / 2);
  const sun = sunAt(acquisition.dayOfYear, places.latitude[middle]);
  const fields = () => new Float64Array(lattice.size);
  const conditions = {
    sun,
    /** The direction to the sun, scaled by the tangent of its zenith angle, by which slopes are lit. */
    sunEast: fields(),
    sunNorth: fields(),
    gain: fields(),
    haze: fields(),
    /** Deviations from the usual greenness of the season, and of the soil's wetness. */
    growth: fields(),
    wetness: fields(),
    /** Days by which the snow line differs from place to place. */
    snowDays: fields(),
    clouds: cloudsOver(ground, acquisition, sun),
  };
  const pass = acquisition.seed & 0xffff;
  // Passes of one year share the season's weather, which drifts within about a month.
  const season = acquisition.year * 131 + worldSeed;
  for (let node = 0; node < lattice.size; node++) {
    const x = places.x[node];
    const y = places.y[node];
    const local = sunAt(acquisition.dayOfYear, places.latitude[node]);
    conditions.sunEast[node] = local.tanZenith * local.east;
    conditions.sunNorth[node] = local.tanZenith * local.north;
    conditions.gain[node] =
      acquisition.gain + acquisition.viewGradient * 0.5 * smoothNoise(x, y, 120_000, pass + 3);
    conditions.haze[node] =
      acquisition.hazeReflectance *
      (1 + 0.75 * clamp(smoothNoise(x, y, 14_000, pass + 5), -1.2, 2.5));
    conditions.growth[node] =
      0.5 * smoothNoise(x, y, 220_000, season + 701) +
      0.75 * fractalNoise(x, y, { wavelength: 2_400, octaves: 3, gain: 0.7 }, season + 709);
    conditions.wetness[node] =
      0.7 * smoothNoise(x, y, 60_000, pass + 7) +
      0.7 * fractalNoise(x, y, { wavelength: 3_000, octaves: 2, gain: 0.7 }, pass + 9);
    // The ocean keeps the Pacific coast mild.
    const maritime = smoothStep(-1_900_000, -2_100_000, x);
    conditions.snowDays[node] =
      acquisition.warmDays + 7 * smoothNoise(x, y, 90_000, pass + 11) - 45 * maritime;
  }
  return conditions;
}

/** Cloud, shadow and cirrus on a lattice of 4 pixels; undefined under a clear sky. */
function cloudsOver(ground: Ground, acquisition: Acquisition, sun: Sun): CloudMaps | undefined {
  const { lattice: coarse, places, utmGrid } = ground;
  const shares = places.x.map((x, node) => cloudShare(acquisition, x, places.y[node]));
  if (acquisition.cirrus === 0 && shares.every((share) => share < 1e-3)) return undefined;
  const lattice = new Lattice(utmGrid, 4);
  const cloud = new Float64Array(lattice.size);
  const shadow = new Float64Array(lattice.size);
  const cirrus = new Float64Array(lattice.size);
  const reach = acquisition.cloudHeightMeters * sun.tanZenith;
  for (let row = 0, node = 0; row < lattice.rows; row++) {
    const north = lattice.north - row * lattice.stepMeters;
    for (let column = 0; column < lattice.columns; column++, node++) {
      const east = lattice.west + column * lattice.stepMeters;
      const x = interpolateNodes(coarse, places.x, east, north);
      const y = interpolateNodes(coarse, places.y, east, north);
      const share = interpolateNodes(coarse, shares, east, north);
      const sky = { share, pixelMeters: utmGrid.pixelMeters };
      const here = cloudOpacity(acquisition, x, y, sky);
      cloud[node] = here;
      if (here < 0.9 && share >= 1e-3) {
        // The cloud whose shadow falls on a place lies toward the sun.
        const towardX = x + reach * sun.east;
        const towardY = y + reach * sun.north;
        shadow[node] = (1 - here) * cloudOpacity(acquisition, towardX, towardY, sky);
      }
      if (acquisition.cirrus > 0) cirrus[node] = cirrusOpacity(acquisition, x, y);
    }
  }
  return { lattice, cloud, shadow, cirrus };
}

/**
 * Opacity, 0 to 1, of the cloud above a place on the world plane, where clouds cover `share` of the
 * sky. What is much finer than a pixel is left out.
 */
export function cloudOpacity(
  acquisition: Acquisition,
  x: number,
  y: number,
  { share, pixelMeters }: { readonly share: number; readonly pixelMeters: number },
): number {
  if (share < 1e-3) return 0;
  const noise = fractalNoise(
    x,
    y,
    { wavelength: acquisition.cloudMeters, octaves: 6, gain: 0.55, shortest: 4 * pixelMeters },
    (acquisition.seed & 0xffff) + 13,
  );
  return smoothStep(0, acquisition.cloudSoftness, noise - normalQuantile(1 - share));
}

const cirrusNoise = { wavelength: 7_000, octaves: 3, gain: 0.5 };

/** Thin ice cloud in long streaks. */
function cirrusOpacity(acquisition: Acquisition, x: number, y: number): number {
  const turn = (acquisition.seed >>> 8) & 0xff;
  const along = x * Math.cos(turn) + y * Math.sin(turn);
  const across = y * Math.cos(turn) - x * Math.sin(turn);
  const noise = fractalNoise(along / 4, across, cirrusNoise, (acquisition.seed & 0xffff) + 29);
  return acquisition.cirrus * smoothStep(0, 1.6, noise);
}

/** The effect of the air on each inner pixel. */
export interface Air {
  readonly gain: Float32Array;
  readonly haze: Float32Array;
  readonly cloud: Float32Array | undefined;
  readonly shadow: Float32Array | undefined;
  readonly cirrus: Float32Array | undefined;
}
