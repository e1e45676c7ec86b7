import { remainingEffect } from '../events/events.ts';
import type { EventKind } from '../events/land-event.ts';
import { slopeUnit } from '../ground/ground.ts';
import { forEachHarmed } from '../ground/ground-events.ts';
import type { Ground } from '../ground/ground-types.ts';
import { clamp, deriveSeed, randomAt, smoothStep } from '../world/noise.ts';
import { delayOffset, greennessOn } from '../world/seasons.ts';
import { bandCount, surfaceIndex, surfaces } from '../world/surfaces.ts';
import type { Acquisition } from './acquisitions.ts';
import { type Conditions, directByBand } from './atmosphere.ts';

/** Reflectance of fresh snow. */
const snowByBand = [0.86, 0.87, 0.86, 0.78, 0.13, 0.1];
/** How much of its reflectance bare ground loses when it is wet. */
const wetByBand = [0.07, 0.08, 0.09, 0.09, 0.13, 0.15];

/** Look-up tables of one pass: what depends on the surface and the date, not on the pixel. */
export interface SeasonTables {
  /** Greenness of each surface at each delay: [surface · 256 + delay]. */
  readonly greenness: Float32Array;
  /** Snow on the ground at each delay, before local differences, as days inside the snowy season. */
  readonly snowDays: Float32Array;
  /** Deviation of this year's growth for each parcel byte, and whether its rotation is turned. */
  readonly parcelGrowth: Float32Array;
  readonly rotated: Uint8Array;
}

const dormant = new Float32Array(surfaces.length * bandCount);
const greening = new Float32Array(surfaces.length * bandCount);
surfaces.forEach((surface, index) => {
  for (let band = 0; band < bandCount; band++) {
    dormant[index * bandCount + band] = surface.dormant[band];
    greening[index * bandCount + band] = surface.green[band] - surface.dormant[band];
  }
});
const texture = Float32Array.from(surfaces, (surface) => surface.texture / 64);
const yearly = Float32Array.from(surfaces, (surface) => surface.yearly);
const parcelYearly = Float32Array.from(surfaces, (surface) => surface.parcelYearly);
const bareness = Float32Array.from(surfaces, ({ group }) =>
  group === 'water' || group === 'built' ? 0 : 1,
);
const openToSnow = Float32Array.from(surfaces, ({ group, canopy }) =>
  group === 'water' ? 0 : 1 - canopy,
);
const vigorous = Float32Array.from(surfaces, ({ group }) =>
  group === 'water' || group === 'built' ? 0 : 0.0016,
);

/** Computes the look-up tables of one pass. */
export function seasonTables(acquisition: Acquisition, worldSeed: number): SeasonTables {
  const greenness = new Float32Array(surfaces.length * 256);
  const snowDays = new Float32Array(256);
  for (let delay = 0; delay < 256; delay++) {
    const days = delay - delayOffset;
    for (let index = 0; index < surfaces.length; index++) {
      greenness[index * 256 + delay] = greennessOn(
        surfaces[index].season,
        acquisition.dayOfYear,
        days,
      );
    }
    // Snow lies around the end of January: 80 days at a delay of 12 days, longer where spring is
    // later, and soon not at all where it is earlier.
    const fromMidwinter = Math.abs(((acquisition.dayOfYear - 28 + 547) % 365) - 182);
    snowDays[delay] = 40 + (days > 12 ? 1.1 : 4) * (days - 12) - fromMidwinter;
  }
  const stream = deriveSeed(worldSeed, acquisition.year);
  const parcelGrowth = Float32Array.from(
    { length: 256 },
    (_, parcel) => 2 * randomAt(parcel, 0, stream) - 1,
  );
  const rotated = Uint8Array.from({ length: 256 }, (_, parcel) => (parcel + acquisition.year) & 1);
  return { greenness, snowDays, parcelGrowth, rotated };
}

/** The state of a country on the day of a pass. */
interface GroundState {
  readonly acquisition: Acquisition;
  readonly conditions: Conditions;
  /** The tables of this acquisition. */
  readonly tables: SeasonTables;
}

/** Reflectance of the ground as the sun lights it, before the air: one raster for each band asked. */
export function groundReflectance(
  ground: Ground,
  { acquisition, conditions, tables }: GroundState,
  bands: readonly number[],
): { rasters: Float32Array[]; snow: Uint8Array } {
  const { width, height } = ground.utmGrid;
  const rasters = bands.map(() => new Float32Array(width * height));
  const snow = new Uint8Array(width * height);
  const light = new Float32Array(width * height);
  const row = () => new Float32Array(width);
  const rows = { sunEast: row(), sunNorth: row(), growth: row(), wetness: row(), snowDays: row() };
  const pixel = new Float32Array(bandCount);
  const addSurface = surfaceAdder({ ground, tables, bands, rows, out: pixel });
  for (let line = 0; line < height; line++) {
    for (const name of ['sunEast', 'sunNorth', 'growth', 'wetness', 'snowDays'] as const) {
      ground.lattice.interpolateRow(conditions[name], line, rows[name]);
    }
    for (let column = 0; column < width; column++) {
      const index = line * width + column;
      const east = ground.slopeEast[index] * slopeUnit;
      const north = ground.slopeNorth[index] * slopeUnit;
      const rise = rows.sunEast[column] * east + rows.sunNorth[column] * north;
      const lit = clamp((1 - rise) / Math.sqrt(1 + east * east + north * north), 0.12, 2.2);
      light[index] = lit;
      const snowy = snowShare(ground, index, tables, rows.snowDays[column]);
      snow[index] = 255 * snowy;
      const share = ground.otherShare[index] / 255;
      pixel.fill(0);
      addSurface(index, column, ground.surface[index], 1 - share);
      if (share > 0) addSurface(index, column, ground.other[index], share);
      for (let slot = 0; slot < bands.length; slot++) {
        const band = bands[slot];
        const value = pixel[band] + snowy * (snowByBand[band] - pixel[band]);
        rasters[slot][index] = value * (1 + directByBand[band] * (lit - 1));
      }
    }
  }
  applyEvents(ground, { acquisition, tables }, { bands, rasters, snow, light });
  return { rasters, snow };
}

function snowShare(ground: Ground, index: number, tables: SeasonTables, localDays: number): number {
  const days = tables.snowDays[ground.delay[index]] + localDays + 0.06 * ground.vigor[index];
  if (days <= -6) return 0;
  const share = ground.otherShare[index] / 255;
  const open =
    openToSnow[ground.surface[index]] * (1 - share) + openToSnow[ground.other[index]] * share;
  return 0.94 * smoothStep(-6, 8, days) * open;
}

interface SurfaceTask {
  readonly ground: Ground;
  readonly tables: SeasonTables;
  readonly bands: readonly number[];
  /** Deviations of growth and wetness in the columns of the present row. */
  readonly rows: { readonly growth: Float32Array; readonly wetness: Float32Array };
  /** The reflectance of one pixel in each band, to which surfaces are added. */
  readonly out: Float32Array;
}

/**
 * Makes the function that adds one surface's reflectance, weighted by its share of the pixel. It is
 * called for every pixel, so whatever is the same for all of them is bound once.
 */
function surfaceAdder({ ground, tables, bands, rows, out }: SurfaceTask) {
  const { growth, wetness } = rows;
  return (index: number, column: number, surface: number, share: number): void => {
    const parcel = ground.parcel[index];
    let kind = surface;
    if (tables.rotated[parcel] === 1) {
      if (surface === surfaceIndex.corn) kind = surfaceIndex.soybeans;
      else if (surface === surfaceIndex.soybeans) kind = surfaceIndex.corn;
    }
    const usual = tables.greenness[kind * 256 + ground.delay[index]];
    const vigor = ground.vigor[index] * vigorous[kind];
    const green = clamp(
      usual * (1 + vigor) +
        0.3 * vigor +
        (0.15 + usual) *
          0.32 *
          (yearly[kind] * growth[column] + parcelYearly[kind] * tables.parcelGrowth[parcel]),
      0,
      1.15,
    );
    const weight = share * Math.max(1 + texture[kind] * ground.brightness[index], 0.3);
    const wet = clamp(wetness[column], -2, 2) * bareness[kind] * (1.2 - green);
    const base = kind * bandCount;
    for (let slot = 0; slot < bands.length; slot++) {
      const band = bands[slot];
      const reflectance = dormant[base + band] + green * greening[base + band];
      out[band] += weight * reflectance * (1 - wet * wetByBand[band]);
    }
  };
}

const eventSurface: Readonly<Record<EventKind, number>> = {
  'clear-cut': surfaceIndex.slash,
  'solar farm': surfaceIndex.panels,
  burn: surfaceIndex.char,
};
/**
 * The share of an event's ground that its new surface covers. Between panels, for example, the
 * ground is visible.
 */
const coverage: Readonly<Record<EventKind, number>> = {
  'clear-cut': 1,
  'solar farm': 0.8,
  burn: 1,
};
/** While a solar farm is being built its ground is bare. */
const buildingDays = 100;

/** The ground without its events: for each of the bands a raster of reflectance, snow and light. */
interface LitGround {
  readonly bands: readonly number[];
  readonly rasters: readonly Float32Array[];
  readonly snow: Uint8Array;
  readonly light: Float32Array;
}

/** Applies the remaining effect of each event on the day to the ground. Alters its rasters. */
function applyEvents(
  ground: Ground,
  { acquisition, tables }: Pick<GroundState, 'acquisition' | 'tables'>,
  { bands, rasters, snow, light }: LitGround,
) {
  for (const groundEvent of ground.events) {
    const { event } = groundEvent;
    const days = acquisition.day - event.day;
    const strength = remainingEffect(event, 1, acquisition.day);
    if (strength < 0.01) continue;
    const building = event.kind === 'solar farm' && days < buildingDays;
    const covered = building ? 1 : coverage[event.kind];
    const kind = building ? surfaceIndex.track : eventSurface[event.kind];
    const base = kind * bandCount;
    const regrowth = smoothStep(-500, 1_100, days);
    forEachHarmed(groundEvent, ground.utmGrid.width, (index, severity) => {
      const weight = (severity / 255) * strength * covered;
      const green = tables.greenness[kind * 256 + ground.delay[index]] * regrowth;
      const bright = Math.max(1 + texture[kind] * ground.brightness[index], 0.3);
      const snowy = snow[index] / 255;
      for (let slot = 0; slot < bands.length; slot++) {
        const band = bands[slot];
        const fresh = (dormant[base + band] + green * greening[base + band]) * bright;
        const seen =
          (fresh + snowy * (snowByBand[band] - fresh)) *
          (1 + directByBand[band] * (light[index] - 1));
        rasters[slot][index] += weight * (seen - rasters[slot][index]);
      }
    });
  }
}
