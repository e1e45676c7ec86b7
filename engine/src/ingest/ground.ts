import { type Crs, crsOf } from '../crs/crs.ts';
import { definitionOfEnteredCode } from '../crs/definition.ts';
import { definitionOfGeoKeys, nameOfGeoKeys } from '../crs/definition-of-geo-keys.ts';
import { CrsError } from '../crs/errors.ts';
import { worldMeters, worldRow } from '../geo/web-mercator.ts';
import { lonLatBounds } from '../raster/footprint.ts';
import { type Affine, gridBounds, pixelToCrs } from '../raster/grid.ts';
import type { TiffImage } from '../tiff/index.ts';
import { RasterError } from './errors.ts';
import type { Bounds, CrsFacts, GroundFacts, LonLat } from './facts.ts';

/** A georeferenced image. */
export type PlacedImage = TiffImage & { readonly affine: Affine };

/**
 * By how many pixels a grid may extend beyond a pole. The centres of such pixels lie on the pole.
 */
const pixelsBeyondPole = 1;
const dataTilePixels = 512;
const mostZoom = 22;
/** Pixels are measured up to this latitude. Web Mercator puts the poles infinitely far away. */
const mostLatitude = 89.99;

/** A pixel is one unit wide and high, and the first one lies at the origin: a picture's own place. */
const unplaced: Affine = [1, 0, 0, 0, -1, 0];

/**
 * The image with its transform. A file whose georeference is missing or damaged, such as a plain
 * picture, needs a code that a person has entered. Throws RasterError if there is none, and for a file
 * that is placed by ground control points alone.
 */
export function placedImage(image: TiffImage, enteredEpsg: number | undefined): PlacedImage {
  const { affine } = image;
  if (affine) return { ...image, affine };
  if (image.hasPointsOnly) throw new RasterError('not-placed', { code: 'ground-points-alone' });
  if (enteredEpsg !== undefined) return { ...image, affine: unplaced };
  const params = { namesCrs: image.geoKeyTags !== undefined };
  throw new RasterError('crs-missing', { code: 'place-missing', params });
}

/**
 * The CRS in which a raster is used: the one that a person entered, else the file's. Throws
 * RasterError if there is none, or if it cannot be converted to longitude and latitude.
 */
export function usedCrs(image: PlacedImage, enteredEpsg: number | undefined): Crs {
  const around = pixelToCrs(image.affine, image.width / 2, image.height / 2);
  try {
    const definition =
      enteredEpsg === undefined
        ? definitionOfGeoKeys(image.geoKeys, image.epsg)
        : definitionOfEnteredCode(enteredEpsg);
    if (definition) return crsOf(definition, around);
  } catch (error) {
    if (!(error instanceof CrsError)) throw error;
    const fact = { code: 'crs-not-convertible', params: { fault: error.fact } } as const;
    throw new RasterError('crs-unknown', fact, { cause: error });
  }
  throw new RasterError('crs-missing', { code: 'crs-missing' });
}

/** Where a raster lies. Throws RasterError if that is not on the earth. */
export function groundFacts(image: PlacedImage, crs: Crs): GroundFacts {
  const { width, height, affine } = image;
  const at = (column: number, row: number) => crs.toLonLat(...pixelToCrs(affine, column, row));
  const corner = (column: number, row: number) => ifFinite(at(column, row));
  const bounds = lonLatBounds(image, crs);
  const center = at(width / 2, height / 2);
  const placed = center.every(Number.isFinite) ? center : middleOf(bounds);
  if (!bounds || !isOnEarth(image, crs, bounds)) {
    throw new RasterError('off-earth', { code: 'off-earth', params: { crs: crs.name } });
  }
  const pixels = measuredPlaces.map((shares) => pixelAt(image, crs, shares));
  const { degrees, meters } = pixels.find(({ isMeasurable }) => isMeasurable) ?? pixels[0];
  const finest = Math.min(...pixels.flatMap((each) => each.meters).filter(Number.isFinite));
  return {
    originalCrs: originalCrs(image, crs),
    crs: crsFacts(crs),
    affine,
    crsBounds: gridBounds({ ...image, epsg: undefined }),
    corners: [corner(0, 0), corner(width, 0), corner(width, height), corner(0, height)],
    bounds,
    center: [placed[0] - 360 * Math.round(placed[0] / 360), placed[1]],
    pixelMeters: meters,
    pixelDegrees: degrees,
    maxZoom: zoomFor(finest),
  };
}

function ifFinite(point: LonLat): LonLat | null {
  return point.every(Number.isFinite) ? point : null;
}

function crsFacts({ name, epsg, projection, accuracyMeters }: Crs): CrsFacts {
  return { name, epsg: epsg ?? null, projection, accuracyMeters: accuracyMeters ?? null };
}

function originalCrs(image: PlacedImage, used: Crs): CrsFacts | null {
  if (image.geoKeyTags === undefined) return null;
  // Without a code in use, no person has entered one: what is used is the file's own.
  const isOwn = used.epsg === undefined && used.enteredText === undefined;
  if (isOwn || (used.epsg !== undefined && image.epsg === used.epsg)) return crsFacts(used);
  const name = image.epsg === undefined ? nameOfGeoKeys(image.geoKeys) : `EPSG:${image.epsg}`;
  return { name, epsg: image.epsg ?? null, projection: '', accuracyMeters: null };
}

function middleOf(bounds: Bounds | undefined): [number, number] {
  const [west, south, east, north] = bounds ?? [Number.NaN, Number.NaN, Number.NaN, Number.NaN];
  return [(west + east) / 2, (south + north) / 2];
}

/**
 * Whether coordinates convert back to themselves. Far outside of a projection's domain they do not.
 */
function isOnEarth(image: PlacedImage, crs: Crs, [west, south, east, north]: Bounds): boolean {
  const { width, height, affine } = image;
  const pixelUnits = Math.hypot(affine[1], affine[4]);
  const slack = crs.isGeographic ? pixelsBeyondPole * pixelUnits * crs.unit : 1e-6;
  if (south < -90 - slack || north > 90 + slack || east - west > 360 + 2 * slack) return false;
  const position = pixelToCrs(affine, width / 2, height / 2);
  const [longitude, latitude] = crs.toLonLat(...position);
  if (!Number.isFinite(longitude)) return true;
  const [x, y] = crs.fromLonLat(longitude, latitude);
  const extent = Math.hypot(affine[0], affine[3]) * width + pixelUnits * height;
  return Math.hypot(x - position[0], y - position[1]) < extent;
}

/**
 * Where pixels are measured, as shares of a raster's width and height. The middle comes first. The
 * other places matter around the poles: on a pole a pixel has no width in degrees, and near it Web
 * Mercator enlarges pixels many times more than at the raster's edge.
 */
const measuredPlaces = [
  [0.5, 0.5],
  [0.5, 0.25],
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

interface MeasuredPixel {
  readonly degrees: readonly [number, number];
  /** In Web Mercator. */
  readonly meters: readonly [number, number];
  /** Whether both sides have a length. A pixel on a pole reaches half around the earth. */
  readonly isMeasurable: boolean;
}

/** Width and height of a pixel, as distances between its sides after conversion. */
function pixelAt(
  { width, height, affine }: PlacedImage,
  crs: Crs,
  [across, down]: readonly [number, number],
): MeasuredPixel {
  const [column, row] = [across * width, down * height];
  const at = (columns: number, rows: number) =>
    crs.toLonLat(...pixelToCrs(affine, column + columns, row + rows));
  const sides = [
    [at(-0.5, 0), at(0.5, 0)],
    [at(0, -0.5), at(0, 0.5)],
  ] as const;
  const distances = (place: (point: LonLat) => LonLat): [number, number] => {
    const [wide, high] = sides.map((points) => {
      const [one, other] = points.map(place);
      return Math.hypot(one[0] - other[0], one[1] - other[1]) || Number.NaN;
    });
    return [wide, high];
  };
  const degrees = distances((point) => point);
  const meters = distances(mercatorMeters);
  const isWhole = meters.every(Number.isFinite);
  return {
    degrees,
    meters,
    isMeasurable: isWhole && (crs.isGeographic || degrees.every((side) => side < 90)),
  };
}

function mercatorMeters([longitude, latitude]: LonLat): LonLat {
  const inside = Math.max(-mostLatitude, Math.min(mostLatitude, latitude));
  return [(longitude / 360) * worldMeters, worldRow(inside) * worldMeters];
}

function zoomFor(pixelMeters: number): number {
  const zoom = Math.ceil(Math.log2(worldMeters / dataTilePixels / pixelMeters) - 1e-6);
  return Math.min(mostZoom, Math.max(0, Number.isFinite(zoom) ? zoom : mostZoom));
}
