import type { Ground } from '../ground/ground-types.ts';
import { hashPoint, normalTable, normalTableMask } from '../world/noise.ts';
import type { UtmGrid } from '../world/utm-grid.ts';
import type { Acquisition } from './acquisitions.ts';
import {
  type Air,
  type Conditions,
  cirrusByBand,
  cloudByBand,
  conditionsOver,
  hazeByBand,
} from './atmosphere.ts';
import { classify, withMistakes } from './classification.ts';
import { groundReflectance, type SeasonTables } from './radiometry.ts';

/** Pixels that a grid is larger than its image on each side: the sensor sees beyond a pixel. */
const margin = 2;

/** Digital numbers are reflectance times this. */
const quantification = 10_000;

/** The grid to make ground for, so that an image of these pixels can be sensed. */
export function withMargin(image: UtmGrid): UtmGrid {
  return widened(image, margin);
}

/** A grid with so many more pixels on each side. */
function widened(grid: UtmGrid, pixels: number): UtmGrid {
  return {
    ...grid,
    west: grid.west - pixels * grid.pixelMeters,
    north: grid.north + pixels * grid.pixelMeters,
    width: grid.width + 2 * pixels,
    height: grid.height + 2 * pixels,
  };
}

function withoutMargin(ground: UtmGrid): UtmGrid {
  return widened(ground, -margin);
}

/** One pass of the sensor over a country. */
interface Overpass {
  readonly acquisition: Acquisition;
  /** The tables of this acquisition. */
  readonly tables: SeasonTables;
  readonly worldSeed: number;
}

/**
 * Senses the inner pixels of a ground (`withMargin`). It models light, the sensor's blur at its
 * shifted place, haze, cloud and noise. Returns a raster for each band asked.
 */
export function senseGround(
  ground: Ground,
  overpass: Overpass,
  bands: readonly number[],
): Map<number, Uint16Array> {
  const { acquisition } = overpass;
  const { rasters, air } = observeSurface(ground, overpass, bands);
  const noiseKey = hashPoint(ground.utmGrid.zone, acquisition.day, acquisition.seed);
  return new Map(
    bands.map((band, slot) => [
      band,
      throughAir(rasters[slot], air, ground.utmGrid, { band, noiseKey }),
    ]),
  );
}

/**
 * The scene classification of the inner pixels of a ground. It takes a third of the time of the
 * bands.
 */
export function classifyGround(ground: Ground, overpass: Overpass): Uint8Array {
  const { acquisition } = overpass;
  const { rasters, snow, air } = observeSurface(ground, overpass, classifiedBands);
  const [red, nir] = rasters;
  const image = withoutMargin(ground.utmGrid);
  const { width, height } = image;
  const classes = classify({ ground, acquisition, red, nir, snow, air, width, height, margin });
  return withMistakes(classes, image, acquisition.seed);
}

/** Red and near infrared. */
const classifiedBands = [2, 3];

/**
 * Computes the blurred light from the ground at the sensor, without the air, and the air
 * separately.
 */
function observeSurface(
  ground: Ground,
  { acquisition, tables, worldSeed }: Overpass,
  bands: readonly number[],
): { rasters: Float32Array[]; snow: Uint8Array; air: Air } {
  const conditions = conditionsOver(ground, acquisition, worldSeed);
  const { rasters, snow } = groundReflectance(ground, { acquisition, conditions, tables }, bands);
  const { pixelMeters } = ground.utmGrid;
  const across = splineWeights(acquisition.shiftEast / pixelMeters);
  const down = splineWeights(-acquisition.shiftNorth / pixelMeters);
  const blurred = rasters.map((raster) => blur(raster, ground.utmGrid, across, down));
  return { rasters: blurred, snow, air: airOver(ground, conditions) };
}

/** Quadratic B-spline weights of the pixel before, at and after, for a shift in pixels within ±½. */
function splineWeights(shift: number): readonly [number, number, number] {
  return [0.5 * (0.5 - shift) ** 2, 0.75 - shift ** 2, 0.5 * (0.5 + shift) ** 2];
}

/** The sensor's point spread: a pixel's value holds some of its neighbors', more on the shifted side. */
function blur(
  raster: Float32Array,
  utmGrid: UtmGrid,
  across: readonly [number, number, number],
  down: readonly [number, number, number],
): Float32Array {
  const { width: inner, height } = withoutMargin(utmGrid);
  const out = new Float32Array(inner * height);
  const rowAbove = new Float32Array(utmGrid.width);
  for (let row = 0; row < height; row++) {
    const at = (row + margin) * utmGrid.width;
    for (let column = 0; column < utmGrid.width; column++) {
      const index = at + column;
      rowAbove[column] =
        down[0] * raster[index - utmGrid.width] +
        down[1] * raster[index] +
        down[2] * raster[index + utmGrid.width];
    }
    for (let column = 0; column < inner; column++) {
      const index = column + margin;
      out[row * inner + column] =
        across[0] * rowAbove[index - 1] +
        across[1] * rowAbove[index] +
        across[2] * rowAbove[index + 1];
    }
  }
  return out;
}

function airOver(ground: Ground, conditions: Conditions): Air {
  const { utmGrid, lattice } = ground;
  const { clouds } = conditions;
  const { width, height } = withoutMargin(utmGrid);
  const inner = (nodes: Float64Array, from = lattice) => {
    const out = new Float32Array(width * height);
    const line = new Float32Array(utmGrid.width);
    for (let row = 0; row < height; row++) {
      from.interpolateRow(nodes, row + margin, line);
      out.set(line.subarray(margin, margin + width), row * width);
    }
    return out;
  };
  return {
    gain: inner(conditions.gain),
    haze: inner(conditions.haze),
    cloud: clouds && inner(clouds.cloud, clouds.lattice),
    shadow: clouds && inner(clouds.shadow, clouds.lattice),
    cirrus: clouds && inner(clouds.cirrus, clouds.lattice),
  };
}

/** Adds haze, cloud, shadow and the noise of the sensor to the light of one band. */
function throughAir(
  raster: Float32Array,
  air: Air,
  utmGrid: UtmGrid,
  { band, noiseKey }: { readonly band: number; readonly noiseKey: number },
): Uint16Array {
  const width = utmGrid.width - 2 * margin;
  const out = new Uint16Array(raster.length);
  const hazeShare = hazeByBand[band];
  const cloudColor = cloudByBand[band];
  const cirrusColor = cirrusByBand[band];
  const shade = 0.62 + 0.06 * band;
  const firstColumn = Math.round(utmGrid.west / utmGrid.pixelMeters) + margin;
  const firstRow = Math.round(utmGrid.north / utmGrid.pixelMeters) - margin;
  for (let index = 0; index < raster.length; index++) {
    let value = raster[index] * air.gain[index];
    if (air.cloud && air.shadow && air.cirrus) {
      value *= 1 - shade * air.shadow[index];
      value += air.cirrus[index] * (cirrusColor - value);
      value += air.haze[index] * hazeShare;
      const cloud = air.cloud[index];
      value += cloud * (cloudColor * (0.8 + 0.25 * cloud) - value);
    } else value += air.haze[index] * hazeShare;
    const column = index % width;
    const row = (index - column) / width;
    const draw = hashPoint(firstColumn + column, firstRow - row, noiseKey + band);
    value += (0.0012 + 0.012 * value) * normalTable[draw & normalTableMask];
    const number = Math.round(value * quantification);
    out[index] = number < 1 ? 1 : Math.min(number, 20_000);
  }
  return out;
}
