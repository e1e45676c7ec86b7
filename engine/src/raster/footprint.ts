import type { Crs } from '../crs/crs.ts';
import { type Grid, pixelToCrs } from './grid.ts';

/** [west, south, east, north] in degrees; east is beyond 180 across the antimeridian. */
export type LonLatBounds = readonly [west: number, south: number, east: number, north: number];

type PlacedGrid = Pick<Grid, 'width' | 'height' | 'affine'>;
type GridCrs = Pick<Crs, 'isGeographic' | 'toLonLat' | 'fromLonLat'>;

/** Number of cells along each side of the lattice whose nodes are transformed. */
const latticeCells = 32;
const neighbours = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
] as const;
/**
 * How often an edge of the lattice is halved to find the limb of the earth, to a thousandth of a
 * cell.
 */
const halvings = 10;

/**
 * The bounds of a grid in longitude and latitude; undefined if no part of it lies on the earth.
 * They may miss a part of the grid where an edge curves between two nodes of the lattice, a 32nd of
 * its side apart.
 */
export function lonLatBounds(grid: PlacedGrid, crs: GridCrs): LonLatBounds | undefined {
  const bounds = countedBounds(grid, crs);
  if (!bounds) return undefined;
  const [west, south, east, north] = bounds;
  const turns = Math.floor((west + 180) / 360) * 360;
  return [west - turns, south, east - turns, north];
}

/** The same bounds with longitudes as the grid counts them, for example from 0 to 360. */
export function countedBounds(grid: PlacedGrid, crs: GridCrs): LonLatBounds | undefined {
  const points = latticePoints(grid, crs);
  if (points.length === 0) return undefined;
  const latitudes = points.map(([, latitude]) => latitude);
  const [southPole, northPole] = [-90, 90].map((latitude) => holds(grid, crs, latitude));
  const south = southPole ? -90 : Math.min(...latitudes);
  const north = northPole ? 90 : Math.max(...latitudes);
  if (southPole || northPole) return [-180, south, 180, north];
  const [west, east] = longitudeSpan(grid, crs, points);
  return [west, south, east, north];
}

type LonLat = readonly [longitude: number, latitude: number];

/**
 * Longitudes and latitudes of those nodes of a lattice over the grid that lie on the earth, and of
 * the positions where a side of a cell leaves it, such as the limb of a geostationary view.
 */
function latticePoints({ width, height, affine }: PlacedGrid, crs: GridCrs): LonLat[] {
  const at = (column: number, row: number): LonLat | undefined => {
    const position = [(column / latticeCells) * width, (row / latticeCells) * height] as const;
    const point = crs.toLonLat(...pixelToCrs(affine, ...position));
    return point.every(Number.isFinite) ? point : undefined;
  };
  const nodes = Array.from({ length: latticeCells + 1 }, (_, row) =>
    Array.from({ length: latticeCells + 1 }, (_, column) => at(column, row)),
  );
  const points: LonLat[] = [];
  for (const [row, line] of nodes.entries()) {
    for (const [column, node] of line.entries()) {
      if (!node) continue;
      points.push(node);
      for (const [across, down] of neighbours) {
        const [besideColumn, besideRow] = [column + across, row + down];
        const beside = nodes[besideRow]?.[besideColumn];
        const isInside = nodes[besideRow] !== undefined && besideColumn in line;
        if (isInside && !beside) points.push(lastPoint(at, [column, row], [across, down]) ?? node);
      }
    }
  }
  return points;
}

/** The last position on the way from a node to the next that lies on the earth, by halving. */
function lastPoint(
  at: (column: number, row: number) => LonLat | undefined,
  [column, row]: readonly [number, number],
  [across, down]: readonly [number, number],
): LonLat | undefined {
  let [inside, outside] = [0, 1];
  let last: LonLat | undefined;
  for (let halving = 0; halving < halvings; halving++) {
    const middle = (inside + outside) / 2;
    const point = at(column + across * middle, row + down * middle);
    if (point) [inside, last] = [middle, point];
    else outside = middle;
  }
  return last;
}

/**
 * Whether a pole lies on the grid. In a CRS of longitude and latitude a pole is a line, so it is
 * false there.
 */
function holds({ width, height, affine }: PlacedGrid, crs: GridCrs, latitude: number): boolean {
  if (crs.isGeographic) return false;
  const [x, y] = crs.fromLonLat(0, latitude);
  const [a, b, c, d, e, f] = affine;
  const determinant = a * e - b * d;
  const column = (e * (x - c) - b * (y - f)) / determinant;
  const row = (a * (y - f) - d * (x - c)) / determinant;
  if (!(column >= 0 && row >= 0 && column <= width && row <= height)) return false;
  // Some projections map a pole to the same point as another place, so the inverse is checked.
  return Math.abs(crs.toLonLat(x, y)[1] - latitude) < 1e-6;
}

/**
 * Coordinates in degrees are continuous. Others are counted relative to the longitude of the grid's
 * centre.
 */
function longitudeSpan(
  { width, height, affine }: PlacedGrid,
  crs: GridCrs,
  points: readonly (readonly [number, number])[],
): [west: number, east: number] {
  const [middle] = crs.toLonLat(...pixelToCrs(affine, width / 2, height / 2));
  const around = Number.isFinite(middle) ? middle : points[0][0];
  const longitudes = points.map(([longitude]) =>
    crs.isGeographic ? longitude : longitude - 360 * Math.round((longitude - around) / 360),
  );
  return [Math.min(...longitudes), Math.max(...longitudes)];
}
