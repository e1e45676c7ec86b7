import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { latitudeOf, worldMeters } from '@refugia/engine/geo/web-mercator.ts';
import { RasterError } from '@refugia/engine/ingest/index.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import type { Rasters } from '../../../services/rasters/rasters.ts';
import { decodePicture, type MapPicture, RasterRefusal } from './make-picture.ts';

const decimals = 1e7;

const toLongitude = (x: number) => (x / worldMeters) * 360;
const toLatitude = (y: number) => latitudeOf(0.5 - y / worldMeters);
const round = (degrees: number) => Math.round(degrees * decimals) / decimals;

/**
 * The bounds in degrees (west, south, east, north) of a picture in EPSG:3857.
 * @param worldFile six lines: a pixel's width, two rotations, its height (negative), and x and y of
 * the first pixel's centre
 */
export function placeOf(
  worldFile: string,
  { width, height }: { readonly width: number; readonly height: number },
): [number, number, number, number] {
  const [pixelWidth = 0, , , pixelHeight = 0, x = 0, y = 0] = worldFile
    .trim()
    .split(/\s+/)
    .map(Number);
  const [west, north] = [x - pixelWidth / 2, y - pixelHeight / 2];
  return [
    round(toLongitude(west)),
    round(toLatitude(north + pixelHeight * height)),
    round(toLongitude(west + pixelWidth * width)),
    round(toLatitude(north)),
  ];
}

/** Errors of files whose position is unknown. They can still be shown as pictures. */
const withoutPlace = new Set(['crs-missing', 'crs-unknown', 'not-placed']);

/**
 * Warps a TIFF to EPSG:3857 and converts it into a PNG, in a process of its own. A TIFF without a
 * georeference is decoded as it is, to be placed by hand.
 * @throws {RasterRefusal} for a file that can't be shown; the signal's reason when aborted
 */
export async function tiffPicture(
  { rasters, storage }: { readonly rasters: Rasters; readonly storage: Storage },
  file: { readonly name: string; readonly bytes: Uint8Array },
  signal: AbortSignal,
): Promise<MapPicture> {
  // What a killed server leaves there is swept.
  const scratch = `map-tiff-${randomUUID()}`;
  const folder = await storage.openScratch(scratch);
  const [source, cog, png] = ['source.tif', 'cog.tif', 'picture.png'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  try {
    await writeFile(source, file.bytes);
    await rasters.ingest(source, cog, { name: file.name }, { signal });
    const { width, height, worldFile } = await rasters.picture(cog, png, {}, { signal });
    const place = placeOf(worldFile, { width, height });
    return { png: await readFile(png), width, height, place, notes: [] };
  } catch (error) {
    if (!(error instanceof RasterError)) throw error;
    if (!withoutPlace.has(error.code)) throw new RasterRefusal(error.message);
    return await decodePicture(file.bytes).catch(async (refusal) => {
      // Reading it as if its place were known finds what else is wrong with the file.
      const placed = { name: file.name, epsg: 3857 };
      const cause = await rasters.ingest(source, cog, placed, { signal }).catch((other) => other);
      throw cause instanceof RasterError ? new RasterRefusal(cause.message) : refusal;
    });
  } finally {
    await storage.removeScratch(scratch);
  }
}
