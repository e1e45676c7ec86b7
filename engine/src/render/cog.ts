import type { Crs } from '../crs/crs.ts';
import { crsOf } from '../crs/crs.ts';
import { definitionOfGeoKeys } from '../crs/definition-of-geo-keys.ts';
import { coordinateTransform } from '../crs/transform.ts';
import { countedBounds } from '../raster/footprint.ts';
import { invertAffine, pixelToCrs } from '../raster/grid.ts';
import { type ByteSource, openTiff, type Tiff, type TiffImage } from '../tiff/index.ts';
import { type Valuation, valuationFunction } from '../valuation/index.ts';
import { readSamples } from './blocks.ts';
import { mercatorBounds } from './positions.ts';
import type { Level, SampledRaster } from './sampled-raster.ts';

/** An ingested raster that is ready to be drawn. The caller must close its source. */
export interface Cog extends SampledRaster {
  /** The full image. */
  readonly image: TiffImage;
  readonly crs: Crs;
  /** The bands that are drawn: red, green and blue, or the chosen one. */
  readonly bands: readonly number[];
  readonly alphaBand: number | undefined;
  /** A sample stands for the value sample × scale + offset. */
  readonly scale: number;
  readonly offset: number;
  /** The smallest and largest sample of the chosen band; undefined where no pixel holds data. */
  readonly samples: { readonly minimum: number; readonly maximum: number } | undefined;
  /** Red, green and blue of each class, where the file has a colour map. */
  readonly palette: TiffImage['colours']['palette'];
}

/** The metadata item of the chosen band that names the kind of raster. */
export const kindItem = 'RASTER_KIND';

const ingested = new WeakMap<Tiff, Cog>();
const results = new WeakMap<Tiff, SampledRaster>();
let lastKey = 0;

/**
 * Opens a Cloud Optimized GeoTIFF that `ingestRaster` has written. Rejects with TiffError, CrsError
 * or RangeError for any other file, and with the source's error if the file cannot be read.
 */
export async function openCog(source: ByteSource, signal?: AbortSignal): Promise<Cog> {
  return cogOf(await openTiff(source, signal ? { signal } : {}));
}

/** The same for a file whose structure has been read. The same file gives the same object. */
export function cogOf(tiff: Tiff): Cog {
  const cog = ingested.get(tiff) ?? ingestedCog(tiff);
  ingested.set(tiff, cog);
  return cog;
}

/**
 * A picture or a change layer that a run has written. The same file gives the same object. Throws
 * CrsError, and RangeError for a file without a place on the ground or without the bands of a picture.
 */
export function resultOf(tiff: Tiff, kind: 'rgb' | 'categorical'): SampledRaster {
  const result = results.get(tiff) ?? resultRaster(tiff, kind);
  results.set(tiff, result);
  return result;
}

function ingestedCog(tiff: Tiff): Cog {
  const { source, image, overviews } = tiff;
  const { affine, bands, colours } = image;
  if (!affine) throw new RangeError(`${source.name} does not place its pixels on the ground.`);
  const definition = definitionOfGeoKeys(image.geoKeys, image.epsg);
  if (!definition) throw new RangeError(`${source.name} does not lie on the earth.`);
  const crs = crsOf(definition, pixelToCrs(affine, image.width / 2, image.height / 2));
  const described = bands.findIndex(({ items }) => items?.[kindItem] !== undefined);
  const band = Math.max(0, described);
  const { items = {}, scale, offset } = bands[band];
  const kind = kindOf(items);
  const drawn = { bands: kind === 'rgb' ? [0, 1, 2] : [band], alphaBand: colours.alphaBand };
  // Each overview has half as many pixels along a side as the image before it.
  const images = [image, ...overviews].map((each, index) => ({
    image: each,
    across: 2 ** index,
    down: 2 ** index,
  }));
  return {
    ...readable(images, drawn),
    ...placed(tiff, crs),
    ...drawn,
    image,
    crs,
    kind,
    dataEnds: 'at-edges',
    scale,
    offset,
    samples: rangeOf(items),
    palette: colours.palette,
  };
}

function resultRaster(tiff: Tiff, kind: 'rgb' | 'categorical'): SampledRaster {
  const { image, overviews } = tiff;
  const { epsg } = image;
  if (epsg === undefined) throw new RangeError(`${tiff.source.name} has no coordinate system.`);
  const bands = kind === 'rgb' ? bandsNamed(image, ['red', 'green', 'blue']) : [0];
  const images = [image, ...overviews].map((each) => ({
    image: each,
    across: image.width / each.width,
    down: image.height / each.height,
  }));
  // Runs place their pixels without a shift of the datum, and so must tiles.
  const crs = {
    epsg,
    isGeographic: false,
    toLonLat: coordinateTransform(epsg, 4326),
    fromLonLat: coordinateTransform(4326, epsg),
  };
  return {
    ...readable(images, { bands, alphaBand: undefined }),
    ...placed(tiff, crs),
    kind,
    dataEnds: 'half-way',
  };
}

/** The part of a raster that is read: its images, and the bands that are drawn. */
function readable(
  images: readonly (Pick<Level, 'across' | 'down'> & { readonly image: TiffImage })[],
  drawn: Pick<Cog, 'bands' | 'alphaBand'>,
): Pick<SampledRaster, 'levels' | 'bandCount' | 'isWhole' | 'nodata' | 'read'> {
  lastKey++;
  const file = lastKey;
  const [{ image }] = images;
  return {
    levels: images.map(({ image: { width, height }, across, down }) => {
      return { width, height, across, down };
    }),
    bandCount: drawn.bands.length,
    isWhole: !image.sampleType.startsWith('float'),
    nodata: image.nodata,
    read: (level, window) => {
      const key = `${file} ${level}`;
      return readSamples({ key, ...images[level], ...drawn, nodata: image.nodata }, window);
    },
  };
}

type PlacingCrs = Pick<Crs, 'epsg' | 'isGeographic' | 'toLonLat' | 'fromLonLat'>;

function placed(
  { source, image: { width, height, affine } }: Tiff,
  crs: PlacingCrs,
): Pick<SampledRaster, 'affine' | 'crs' | 'mercatorBounds'> {
  const bounds = affine && countedBounds({ width, height, affine }, crs);
  if (!affine || !bounds) throw new RangeError(`${source.name} does not lie on the earth.`);
  return { affine, crs, mercatorBounds: mercatorBounds(bounds) };
}

function kindOf(items: Readonly<Record<string, string>>): Cog['kind'] {
  const kind = items[kindItem];
  return kind === 'categorical' || kind === 'rgb' ? kind : 'continuous';
}

function rangeOf(items: Readonly<Record<string, string>>): Cog['samples'] {
  const minimum = Number(items.STATISTICS_MINIMUM ?? Number.NaN);
  const maximum = Number(items.STATISTICS_MAXIMUM ?? Number.NaN);
  return minimum <= maximum ? { minimum, maximum } : undefined;
}

/** Indices of bands by their descriptions. */
function bandsNamed(image: TiffImage, names: readonly string[]): number[] {
  const known = image.bands.map(({ description }) => description);
  return names.map((name) => {
    const index = known.indexOf(name);
    if (index >= 0) return index;
    throw new RangeError(`The file has no band named ${name}; it has ${known.join(', ')}.`);
  });
}

/** What a raster contains at a place. */
export interface PointReading {
  /** Whether the place lies on the raster's grid. */
  readonly isInside: boolean;
  /** The pixel's number, after scale and offset; null where there is no data. */
  readonly original: number | null;
  /** The number's value; null without a valuation, and for a class without a value. */
  readonly valued: number | null;
}

/** Reads the pixel at a longitude and latitude. For a picture it reads the red band. */
export async function readValueAt(
  cog: Cog,
  [longitude, latitude]: readonly [longitude: number, latitude: number],
  valuation?: Valuation,
): Promise<PointReading> {
  const { width, height } = cog.image;
  const toPixel = invertAffine(cog.affine);
  // A grid may count longitudes beyond 180.
  for (const turns of [0, 1, -1]) {
    const position = cog.crs.fromLonLat(longitude + 360 * turns, latitude);
    const [x, y] = pixelToCrs(toPixel, ...position);
    const [column, row] = [Math.floor(x), Math.floor(y)];
    const isInside = column >= 0 && row >= 0 && column < width && row < height;
    if (!isInside) continue;
    const { bands, valid } = await cog.read(0, { column, row, width: 1, height: 1 });
    if (valid[0] === 0) return { isInside, original: null, valued: null };
    const original = bands[0][0] * cog.scale + cog.offset;
    const value = valuation ? valuationFunction(valuation)(original) : Number.NaN;
    return { isInside, original, valued: Number.isNaN(value) ? null : value };
  }
  return { isInside: false, original: null, valued: null };
}
