import { geoKey } from '../../crs/geo-key.ts';
import type { Affine } from '../../raster/grid.ts';
import { bytesPerSample, type SampleType } from '../../raster/samples.ts';
import type { Predictor } from '../structure/encoding.ts';
import { type BandMetadata, formatBandMetadata } from '../structure/gdal-metadata.ts';
import { type GeoKeyTags, geoModel } from '../structure/geo-keys.ts';
import { isGeographicCode } from '../structure/geographic-codes.ts';
import { tag } from '../structure/tags.ts';
import type { Field } from './structure-encoder.ts';

/** What the directories contain about an image, besides its size. */
export interface CogSubject {
  readonly sampleType: SampleType;
  readonly bandCount: number;
  readonly tileSize: number;
  readonly predictor: Predictor;
  readonly affine: Affine | undefined;
  readonly epsg: number | undefined;
  readonly nodata: number | undefined;
  readonly bands: readonly Partial<BandMetadata>[];
  readonly palette: Palette | undefined;
  readonly geoKeyTags: GeoKeyTags | undefined;
  readonly isRgb: boolean;
  readonly alphaBand: number | undefined;
}

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
  const { sampleType, bandCount, tileSize, palette } = subject;
  const { isRgb } = subject;
  const colourCount = isRgb ? 3 : 1;
  const repeat = (value: number) => new Array<number>(bandCount).fill(value);
  const offsetType = bigTiff ? 'long8' : 'long';
  const fields: Field[] = [
    { tag: tag.newSubfileType, type: 'long', values: [index === 0 ? 0 : subfileBits.reduced] },
    { tag: tag.imageWidth, type: 'long', values: [level.width] },
    { tag: tag.imageLength, type: 'long', values: [level.height] },
    { tag: tag.bitsPerSample, type: 'short', values: repeat(bytesPerSample(sampleType) * 8) },
    { tag: tag.compression, type: 'short', values: [deflateCode] },
    {
      tag: tag.photometric,
      type: 'short',
      values: [palette ? photometric.palette : isRgb ? photometric.rgb : photometric.minIsBlack],
    },
    { tag: tag.samplesPerPixel, type: 'short', values: [bandCount] },
    { tag: tag.planarConfiguration, type: 'short', values: [1] },
    { tag: tag.predictor, type: 'short', values: [subject.predictor] },
    { tag: tag.tileWidth, type: 'short', values: [tileSize] },
    { tag: tag.tileLength, type: 'short', values: [tileSize] },
    { tag: tag.tileOffsets, type: offsetType, values: level.tileOffsets },
    { tag: tag.tileByteCounts, type: 'long', values: level.tileByteCounts },
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
  { tileSize }: CogSubject,
  level: CogLevel,
  index: number,
  bigTiff: boolean,
): Field[] {
  const role = subfileBits.mask + (index === 0 ? 0 : subfileBits.reduced);
  const offsetType = bigTiff ? 'long8' : 'long';
  return [
    { tag: tag.newSubfileType, type: 'long', values: [role] },
    { tag: tag.imageWidth, type: 'long', values: [level.width] },
    { tag: tag.imageLength, type: 'long', values: [level.height] },
    { tag: tag.bitsPerSample, type: 'short', values: [1] },
    { tag: tag.compression, type: 'short', values: [deflateCode] },
    { tag: tag.photometric, type: 'short', values: [photometric.mask] },
    { tag: tag.samplesPerPixel, type: 'short', values: [1] },
    { tag: tag.planarConfiguration, type: 'short', values: [1] },
    { tag: tag.tileWidth, type: 'short', values: [tileSize] },
    { tag: tag.tileLength, type: 'short', values: [tileSize] },
    { tag: tag.tileOffsets, type: offsetType, values: level.tileOffsets },
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
