import type { GeoKeys } from '../../crs/geo-key.ts';
import type { SampleType } from '../../raster/samples.ts';
import { unlessDamaged } from '../errors.ts';
import type { TiffLimits } from '../limits.ts';
import { BlockTable } from './block-table.ts';
import type { Directory, TiffFile } from './directory.ts';
import { type BlockEncoding, readEncoding, sampleTypeOf } from './encoding.ts';
import { type BandMetadata, parseBandMetadata, parseNodata } from './gdal-metadata.ts';
import {
  epsgOf,
  type GeoKeyTags,
  geoKeysOf,
  geoKeyTagsOf,
  type ImagePlace,
  readGeoKeyTable,
  readPlace,
} from './georeference.ts';
import { type BlockLayout, readLayout, readSize } from './layout.ts';
import type { StructureReader } from './structure-reader.ts';
import { tag } from './tags.ts';

/** One image of a file: the full image, an overview of it, or a mask. */
export interface TiffImage extends ImagePlace {
  readonly width: number;
  readonly height: number;
  readonly bandCount: number;
  readonly sampleType: SampleType;
  /** Undefined if the file contains no EPSG code. `geoKeys` may still describe the CRS. */
  readonly epsg: number | undefined;
  readonly geoKeys: GeoKeys;
  /** The keys as they stand in the file. */
  readonly geoKeyTags: GeoKeyTags | undefined;
  /** The value as samples contain it (rounded to float32 if they are). It can be NaN. */
  readonly nodata: number | undefined;
  readonly bands: readonly BandMetadata[];
  readonly colours: ImageColours;
  /** A mask of the same size with one band: 0 where a pixel is not part of the image. */
  readonly mask: TiffImage | undefined;
  readonly encoding: BlockEncoding;
  readonly layout: BlockLayout;
  readonly blockTable: BlockTable;
  readonly reader: StructureReader;
  readonly limits: TiffLimits;
}

const subfileBits = { reduced: 1, mask: 4 } as const;

/** The role of an image according to NewSubfileType. */
export async function readRole(
  directory: Directory,
): Promise<{ isOverview: boolean; isMask: boolean }> {
  const bits = (await directory.number(tag.newSubfileType)) ?? 0;
  return {
    isOverview: (bits & subfileBits.reduced) !== 0,
    isMask: (bits & subfileBits.mask) !== 0,
  };
}

/**
 * Reads everything about an image except its pixels. Rejects with TiffError if it cannot be read.
 */
export async function readImage(
  file: TiffFile,
  directory: Directory,
  notes: string[],
): Promise<TiffImage> {
  const { reader, littleEndian, limits } = file;
  const size = await readSize(directory, limits);
  const encoding = await readEncoding(directory, littleEndian);
  const layout = await readLayout(directory, { ...size, encoding }, limits);
  const sampleType = sampleTypeOf(encoding);
  if (encoding.bitsPerSample === 64 && encoding.sampleFormat !== 'float') {
    notes.push('64-bit integers are read as float64: exact up to 9,007,199,254,740,992.');
  }
  const keyTable = await readGeoKeyTable(directory, notes);
  const geoKeys = geoKeysOf(keyTable, notes);
  const text = (name: number, what: string) => unlessDamaged(directory.text(name), what, notes);
  const metadata = await text(tag.gdalMetadata, "GDAL's metadata");
  const nodata = await text(tag.gdalNodata, 'The nodata value');
  const bands = parseBandMetadata(metadata, size.bandCount);
  return {
    ...size,
    sampleType,
    ...(await readPlace(directory, geoKeys, notes)),
    epsg: epsgOf(geoKeys),
    geoKeys,
    geoKeyTags: geoKeyTagsOf(keyTable),
    nodata: parseNodata(nodata, sampleType, notes),
    bands,
    colours: await readColours(directory, { bandCount: size.bandCount, encoding, bands }),
    mask: undefined,
    encoding,
    layout,
    blockTable: new BlockTable({ directory, reader, limits }, { size, layout, encoding }),
    reader,
    limits,
  };
}

/** How an image's bands are used as colours. */
export interface ImageColours {
  /** Whether the first three bands are red, green and blue. */
  readonly isRgb: boolean;
  /** The band that holds opacity; undefined without one. */
  readonly alphaBand: number | undefined;
  /** Red, green and blue, 0 to 255, of each value of the only band; undefined without a colour map. */
  readonly palette: readonly (readonly [number, number, number])[] | undefined;
}

const photometric = { rgb: 2, palette: 3, ycbcr: 6 } as const;
/**
 * Values of ExtraSamples: opacity by which the colours were multiplied, and by which they were not.
 */
const alphaKinds: readonly number[] = [1, 2];
/** GDAL's words for the bands of a picture. */
const rgb = ['Red', 'Green', 'Blue'] as const;
/** Colour maps have 16 bits for each colour. Some writers filled in 8. */
const narrow = 257;

/**
 * Reads the meaning of the bands from PhotometricInterpretation, ExtraSamples and ColorMap. What GDAL's
 * metadata says of a band counts before these.
 */
async function readColours(
  directory: Directory,
  image: { bandCount: number; encoding: BlockEncoding; bands: readonly BandMetadata[] },
): Promise<ImageColours> {
  const code = await directory.number(tag.photometric);
  const { bitsPerSample } = image.encoding;
  const isRgb = (code === photometric.rgb || code === photometric.ycbcr) && image.bandCount >= 3;
  const extra = Array.from((await directory.numbers(tag.extraSamples)) ?? []);
  const firstExtra = image.bandCount - extra.length;
  const roles = image.bands.map(({ colour }, band) => {
    if (colour !== undefined) return colour;
    if (isRgb && band < rgb.length) return rgb[band];
    return alphaKinds.includes(extra[band - firstExtra]) ? 'Alpha' : undefined;
  });
  const alphaBand = roles.indexOf('Alpha');
  return {
    isRgb: rgb.every((name, band) => roles[band] === name),
    alphaBand: alphaBand > 0 ? alphaBand : undefined,
    palette:
      code === photometric.palette && bitsPerSample <= 16
        ? await readPalette(directory, 2 ** bitsPerSample)
        : undefined,
  };
}

async function readPalette(directory: Directory, size: number): Promise<ImageColours['palette']> {
  const map = await directory.numbers(tag.colorMap);
  if (!map || map.length < 3 * size) return undefined;
  const divisor = map.every((part) => part < 256) ? 1 : narrow;
  const part = (channel: number, index: number) =>
    Math.round(map[channel * size + index] / divisor);
  return Array.from(
    { length: size },
    (_, index) => [part(0, index), part(1, index), part(2, index)] as const,
  );
}
