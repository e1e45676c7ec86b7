import type { Crs } from '../../crs/crs.ts';
import { crsOfGeoKeys } from '../../crs/crs-of-geo-keys.ts';
import { worldMeters, worldPosition } from '../../geo/web-mercator.ts';
import { pixelToCrs } from '../../raster/affine.ts';
import { countedBounds } from '../../raster/footprint.ts';
import type { Affine } from '../../raster/grid.ts';
import { type ByteSource, openTiff, type Tiff, type TiffImage } from '../../tiff/index.ts';

/** An ingested raster that is ready to be drawn. The caller must close its source. */
export interface Cog {
  /**
   * The full image, then its overviews. Each has half as many pixels along a side as the previous
   * one.
   */
  readonly levels: readonly TiffImage[];
  readonly affine: Affine;
  readonly crs: Crs;
  readonly kind: 'continuous' | 'categorical' | 'rgb';
  /** The bands that are drawn: red, green and blue, or the chosen one. */
  readonly bands: readonly number[];
  readonly alphaBand: number | undefined;
  readonly nodata: number | undefined;
  /** Whether samples are whole numbers. Interpolated ones are then rounded. */
  readonly isWhole: boolean;
  /** A sample stands for the value sample × scale + offset. */
  readonly scale: number;
  readonly offset: number;
  /** The smallest and largest sample of the chosen band; undefined where no pixel holds data. */
  readonly samples: { readonly minimum: number; readonly maximum: number } | undefined;
  /** Red, green and blue of each class, where the file has a colour map. */
  readonly palette: TiffImage['colours']['palette'];
  /**
   * [west, south, east, north] in EPSG:3857 metres, beyond the world's square where the raster reaches
   * across the antimeridian or counts longitudes from 0 to 360.
   */
  readonly mercatorBounds: readonly [number, number, number, number];
  /** A key that is unique in this process, for caches. */
  readonly key: number;
}

/** The metadata item of the chosen band that names the kind of raster. */
export const kindItem = 'RASTER_KIND';
let lastKey = 0;

const known = new WeakMap<Tiff, Cog>();

/**
 * Opens a Cloud Optimized GeoTIFF that `ingestRaster` has written. Rejects with TiffError, CrsError
 * or RangeError for any other file, and with the source's error if the file cannot be read.
 */
export async function openCog(source: ByteSource, signal?: AbortSignal): Promise<Cog> {
  return cogOf(await openTiff(source, signal ? { signal } : {}));
}

/** The same for a file whose structure has been read. The same file gives the same object. */
export function cogOf(tiff: Tiff): Cog {
  const cog = known.get(tiff) ?? createCog(tiff);
  known.set(tiff, cog);
  return cog;
}

function createCog({ source, image, overviews }: Tiff): Cog {
  const { affine, bands, colours } = image;
  if (!affine) throw new RangeError(`${source.name} does not place its pixels on the ground.`);
  const around = pixelToCrs(affine, image.width / 2, image.height / 2);
  const crs = crsOfGeoKeys(image.geoKeys, image.epsg, around);
  const bounds = crs && countedBounds({ ...image, affine }, crs);
  if (!crs || !bounds) throw new RangeError(`${source.name} does not lie on the earth.`);
  const described = bands.findIndex(({ items }) => items?.[kindItem] !== undefined);
  const band = Math.max(0, described);
  const { items = {}, scale, offset } = bands[band];
  const kind = kindOf(items);
  lastKey++;
  return {
    levels: [image, ...overviews],
    affine,
    crs,
    kind,
    bands: kind === 'rgb' ? [0, 1, 2] : [band],
    alphaBand: colours.alphaBand,
    nodata: image.nodata,
    isWhole: !image.sampleType.startsWith('float'),
    scale,
    offset,
    samples: rangeOf(items),
    palette: colours.palette,
    mercatorBounds: toMercator(bounds),
    key: lastKey,
  };
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

function toMercator([west, south, east, north]: readonly [number, number, number, number]): [
  number,
  number,
  number,
  number,
] {
  const place = (longitude: number, latitude: number) => {
    const [x, y] = worldPosition(longitude, latitude);
    return [(x - 0.5) * worldMeters, (0.5 - y) * worldMeters] as const;
  };
  return [...place(west, south), ...place(east, north)];
}
