import { isGeographicCode } from '../../crs/epsg-codes.ts';
import { geoKey, geoModel } from '../../crs/geo-key.ts';
import type { Affine, RasterSize } from '../../raster/grid.ts';
import { bytesPerSample, canHold, type SampleType } from '../../raster/samples.ts';
import type { Predictor } from '../structure/encoding.ts';
import { type BandMetadata, formatBandMetadata } from '../structure/gdal-metadata.ts';
import type { GeoKeyTags } from '../structure/georeference.ts';
import { tag } from '../structure/tags.ts';
import type { DeflateMatching } from './encode-tile.ts';
import type { OverviewResampling } from './halve-rows.ts';
import type { Field } from './structure-encoder.ts';

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
) {
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
export function pyramidSizes({ width, height }: RasterSize, tileSize: number): RasterSize[] {
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
  if (sampleType.startsWith('float')) return 3;
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
  const paletteLength = sampleType === 'uint8' ? 256 : sampleType === 'uint16' ? 65_536 : undefined;
  if (palette && !(bandCount === 1 && palette.length === paletteLength)) {
    throw new RangeError(
      `A palette of ${palette.length} colours can't colour ${bandCount} bands of ${sampleType}: it takes one band of uint8 and 256 colours, or of uint16 and 65,536.`,
    );
  }
  if (affine && !affine.every(Number.isFinite)) {
    throw new RangeError(`The affine transform (${affine.join(', ')}) is not finite.`);
  }
}

/** What the directories contain about an image, besides its size. */
export type CogSubject = Readonly<ReturnType<typeof subjectOf>>;

/** Red, green and blue, 0 to 255, for each possible value of a sample. */
export type Palette = readonly (readonly [number, number, number])[];

/** One level of the pyramid, and its tiles in the file. */
export interface CogLevel {
  readonly width: number;
  readonly height: number;
  readonly tileOffsets: ArrayLike<number>;
  readonly tileByteCounts: ArrayLike<number>;
}

const deflateCode = 8;
const photometric = { minIsBlack: 1, rgb: 2, palette: 3, mask: 4 } as const;
/** Bits of NewSubfileType. */
const subfileBits = { reduced: 1, mask: 4 } as const;
/**
 * Values of ExtraSamples: an unspecified band, and opacity by which the colours were not
 * multiplied.
 */
const extraKind = { unspecified: 0, alpha: 2 } as const;
/** Converts 8-bit colours to the 16 bits of a colour map. */
const widen = 257;

/** The directory of one level. Level 0 is the full image, which also contains the georeference. */
export function levelFields(
  subject: CogSubject,
  level: CogLevel,
  index: number,
  bigTiff: boolean,
): Field[] {
  const { sampleType, bandCount, palette, isRgb } = subject;
  const colourCount = isRgb ? 3 : 1;
  const repeat = (value: number) => new Array<number>(bandCount).fill(value);
  const fields: Field[] = [
    ...tilingFields(subject, level, bigTiff),
    { tag: tag.newSubfileType, type: 'long', values: [index === 0 ? 0 : subfileBits.reduced] },
    { tag: tag.bitsPerSample, type: 'short', values: repeat(bytesPerSample(sampleType) * 8) },
    {
      tag: tag.photometric,
      type: 'short',
      values: [palette ? photometric.palette : isRgb ? photometric.rgb : photometric.minIsBlack],
    },
    { tag: tag.samplesPerPixel, type: 'short', values: [bandCount] },
    { tag: tag.predictor, type: 'short', values: [subject.predictor] },
    { tag: tag.sampleFormat, type: 'short', values: repeat(formatCode(sampleType)) },
  ];
  if (bandCount > colourCount) {
    const values = Array.from({ length: bandCount - colourCount }, (_, extra) =>
      extra + colourCount === subject.alphaBand ? extraKind.alpha : extraKind.unspecified,
    );
    fields.push({ tag: tag.extraSamples, type: 'short', values });
  }
  if (palette) {
    const values = [0, 1, 2].flatMap((channel) => palette.map((colour) => colour[channel] * widen));
    fields.push({ tag: tag.colorMap, type: 'short', values });
  }
  if (subject.nodata !== undefined) {
    const text = Number.isNaN(subject.nodata) ? 'nan' : String(subject.nodata);
    fields.push({ tag: tag.gdalNodata, type: 'ascii', values: text });
  }
  return index === 0 ? [...fields, ...groundFields(subject)] : fields;
}

/** The directory of the mask of one level: one bit for each pixel. */
export function maskFields(
  subject: CogSubject,
  level: CogLevel,
  index: number,
  bigTiff: boolean,
): Field[] {
  const role = subfileBits.mask + (index === 0 ? 0 : subfileBits.reduced);
  return [
    ...tilingFields(subject, level, bigTiff),
    { tag: tag.newSubfileType, type: 'long', values: [role] },
    { tag: tag.bitsPerSample, type: 'short', values: [1] },
    { tag: tag.photometric, type: 'short', values: [photometric.mask] },
    { tag: tag.samplesPerPixel, type: 'short', values: [1] },
  ];
}

/** The size of a level or of its mask, and where its tiles lie. */
function tilingFields({ tileSize }: CogSubject, level: CogLevel, bigTiff: boolean): Field[] {
  return [
    { tag: tag.imageWidth, type: 'long', values: [level.width] },
    { tag: tag.imageLength, type: 'long', values: [level.height] },
    { tag: tag.compression, type: 'short', values: [deflateCode] },
    { tag: tag.planarConfiguration, type: 'short', values: [1] },
    { tag: tag.tileWidth, type: 'short', values: [tileSize] },
    { tag: tag.tileLength, type: 'short', values: [tileSize] },
    { tag: tag.tileOffsets, type: bigTiff ? 'long8' : 'long', values: level.tileOffsets },
    { tag: tag.tileByteCounts, type: 'long', values: level.tileByteCounts },
  ];
}

function groundFields({ affine, epsg, bands, geoKeyTags }: CogSubject): Field[] {
  const fields: Field[] = [];
  const metadata = formatBandMetadata(bands);
  if (metadata) {
    fields.push({ tag: tag.gdalMetadata, type: 'ascii', values: metadata });
  }
  if (affine) {
    fields.push(...affineFields(affine));
  }
  if (epsg !== undefined) {
    const isGeographic = isGeographicCode(epsg);
    const keys = [
      [geoKey.modelType, isGeographic ? geoModel.geographic : geoModel.projected],
      [geoKey.rasterType, 1],
      [isGeographic ? geoKey.geographicCode : geoKey.projectedCode, epsg],
    ];
    const values = [1, 1, 0, keys.length, ...keys.flatMap(([key, value]) => [key, 0, 1, value])];
    fields.push({ tag: tag.geoKeyDirectory, type: 'short', values });
  } else if (geoKeyTags) {
    const { directory, doubles, text } = geoKeyTags;
    fields.push({ tag: tag.geoKeyDirectory, type: 'short', values: directory });
    if (doubles.length > 0)
      fields.push({ tag: tag.geoDoubleParams, type: 'double', values: doubles });
    if (text) fields.push({ tag: tag.geoAsciiParams, type: 'ascii', values: text });
  }
  return fields;
}

function affineFields([a, b, c, d, e, f]: Affine): Field[] {
  if (b === 0 && d === 0 && a > 0 && e < 0) {
    return [
      { tag: tag.modelPixelScale, type: 'double', values: [a, -e, 0] },
      { tag: tag.modelTiepoint, type: 'double', values: [0, 0, 0, c, f, 0] },
    ];
  }
  const values = [a, b, 0, c, d, e, 0, f, 0, 0, 0, 0, 0, 0, 0, 1];
  return [{ tag: tag.modelTransformation, type: 'double', values }];
}

function formatCode(sampleType: SampleType): number {
  return sampleType.startsWith('float') ? 3 : sampleType.startsWith('int') ? 2 : 1;
}
