import type { Grid } from '../raster/grid.ts';
import type { Samples } from '../raster/samples.ts';
import { type CogDescription, type CogOptions, writeCog } from '../tiff/writer/cog-writer.ts';
import { writeFileAtomically } from '../tiff/writer/sink.ts';

/** Small tiles: a map tile then decodes little that it does not show. */
const tileSize = 256;
/** zlib's fastest: the files are read many times but seldom moved. */
const deflateLevel = 1;

/** One of a run's files: bands of one sample type over a grid. */
export interface ResultImage {
  readonly path: string;
  readonly grid: Grid;
  readonly sampleType: 'uint8' | 'uint16' | 'uint32';
  readonly nodata: number;
  readonly overviews: NonNullable<CogOptions['overviews']>;
  readonly matching: NonNullable<CogOptions['matching']>;
  readonly bands: NonNullable<CogDescription['bands']>;
  readonly palette?: CogDescription['palette'];
  readonly samples: readonly Samples[];
}

/** Writes a Cloud Optimized GeoTIFF that is there whole or not at all. */
export function writeImage(image: ResultImage, signal?: AbortSignal): Promise<void> {
  const { path, grid, overviews, matching, ...rest } = image;
  return writeFileAtomically(path, (sink) =>
    writeCog({ ...grid, ...rest }, sink, {
      tileSize,
      level: deflateLevel,
      matching,
      overviews,
      signal,
    }),
  );
}
