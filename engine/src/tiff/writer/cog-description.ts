import type { Affine } from '../../raster/grid.ts';
import { canHold, type SampleType } from '../../raster/samples.ts';
import type { Predictor } from '../structure/encoding.ts';
import type { BandMetadata } from '../structure/gdal-metadata.ts';
import type { GeoKeyTags } from '../structure/geo-keys.ts';
import type { CogSubject, Palette } from './cog-fields.ts';
import type { DeflateMatching } from './encode-tile.ts';
import type { OverviewResampling } from './halve-rows.ts';

/** The content of a Cloud Optimized GeoTIFF. */
export interface CogDescription {
  width: number;
  height: number;
  bandCount: number;
  sampleType: SampleType;
  /** Transforms pixel to CRS coordinates. */
  affine?: Affine;
  epsg?: number;
  /** The keys of the CRS, if it has no code. */
  geoKeyTags?: GeoKeyTags | undefined;
  nodata?: number;
  /** Description, scale, offset and further items of each band. */
  bands?: readonly Partial<BandMetadata>[];
  /** Colours of the classes in a single band of one or two bytes for each sample. */
  palette?: Palette | undefined;
  /**
   * Whether the first three bands are red, green and blue. When left out, three bands of bytes are.
   */
  isRgb?: boolean;
  /** The band that contains opacity. */
  alphaBand?: number | undefined;
}

export const defaultCogOptions = {
  /** Pixels on a tile's side; a multiple of 16. */
  tileSize: 512,
  /** zlib's level: 1 is fast, 9 is small. */
  level: 6,
  /**
   * What deflate searches for. 'runs' is fast and suits pictures; 'strings' suits classes and
   * graphics.
   */
  matching: 'strings' as DeflateMatching,
  /** How overviews are made. 'none' makes none. */
  overviews: 'average' as OverviewResampling | 'none',
  /** The number of tiles that are compressed at the same time. */
  concurrency: 4,
  /**
   * Whether libuv's threads compress. That does not help in a thread that is itself one of several.
   */
  inBackground: true,
  /** Whether BigTIFF is written even if a classic file would be possible. */
  bigTiff: false,
};

export type CogOptions = Partial<typeof defaultCogOptions>;

/** The content of the directories. Throws RangeError if the description cannot be written. */
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
    geoKeyTags: description.geoKeyTags,
    isRgb: description.isRgb ?? (description.sampleType === 'uint8' && description.bandCount === 3),
    alphaBand: description.alphaBand,
  };
}

/** The full size, then halves of it until one tile covers the image. */
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

/** Differences improve the compression of continuous values, but not of classes. */
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
  const paletteLength = { uint8: 256, uint16: 65_536 }[sampleType as string];
  if (palette && !(bandCount === 1 && palette.length === paletteLength)) {
    throw new RangeError(
      `A palette of ${palette.length} colours can't colour ${bandCount} bands of ${sampleType}: it takes one band of uint8 and 256 colours, or of uint16 and 65,536.`,
    );
  }
  if (affine && !affine.every(Number.isFinite)) {
    throw new RangeError(`The affine transform (${affine.join(', ')}) is not finite.`);
  }
}
