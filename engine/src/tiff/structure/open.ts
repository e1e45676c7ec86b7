import type { Grid } from '../../raster/grid.ts';
import type { ByteSource } from '../byte-source.ts';
import { TiffError } from '../errors.ts';
import { defaultTiffLimits, type TiffLimits } from '../limits.ts';
import { type Directory, readDirectory, readHeader, type TiffFile } from './directory.ts';
import { scaleAffine } from './georeference.ts';
import { readImage, readRole, type TiffImage } from './image.ts';
import { StructureReader } from './structure-reader.ts';

/** A file's images. The caller must close the source. */
export interface Tiff {
  readonly source: ByteSource;
  readonly bigTiff: boolean;
  readonly littleEndian: boolean;
  /** The first image, at full resolution. */
  readonly image: TiffImage;
  /** Smaller versions of the first image, the finest first. They cover the same ground. */
  readonly overviews: readonly TiffImage[];
  /** Sentences that a user of the file should know. */
  readonly notes: readonly string[];
}

export interface OpenTiffOptions {
  signal?: AbortSignal;
  /** Limits on what the file may demand, where they differ from the defaults. */
  limits?: Partial<TiffLimits>;
}

/**
 * Reads the structure of a TIFF or BigTIFF: its first image, with overviews and masks. No pixels are
 * read. Rejects with TiffError when the file can't be read, and as the source does.
 */
export async function openTiff(source: ByteSource, options: OpenTiffOptions = {}): Promise<Tiff> {
  const { signal } = options;
  const limits = { ...defaultTiffLimits, ...options.limits };
  const reader = await StructureReader.open(source, signal);
  const header = await readHeader(reader);
  const notes: string[] = [];
  const file = { ...header, reader, limits };
  const directories = await readChain(file, notes);
  const first = await readImage(file, directories[0], notes);

  const overviews: TiffImage[] = [];
  const masks: TiffImage[] = [];
  let others = 0;
  for (const directory of directories.slice(1)) {
    const { isOverview, isMask } = await readRole(directory);
    if (!isOverview && !isMask) {
      others++;
      continue;
    }
    const image = await readCompanion(file, directory, notes);
    if (image && isMask && image.bandCount === 1) {
      masks.push(image);
    } else if (image && !isMask && others === 0 && isOverviewOf(image, first)) {
      overviews.push({ ...image, ...placeOf(first, image) });
    }
  }
  if (others > 0) {
    notes.push(`The file holds ${others + 1} images; the first one is read.`);
  }
  reader.keep();
  const withMask = (image: TiffImage): TiffImage => ({
    ...image,
    mask: masks.find((mask) => mask.width === image.width && mask.height === image.height),
  });
  return {
    source,
    bigTiff: header.bigTiff,
    littleEndian: header.littleEndian,
    image: withMask(first),
    overviews: overviews.map(withMask).sort((one, other) => other.width - one.width),
    notes,
  };
}

async function readChain(file: TiffFile, notes: string[]): Promise<Directory[]> {
  const { limits } = file;
  const directories: Directory[] = [];
  const seen = new Set<number>();
  let offset = file.firstDirectoryOffset;
  while (offset !== 0 || directories.length === 0) {
    if (seen.has(offset)) {
      notes.push('The list of images runs in a circle; it is read up to there.');
      break;
    }
    if (seen.size === limits.directories) {
      notes.push(`The file holds more than ${limits.directories} images; the others are left out.`);
      break;
    }
    seen.add(offset);
    const directory = await readNext(file, offset, directories.length);
    if (typeof directory === 'string') {
      notes.push(`The list of images breaks off after ${directories.length}: ${directory}`);
      break;
    }
    directories.push(directory);
    offset = directory.nextOffset;
  }
  return directories;
}

/** A directory of the chain, or what is wrong with it where the first image can do without. */
async function readNext(
  file: TiffFile,
  offset: number,
  before: number,
): Promise<Directory | string> {
  try {
    return await readDirectory(file, offset);
  } catch (error) {
    if (before > 0 && error instanceof TiffError) return error.message;
    throw error;
  }
}

/**
 * An overview or mask that cannot be read is left out, because the image is complete without it.
 */
async function readCompanion(
  file: TiffFile,
  directory: Directory,
  notes: string[],
): Promise<TiffImage | undefined> {
  try {
    return await readImage(file, directory, []);
  } catch (error) {
    if (!(error instanceof TiffError)) throw error;
    notes.push(`An overview or mask is left out: ${error.message}`);
    return undefined;
  }
}

function isOverviewOf(image: TiffImage, first: TiffImage): boolean {
  return (
    image.bandCount === first.bandCount &&
    image.sampleType === first.sampleType &&
    image.width <= first.width &&
    image.height <= first.height
  );
}

/** Overviews contain pixels only. Their georeference and meaning are those of the first image. */
function placeOf(first: TiffImage, overview: TiffImage): Partial<TiffImage> {
  return {
    affine: first.affine && scaleAffine(first.affine, first, overview),
    hasPointsOnly: first.hasPointsOnly,
    epsg: first.epsg,
    geoKeys: first.geoKeys,
    geoKeyTags: first.geoKeyTags,
    nodata: first.nodata,
    bands: first.bands,
    colours: first.colours,
  };
}

/**
 * The size of overviews is rounded up to whole pixels, so their pixels are slightly finer than
 * expected.
 */
const tolerance = 1.001;

/**
 * Selects the image with the largest pixels that are no larger than asked for, or the full image if
 * its pixels are larger. `pixelSize` is in units of the CRS, or in pixels of the full image if the
 * file is not georeferenced.
 */
export function selectOverview(tiff: Tiff, pixelSize: number): TiffImage {
  const full = pixelSizeOf(tiff.image);
  const fitting = tiff.overviews.filter(
    (overview) => (full * tiff.image.width) / overview.width <= pixelSize * tolerance,
  );
  return fitting.at(-1) ?? tiff.image;
}

/** The grid of an image. Throws RangeError if the file does not tell it by an EPSG code. */
export function gridOfImage({ width, height, affine, epsg }: TiffImage): Grid & { epsg: number } {
  if (affine === undefined || epsg === undefined) {
    throw new RangeError('The file does not place its pixels on the ground.');
  }
  return { width, height, affine, epsg };
}

/**
 * The longer side of a pixel on the ground, in units of the CRS; 1 if the image is not
 * georeferenced.
 */
function pixelSizeOf({ affine }: TiffImage): number {
  return affine ? Math.max(Math.hypot(affine[0], affine[3]), Math.hypot(affine[1], affine[4])) : 1;
}
