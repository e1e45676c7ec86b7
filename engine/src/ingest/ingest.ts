import { FileSource } from '../source/file-source.ts';
import { describeCog, keptBands, withMeasure } from './describe-cog.ts';
import type { BandFacts, RasterFacts } from './facts.ts';
import {
  asRasterError,
  type InspectedRaster,
  type InspectionStep,
  inspectRaster,
  type RasterChoices,
} from './inspect.ts';
import { bandFacts } from './measure/summary.ts';
import { assembleCog, tileEncodingFor } from './pyramid/assemble-cog.ts';
import { tileSizeFor, writePyramid } from './pyramid/write-pyramid.ts';

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

/** The share of the whole work that is done when all tiles are made. */
const tilesShare = 0.95;
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
  const { image, header } = inspected;
  const { sampleType } = image;
  const description = describeCog(inspected);
  const { bandCount } = description;
  const overviews = header.kind === 'categorical' ? 'mode' : 'average';
  const tileSize = tileSizeFor(image, bandCount, sampleType);
  const bands = keptBands(image, header.band);
  const { nodata } = image;
  const work = {
    image,
    bands,
    plan: {
      tileSize,
      sourceBands: bandCount,
      sourceType: sampleType,
      bandCount,
      keepsMask: true,
      encoding: tileEncodingFor(description, { tileSize, overviews }),
      overviews,
      nodata,
      alphaBand: description.alphaBand,
      measure: { band: bands.indexOf(header.band), nodata, hasHidden: header.hasMask },
      valuing: undefined,
    },
    scratchPath: targetPath,
    onProgress: (share: number) => onProgress({ step: 'image', share: share * tilesShare }),
    signal,
  } as const;
  try {
    return await writePyramid(work, async (levels, measured) => {
      const { scale, offset } = image.bands[header.band];
      const shown = bandFacts(measured, {
        scale,
        offset,
        isWhole: !sampleType.startsWith('float'),
        isClasses: header.kind === 'categorical',
        palette: image.colours.palette,
      });
      const measuredDescription = withMeasure(description, inspected, measured.visible);
      const options = { tileSize, overviews, signal } as const;
      const cogBytes = await assembleCog(targetPath, measuredDescription, levels, options);
      onProgress({ step: 'image', share: 1 });
      return { ...header, notes: notesOf(inspected, shown), shown, cogBytes };
    });
  } catch (error) {
    throw asRasterError(error);
  }
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
