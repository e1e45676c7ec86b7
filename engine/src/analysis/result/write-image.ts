import type { Grid } from '../../raster/grid.ts';
import { expandWindow, isAnyKept, type PixelLayout } from '../../raster/pixel-layout.ts';
import { createSamples, type Samples } from '../../raster/samples.ts';
import type { CogDescription, CogOptions } from '../../tiff/writer/cog-description.ts';
import { type SparseImage, writeCog, writeSparseCog } from '../../tiff/writer/cog-writer.ts';
import { writeFileAtomically } from '../../tiff/writer/sink.ts';

/** Tiles are small, so that a map tile decodes few pixels that it does not show. */
const tileSize = 256;
/** zlib's fastest level, because the files are read many times but seldom transferred. */
const deflateLevel = 1;

/** One of a run's files: bands of one sample type over a grid. */
export interface ResultImage {
  readonly path: string;
  readonly grid: Grid;
  /** The layout of the samples. Pixels that it does not keep are nodata. */
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
  /**
   * Whether libuv's threads compress. That does not help in a thread that is itself one of several.
   */
  readonly inBackground?: boolean;
}

/**
 * Writes a Cloud Optimized GeoTIFF completely or not at all. If the area is scattered in its grid,
 * tiles without data are left out.
 */
export function writeImage(
  image: ResultImage,
  { signal, inBackground = true }: WriteImageOptions = {},
): Promise<void> {
  const { path, grid, layout, overviews, matching, samples, ...rest } = image;
  const options = { tileSize, level: deflateLevel, matching, overviews, signal, inBackground };
  const description = { ...grid, ...rest };
  return writeFileAtomically(path, (sink) =>
    layout.spans
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
      samples.map((kept) => {
        const tile = createSamples(sampleType, window.width * window.height);
        return expandWindow(layout, kept, window, tile.fill(nodata));
      }),
  };
}
