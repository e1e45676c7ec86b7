import { join } from 'node:path';
import { changeClass } from '../change/index.ts';
import type { Composite, WorkArea } from '../composite/types.ts';
import type { Grid } from '../raster/grid.ts';
import type { Samples } from '../raster/samples.ts';
import type { BandName } from '../source/scene.ts';
import { type CogOptions, writeCog, writeFileAtomically } from '../tiff/index.ts';
import { type AnalysisFiles, outsideArea, resultFileNames } from './types.ts';

/** Small tiles: a map tile then decodes little that it does not show. */
const tileSize = 256;
/** zlib's fastest: the files are read many times but seldom moved. */
const deflateLevel = 1;

export interface ResultPictures {
  readonly before: Composite;
  readonly after: Composite;
  /** `changeClass` codes. */
  readonly mask: Uint8Array;
  readonly names: readonly BandName[];
  readonly workArea: WorkArea;
}

/** Writes a run's Cloud Optimized GeoTIFFs into a folder that exists; each is there whole or not at all. */
export async function writeResultFiles(
  folder: string,
  { before, after, mask, names, workArea }: ResultPictures,
  signal?: AbortSignal,
): Promise<AnalysisFiles> {
  const files: AnalysisFiles = {
    before: join(folder, resultFileNames.before),
    after: join(folder, resultFileNames.after),
    change: join(folder, resultFileNames.change),
  };
  const picture = {
    grid: workArea.grid,
    nodata: 0,
    overviews: 'average',
    matching: 'runs',
    // Reflectance = number / 10,000: GIS programs show it so.
    bands: names.map((description) => ({ description, scale: 0.0001 })),
  } as const;
  await writeImage(files.before, { ...picture, samples: [...before.bands] }, signal);
  await writeImage(files.after, { ...picture, samples: [...after.bands] }, signal);
  const change: Image = {
    grid: workArea.grid,
    nodata: outsideArea,
    overviews: { prefer: changeClass.changed },
    matching: 'strings',
    bands: [{ description: 'change' }],
    samples: [mask.map((code, index) => (workArea.mask[index] === 1 ? code : outsideArea))],
  };
  await writeImage(files.change, change, signal);
  return files;
}

interface Image {
  readonly grid: Grid;
  readonly nodata: number;
  readonly overviews: NonNullable<CogOptions['overviews']>;
  readonly matching: NonNullable<CogOptions['matching']>;
  readonly bands: readonly { description: string; scale?: number }[];
  readonly samples: readonly Samples[];
}

function writeImage(path: string, image: Image, signal: AbortSignal | undefined): Promise<void> {
  const { grid, overviews, matching, ...rest } = image;
  const sampleType = rest.samples[0] instanceof Uint8Array ? 'uint8' : 'uint16';
  const description = { ...grid, ...rest, sampleType } as const;
  return writeFileAtomically(path, (sink) =>
    writeCog(description, sink, { tileSize, level: deflateLevel, matching, overviews, signal }),
  );
}
