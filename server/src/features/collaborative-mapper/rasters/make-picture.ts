import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@refugia/contract/limits.ts';
import { rasterSentence } from '@refugia/contract/raster-facts.ts';
import { latitudeOf, worldMeters } from '@refugia/engine/geo/web-mercator.ts';
import { RasterError } from '@refugia/engine/ingest/index.ts';
import { inScratch } from '../../../platform/storage/scratch.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { createPictureDecoder } from '../../../services/pictures/picture-decoder.ts';
import { isPicture } from '../../../services/pictures/picture-signature.ts';
import type { Rasters } from '../../../services/rasters/rasters.ts';

/** The error for a file that can't be shown as a picture, with a sentence for a person. */
export class RasterRefusal extends Error {
  override readonly name = 'RasterRefusal';
}

export interface MapPicture {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** West, south, east, north in degrees; null when the file does not say. */
  readonly place: readonly [number, number, number, number] | null;
  readonly notes: readonly string[];
}

/** The longer side of the stored picture. */
const { maxPicturePixels } = limits.habitatPatrol;
const maxReadPixels = 200_000_000;
const decode = createPictureDecoder({ pixels: maxReadPixels, seconds: 30 });

const unreadable =
  'The picture can not be read: its file is damaged, or of another kind than its name says.';

/**
 * Converts a JPEG, PNG or WebP into a PNG without metadata. Its orientation is applied, and a very
 * large picture is made smaller.
 * @throws {RasterRefusal} for a file of another format, or one that can't be decoded
 */
export async function pictureOf(file: Uint8Array): Promise<MapPicture> {
  if (!isPicture(file)) throw new RasterRefusal(unreadable);
  return await decodePicture(file);
}

/**
 * Does the same for a file of any format that the picture library reads.
 * @throws {RasterRefusal} for a file that can't be decoded
 */
async function decodePicture(file: Uint8Array): Promise<MapPicture> {
  const { bytes, width, height } = await decode(
    file,
    (picture) =>
      picture
        .autoOrient()
        .resize(maxPicturePixels, maxPicturePixels, { fit: 'inside', withoutEnlargement: true })
        .toColourspace('srgb')
        .png(),
    ({ message }) => {
      const isTooLarge = /pixel limit/.test(message);
      return new RasterRefusal(
        isTooLarge
          ? `The picture has more than ${maxReadPixels / 1_000_000} million pixels. Please make it smaller.`
          : unreadable,
      );
    },
  );
  return {
    png: bytes,
    width,
    height,
    place: null,
    notes: ['The file does not say where the picture lies: place it on the map by hand.'],
  };
}

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
  return await inScratch(storage, 'map-tiff', (folder) => pictureIn(folder, rasters, file, signal));
}

/** @param folder for files on the way */
async function pictureIn(
  folder: string,
  rasters: Rasters,
  file: { readonly name: string; readonly bytes: Uint8Array },
  signal: AbortSignal,
): Promise<MapPicture> {
  const source = join(folder, 'source.tif');
  const cog = join(folder, 'cog.tif');
  const png = join(folder, 'picture.png');
  await writeFile(source, file.bytes);
  try {
    await rasters.ingest(source, cog, { name: file.name }, { signal });
    const { width, height, worldFile } = await rasters.picture(cog, png, {}, { signal });
    const place = placeOf(worldFile, { width, height });
    return { png: await readFile(png), width, height, place, notes: [] };
  } catch (error) {
    if (!(error instanceof RasterError)) throw error;
    if (!withoutPlace.has(error.code)) throw new RasterRefusal(rasterSentence(error.fact));
    return await decodePicture(file.bytes).catch(async (refusal) => {
      // Reading it as if its place were known finds what else is wrong with the file.
      const placed = { name: file.name, epsg: 3857 };
      const cause = await rasters.ingest(source, cog, placed, { signal }).catch((other) => other);
      throw cause instanceof RasterError ? new RasterRefusal(rasterSentence(cause.fact)) : refusal;
    });
  }
}
