import type { Grid } from '../raster/grid.ts';
import { expandWindow, isAnyKept, type PixelLayout } from '../raster/pixel-layout.ts';
import { createSamples, type Samples } from '../raster/samples.ts';
import type { CogDescription, CogOptions } from '../tiff/writer/cog-description.ts';
import { writeCog } from '../tiff/writer/cog-writer.ts';
import { writeFileAtomically } from '../tiff/writer/sink.ts';
import { type SparseImage, writeSparseCog } from '../tiff/writer/sparse-cog-writer.ts';

/** Small tiles: a map tile then decodes little that it does not show. */
const tileSize = 256;
/** zlib's fastest: the files are read many times but seldom moved. */
const deflateLevel = 1;

/** One of a run's files: bands of one sample type over a grid. */
export interface ResultImage {
  readonly path: string;
  readonly grid: Grid;
  /** The pixels of which the samples are planes; where others are left out, they are nodata. */
  readonly layout: PixelLayout;
  readonly sampleType: 'uint8' | 'uint16' | 'uint32';
  readonly nodata: number;
  readonly overviews: NonNullable<CogOptions['overviews']>;
  readonly matching: NonNullable<CogOptions['matching']>;
  readonly bands: NonNullable<CogDescription['bands']>;
  readonly palette?: CogDescription['palette'];
  readonly samples: readonly Samples[];
}

export interface WriteImageOptions {
  readonly signal?: AbortSignal | undefined;
  /** Whether libuv's threads compress: of no use to a thread that is itself one of several. */
  readonly inBackground?: boolean;
}

/**
 * Writes a Cloud Optimized GeoTIFF that is there whole or not at all. Of an area that is scattered in
 * its grid only those tiles are in it that hold something.
 */
export function writeImage(
  image: ResultImage,
  { signal, inBackground = true }: WriteImageOptions = {},
): Promise<void> {
  const { path, grid, layout, overviews, matching, samples, ...rest } = image;
  const options = { tileSize, level: deflateLevel, matching, overviews, signal, inBackground };
  const description = { ...grid, ...rest };
  return writeFileAtomically(path, (sink) =>
    layout.runs
      ? writeSparseCog({ ...description, ...tilesOf(image) }, sink, options)
      : writeCog({ ...description, samples }, sink, options),
  );
}

function tilesOf({
  layout,
  samples,
  sampleType,
  nodata,
}: ResultImage): Pick<SparseImage, 'bandCount' | 'mayHold' | 'readTile'> {
  return {
    bandCount: samples.length,
    mayHold: (window) => isAnyKept(layout, window),
    readTile: (window) =>
      samples.map((plane) => {
        const tile = createSamples(sampleType, window.width * window.height);
        return expandWindow(layout, plane, window, tile.fill(nodata));
      }),
  };
}
