import type { RasterNote } from '../facts/raster-facts.ts';
import { FileSource } from '../source/file-source.ts';
import { writeCoarseCog } from './coarse/coarse-cog.ts';
import { RasterError } from './errors.ts';
import type { BandFacts, CoarseFacts, RasterFacts, RasterHeader } from './facts.ts';
import { type InspectedRaster, inspectRaster, type RasterChoices } from './inspect.ts';
import { mostClasses } from './measure/summary.ts';
import { writeMeasuredCog } from './measured-cog.ts';

export interface IngestOptions extends RasterChoices {
  /** The file's name in messages. A person knows the uploaded file by that name. */
  readonly name?: string | undefined;
  /** Where a coarse picture of a large raster goes; none is made when left out. */
  readonly coarsePath?: string | undefined;
  /** What the file says of itself, before its pixels are read. */
  readonly onInspected?: (header: RasterHeader) => void;
  /**
   * Called before the whole raster is read.
   *
   * @param coarse null without a coarse picture
   */
  readonly onCoarse?: (coarse: CoarseFacts | null) => void;
  /** @param share of the whole raster that has been read, 0 to 1 */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Without a shift of the datum, an accuracy better than this is not mentioned. */
const worthTellingMeters = 5;
/** A smaller raster gets no coarse picture, because the whole of it is ready almost as soon. */
const fewestCoarsePixels = 2 ** 24;
/** A coarse picture takes a second or two. One that takes much longer is not worth the wait. */
const coarseMilliseconds = 30_000;

/**
 * Ingests a raster file: measures it and writes it as a Cloud Optimized GeoTIFF on its own grid,
 * with overviews, masks and colours; before that, a coarse picture of a large one. Each target is written
 * completely or not at all. It starts threads and should run in a process of its own. Rejects with
 * RasterError if the file cannot be used, or with the signal's reason when aborted.
 */
export async function ingestRaster(
  sourcePath: string,
  targetPath: string,
  options: IngestOptions = {},
): Promise<RasterFacts> {
  const { coarsePath, onInspected, onCoarse, onProgress, signal, name, ...choices } = options;
  await using file = await FileSource.open(sourcePath, name);
  const inspected = await inspectRaster(file, choices, signal);
  const { header } = inspected;
  onInspected?.(header);
  const isLarge = header.width * header.height >= fewestCoarsePixels;
  onCoarse?.(coarsePath && isLarge ? await coarsePicture(inspected, coarsePath, signal) : null);
  const { shown, cogBytes } = await writeMeasuredCog(inspected, targetPath, {
    onShare: onProgress,
    signal,
  });
  if (choices.kind === 'categorical') requireClasses(shown);
  return { ...header, notes: notesOf(inspected, shown), shown, cogBytes };
}

/** Null where it fails: the raster does not need it, and what is wrong with the file is found later. */
async function coarsePicture(
  inspected: InspectedRaster,
  path: string,
  signal: AbortSignal | undefined,
): Promise<CoarseFacts | null> {
  const tooLong = AbortSignal.timeout(coarseMilliseconds);
  const stopping = signal ? AbortSignal.any([signal, tooLong]) : tooLong;
  return await writeCoarseCog(inspected, path, stopping).catch((error: unknown) => {
    signal?.throwIfAborted();
    if (error instanceof RasterError || tooLong.aborted) return null;
    throw error;
  });
}

function requireClasses({ classes, validCount }: BandFacts): void {
  if (classes !== null || validCount === 0) return;
  throw new RasterError('unsupported', { code: 'not-classes', params: { limit: mostClasses } });
}

function notesOf({ image, bands, crs, header }: InspectedRaster, shown: BandFacts): RasterNote[] {
  const notes = [...header.notes];
  if (shown.infiniteCount > 0) {
    notes.push({ code: 'infinite-pixels', params: { pixels: shown.infiniteCount } });
  }
  if (bands.length < image.bandCount) {
    notes.push({ code: 'one-band-kept', params: { bandCount: image.bandCount } });
  }
  if (crs.accuracyMeters === undefined) {
    notes.push({ code: 'accuracy-unknown', params: { crs: crs.name } });
  } else if (crs.isShifted || crs.accuracyMeters > worthTellingMeters) {
    const params = { crs: crs.name, meters: crs.accuracyMeters };
    notes.push({ code: 'shifted-within', params });
  }
  return notes;
}
