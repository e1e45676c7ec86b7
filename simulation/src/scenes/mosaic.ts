import { coordinateTransform } from '@refugia/engine/crs/transform.ts';
import { latitudeOf, type TileAddress, tileBounds } from '@refugia/engine/geo/web-mercator.ts';
import { tileWindow } from '@refugia/engine/render/positions.ts';
import { sampleMap } from '@refugia/engine/render/sample.ts';
import type { SampledRaster } from '@refugia/engine/render/sampled-raster.ts';
import { renderTrueColour } from '@refugia/engine/render/true-colour.ts';
import { millisecondsPerDay } from '@refugia/engine/source/dates.ts';
import { makeGround } from '../ground/ground.ts';
import { dayInYear } from '../world/days.ts';
import { defaultSeed } from '../world/noise.ts';
import type { UtmGrid } from '../world/utm-grid.ts';
import type { Acquisition } from './acquisitions.ts';
import { seasonTables } from './radiometry.ts';
import { senseGround, withMargin } from './render.ts';

/** The month that a summer's mosaic shows, when everything is green and nothing is harvested. */
const mosaicMonthIndex = 6;
const mosaicDayOfMonth = 10;

/** Blue, green, red. */
const visibleBands = [0, 1, 2];

const metersPerDegree = 111_320;
const sensorMeters = 10;

/**
 * Events are left out beyond this pixel size, where the largest clear-cut is a pixel or two and
 * there would be hundreds of them.
 */
const largestEventPixelMeters = 100;

/** The last summer of which a mosaic exists on a day, as its year (UTC). */
export function latestMosaicYear(now: Date): number {
  const year = now.getUTCFullYear();
  return now.getTime() >= Date.UTC(year, mosaicMonthIndex + 1, 1) ? year : year - 1;
}

/**
 * A Web Mercator tile of the simulated country as one summer's scenes would show it with every cloud
 * taken out: made from the coordinates alone, at the resolution that the tile needs (never finer than
 * the simulated sensor's 10 m).
 *
 * @param year of the summer
 * @param size pixels along the tile's side
 * @returns RGBA, size × size pixels, every one opaque; beyond the country the ground goes on as the
 *   simulation has it, so whoever shows the tile cuts it to the country
 */
export async function renderMosaicTile(
  tile: TileAddress,
  { year, size, seed = defaultSeed }: { year: number; size: number; seed?: number },
): Promise<Uint8ClampedArray<ArrayBuffer>> {
  const { zone, latitude } = middleOf(tile);
  const [west, , east] = tileBounds(tile);
  const tilePixelMeters = ((east - west) / size) * Math.cos((latitude * Math.PI) / 180);
  const pixelMeters = Math.max(sensorMeters, sensorMeters * Math.round(tilePixelMeters / 10));
  const raster = zoneRaster(tile, { zone, pixelMeters }, (utmGrid) => {
    const ground = makeGround(withMargin(utmGrid), seed, {
      withEvents: pixelMeters <= largestEventPixelMeters,
    });
    const acquisition = clearPass(year);
    const tables = seasonTables(acquisition, seed);
    return senseGround(ground, { acquisition, tables, worldSeed: seed }, visibleBands);
  });
  const samples = await sampleMap(raster, tileWindow(tile, size));
  if (!samples) {
    throw new RangeError(`Tile ${tile.z}/${tile.x}/${tile.y} lies beside its UTM zone's grid.`);
  }
  const [blue, green, red] = samples.bands;
  return renderTrueColour({ red, green, blue }, samples.states);
}

function middleOf({ z, x, y }: TileAddress): { zone: number; latitude: number } {
  const longitude = ((x + 0.5) / 2 ** z) * 360 - 180;
  return {
    zone: Math.floor((longitude + 180) / 6) + 1,
    latitude: latitudeOf((y + 0.5) / 2 ** z),
  };
}

/**
 * A raster of a whole UTM zone and its neighbors, from 10° to 60° north, on multiples of its pixels. Only
 * what a tile shows of it is made.
 */
function zoneRaster(
  tile: TileAddress,
  { zone, pixelMeters }: { zone: number; pixelMeters: number },
  sense: (utmGrid: UtmGrid) => ReadonlyMap<number, Uint16Array>,
): SampledRaster {
  const snap = (meters: number) => Math.floor(meters / pixelMeters) * pixelMeters;
  const west = snap(-900_000);
  const north = snap(60 * metersPerDegree);
  const epsg = 32_600 + zone;
  return {
    kind: 'rgb',
    levels: [
      {
        width: Math.ceil(2_800_000 / pixelMeters),
        height: Math.ceil((50 * metersPerDegree) / pixelMeters),
        across: 1,
        down: 1,
      },
    ],
    affine: [pixelMeters, 0, west, 0, -pixelMeters, north],
    crs: { epsg, fromLonLat: coordinateTransform(4326, epsg) },
    mercatorBounds: tileBounds(tile),
    bandCount: visibleBands.length,
    isWhole: true,
    nodata: 0,
    dataEnds: 'half-way',
    async read(_level, window) {
      const bands = sense({
        zone,
        west: west + window.column * pixelMeters,
        north: north - window.row * pixelMeters,
        pixelMeters,
        width: window.width,
        height: window.height,
      });
      const valid = new Uint8Array(window.width * window.height).fill(1);
      return { ...window, bands: visibleBands.map((band) => bands.get(band)!), valid };
    },
  };
}

/** A pass of a perfect day: no cloud, hardly any haze, no shift. */
function clearPass(year: number): Acquisition {
  const day = Date.UTC(year, mosaicMonthIndex, mosaicDayOfMonth) / millisecondsPerDay;
  return {
    day,
    ...dayInYear(day),
    seed: year,
    shiftEast: 0,
    shiftNorth: 0,
    gain: 1,
    viewGradient: 0,
    hazeReflectance: 0.002,
    cloudiness: Number.NEGATIVE_INFINITY,
    cloudMeters: 5_000,
    cloudHeightMeters: 1_000,
    cloudSoftness: 0.3,
    cirrus: 0,
    cirrusFlagged: false,
    warmDays: -20,
  };
}
