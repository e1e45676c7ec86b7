import type { Crs } from '../crs/crs.ts';
import { squareMetersPerHectare } from '../geo/measures.ts';
import { type Affine, isAxisAligned, pixelToCrs } from './grid.ts';

/** The WGS 84 ellipsoid: its larger radius in metres, and its first eccentricity and the square of it. */
const radius = 6_378_137;
const flattening = 1 / 298.257223563;
const squaredEccentricity = flattening * (2 - flattening);
const eccentricity = Math.sqrt(squaredEccentricity);
/**
 * The largest distance between places where a projected pixel is measured, in pixels and in metres. Its size changes
 * little in between.
 */
const spacingPixels = 16;
const spacingMeters = 4_800;

interface PixelGrid {
  readonly width: number;
  readonly affine: Affine;
  readonly crs: Pick<Crs, 'isGeographic' | 'toLonLat'>;
}

/**
 * Creates a function that returns the areas of the pixels in a row of a grid, in hectares on the WGS 84
 * ellipsoid. Corners of pixels are taken to the cylindrical equal-area projection of the ellipsoid (Snyder 1987,
 * equations 3-12 and 10-15), where areas are those of polygons. Rows of longitudes and latitudes are exact; projected
 * pixels are measured every 16 pixels, large ones more densely, and interpolated bilinearly, which is exact to 1e-7. Where
 * the projection doesn't reach, areas are NaN. The array is valid until the next call.
 */
export function pixelAreas(grid: PixelGrid): (row: number) => Float64Array {
  const { width, affine, crs } = grid;
  if (crs.isGeographic && isAxisAligned(affine)) {
    const areas = new Float64Array(width);
    return (row) => areas.fill(pixelHectares(grid, 0, row));
  }
  const spacing = spacingOf(grid);
  const nodesIn = nodeRows(grid, spacing);
  const areas = new Float64Array(width);
  return (row) => {
    const place = (row + 0.5) / spacing;
    const above = Math.floor(place);
    const [upper, lower] = [nodesIn(above), nodesIn(above + 1)];
    const down = place - above;
    for (let column = 0; column < width; column++) {
      const across = (column + 0.5) / spacing;
      const left = Math.floor(across);
      const right = across - left;
      const top = upper[left] + right * (upper[left + 1] - upper[left]);
      const bottom = lower[left] + right * (lower[left + 1] - lower[left]);
      areas[column] = top + down * (bottom - top);
    }
    return areas;
  };
}

/** The pixels between places where a pixel is measured. */
function spacingOf(grid: PixelGrid): number {
  const meters = 100 * Math.sqrt(pixelHectares(grid, grid.width / 2, 0));
  return meters > 0
    ? Math.max(1, Math.min(spacingPixels, Math.floor(spacingMeters / meters)))
    : spacingPixels;
}

/** The sizes of pixels around nodes, of the last two rows of nodes that were asked for. */
function nodeRows(grid: PixelGrid, spacing: number): (index: number) => Float64Array {
  const kept = new Map<number, Float64Array>();
  return (index) => {
    const known = kept.get(index);
    if (known) return known;
    const nodes = Float64Array.from({ length: Math.ceil(grid.width / spacing) + 2 }, (_, node) =>
      pixelHectares(grid, node * spacing - 0.5, index * spacing - 0.5),
    );
    for (const old of kept.keys()) if (Math.abs(old - index) > 1) kept.delete(old);
    kept.set(index, nodes);
    return nodes;
  };
}

/** The area of a square as large as a pixel, whose first corner is at a position of the grid. */
function pixelHectares({ affine, crs }: PixelGrid, column: number, row: number): number {
  const corners = [
    [column, row],
    [column + 1, row],
    [column + 1, row + 1],
    [column, row + 1],
  ].map(([x, y]) => crs.toLonLat(...pixelToCrs(affine, x, y)));
  const [first] = corners[0];
  let doubled = 0;
  const places = corners.map(([longitude, latitude]) => {
    // A pixel may lie across the antimeridian.
    const turns = Math.round((longitude - first) / 360);
    return [((longitude - first - 360 * turns) * Math.PI) / 180, authalic(latitude)] as const;
  });
  for (const [index, [x, y]] of places.entries()) {
    const [nextX, nextY] = places[(index + 1) % places.length];
    doubled += x * nextY - nextX * y;
  }
  return (Math.abs(doubled) / 2) * (radius ** 2 / 2 / squareMetersPerHectare);
}

/** Snyder's q of a latitude in degrees: areas between parallels are proportional to its differences. */
function authalic(latitude: number): number {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const along = eccentricity * sine;
  return (1 - squaredEccentricity) * (sine / (1 - along ** 2) + Math.atanh(along) / eccentricity);
}
