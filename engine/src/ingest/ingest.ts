import { FileSource } from '../source/file-source.ts';
import { RasterError } from './errors.ts';
import type { BandFacts, RasterFacts } from './facts.ts';
import {
  type InspectedRaster,
  type InspectionStep,
  inspectRaster,
  type RasterChoices,
} from './inspect.ts';
import { keptBands } from './limits.ts';
import { mostClasses } from './measure/summary.ts';
import { writeMeasuredCog } from './measured-cog.ts';

/**
 * The step that is in progress and its share. Steps of the inspection are reported when they are
 * done.
 */
export interface IngestProgress {
  readonly step: InspectionStep | 'image';
  /** 0 to 1. */
  readonly share: number;
}

export interface IngestOptions extends RasterChoices {
  /** The file's name in messages. A person knows the uploaded file by that name. */
  readonly name?: string | undefined;
  readonly onProgress?: (progress: IngestProgress) => void;
  readonly signal?: AbortSignal | undefined;
}

/** An accuracy better than this is not mentioned. */
const worthTellingMeters = 5;

/**
 * Ingests a raster file: measures it and writes it as a Cloud Optimized GeoTIFF on its own grid,
 * with overviews, masks and colours. The target is written completely or not at all. It starts
 * threads and should run in a process of its own. Rejects with RasterError if the file cannot be
 * used, or with the signal's reason when aborted.
 */
export async function ingestRaster(
  sourcePath: string,
  targetPath: string,
  options: IngestOptions = {},
): Promise<RasterFacts> {
  const { onProgress = () => {}, signal, name, ...choices } = options;
  await using file = await FileSource.open(sourcePath, name);
  const inspected = await inspectRaster(file, choices, {
    onStep: (step) => onProgress({ step, share: 1 }),
    ...(signal && { signal }),
  });
  const onShare = (share: number) => onProgress({ step: 'image', share });
  const { shown, cogBytes } = await writeMeasuredCog(inspected, targetPath, { onShare, signal });
  if (choices.kind === 'categorical') requireClasses(shown);
  return { ...inspected.header, notes: notesOf(inspected, shown), shown, cogBytes };
}

function requireClasses({ classes, validCount }: BandFacts): void {
  if (classes !== null || validCount === 0) return;
  throw new RasterError(
    'unsupported',
    `Classes are whole numbers, and at most ${mostClasses} of them. This raster has more of them, or decimals.`,
  );
}

function notesOf({ image, crs, header }: InspectedRaster, shown: BandFacts): string[] {
  const notes = [...header.notes];
  if (shown.infiniteCount > 0) {
    notes.push(`${shown.infiniteCount} pixels are infinite (+∞ or −∞); they count as no data.`);
  }
  if (keptBands(image, header.band).length < image.bandCount) {
    notes.push(`Of ${image.bandCount} bands only the chosen one is kept.`);
  }
  if (crs.accuracyMeters === undefined) {
    notes.push(
      `How exactly ${crs.name} is placed isn't known: no published shift to WGS 84 is meant for this place.`,
    );
  } else if (crs.accuracyMeters > worthTellingMeters) {
    notes.push(`${crs.name} is placed within ${crs.accuracyMeters} m, by a published shift.`);
  }
  return notes;
}
