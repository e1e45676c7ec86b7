import type { Affine } from '../../raster/grid.ts';
import { canHold, type SampleType } from '../../raster/samples.ts';
import type { Predictor } from '../structure/encoding.ts';
import type { BandMetadata } from '../structure/gdal-metadata.ts';
import type { CogSubject, Palette } from './cog-fields.ts';
import type { DeflateMatching } from './encode-tile.ts';
import type { OverviewResampling } from './halve-rows.ts';

/** What a Cloud Optimized GeoTIFF is to hold. */
export interface CogDescription {
  width: number;
  height: number;
  bandCount: number;
  sampleType: SampleType;
  /** Pixel to CRS coordinates. */
  affine?: Affine;
  epsg?: number;
  nodata?: number;
  /** Description, scale, offset and further items of each band. */
  bands?: readonly Partial<BandMetadata>[];
  /** Colours of the classes that a single band of bytes holds. */
  palette?: Palette;
}

export const defaultCogOptions = {
  /** Pixels along a tile's side; a multiple of 16. */
  tileSize: 512,
  /** zlib's level: 1 is fast, 9 is small. */
  level: 6,
  /** What deflate looks for; 'runs' is fast and suits pictures, 'strings' suits classes and graphics. */
  matching: 'strings' as DeflateMatching,
  /** How overviews are made; 'none' makes none. */
  overviews: 'average' as OverviewResampling | 'none',
  /** Tiles that are compressed at the same time. */
  concurrency: 4,
  /** Whether libuv's threads compress: of no use to a thread that is itself one of several. */
  inBackground: true,
  /** Write BigTIFF even where a classic file would do. */
  bigTiff: false,
};

export type CogOptions = Partial<typeof defaultCogOptions>;

/** What the directories say. Throws RangeError when the description can't be written. */
export function subjectOf(
  description: CogDescription,
  { tileSize, overviews }: Pick<typeof defaultCogOptions, 'tileSize' | 'overviews'>,
): CogSubject {
  requireWritable(description, tileSize);
  return {
    sampleType: description.sampleType,
    bandCount: description.bandCount,
    tileSize,
    predictor: predictorFor(description.sampleType, overviews),
    affine: description.affine,
    epsg: description.epsg,
    nodata: description.nodata,
    bands: description.bands ?? [],
    palette: description.palette,
  };
}

/** The full size, then halves until one tile holds all. */
export function pyramidSizes(
  { width, height }: { width: number; height: number },
  tileSize: number,
): { width: number; height: number }[] {
  const sizes = [{ width, height }];
  let last = sizes[0];
  while (last.width > tileSize || last.height > tileSize) {
    last = { width: Math.ceil(last.width / 2), height: Math.ceil(last.height / 2) };
    sizes.push(last);
  }
  return sizes;
}

/** Differences help smooth values; classes are better left as they are. */
function predictorFor(sampleType: SampleType, overviews: OverviewResampling | 'none'): Predictor {
  if (sampleType.startsWith('float')) {
    return 3;
  }
  return overviews === 'average' ? 2 : 1;
}

function requireWritable(description: CogDescription, tileSize: number): void {
  const { width, height, bandCount, epsg, nodata, sampleType, affine, palette } = description;
  if (![width, height, bandCount].every((value) => Number.isInteger(value) && value > 0)) {
    throw new RangeError(
      `An image of ${width} × ${height} and ${bandCount} bands can't be written.`,
    );
  }
  if (!Number.isInteger(tileSize / 16) || tileSize < 16) {
    throw new RangeError(
      `Tiles of ${tileSize} pixels can't be written: it takes a multiple of 16.`,
    );
  }
  if (epsg !== undefined && !(Number.isInteger(epsg) && epsg >= 1024 && epsg < 32_767)) {
    throw new RangeError(`${epsg} is no EPSG code that a GeoTIFF can name.`);
  }
  if (nodata !== undefined && !canHold(sampleType, nodata)) {
    throw new RangeError(`No ${sampleType} sample can be the nodata value ${nodata}.`);
  }
  if (palette && !(sampleType === 'uint8' && bandCount === 1 && palette.length === 256)) {
    throw new RangeError(
      `A palette of ${palette.length} colours can't colour ${bandCount} bands of ${sampleType}: it takes 256 colours and one band of uint8.`,
    );
  }
  if (affine && !affine.every(Number.isFinite)) {
    throw new RangeError(`The affine transform (${affine.join(', ')}) is not finite.`);
  }
}
