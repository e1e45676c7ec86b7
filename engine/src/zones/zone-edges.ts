import type { MultiPolygon, Polygon, Position } from 'geojson';
import type { Crs } from '../crs/crs.ts';
import { areaPolygons } from '../geo/bounds.ts';
import { doubleSignedArea } from '../geo/rings.ts';
import { type Affine, invertAffine, pixelToCrs } from '../raster/grid.ts';

/** The grid on which zones are laid. */
export interface ZoneGrid {
  readonly affine: Affine;
  readonly crs: Pick<Crs, 'isGeographic' | 'fromLonLat'>;
}

/** Numbers of an edge: the ends in y, x at the upper end, its growth for each row, and the direction. */
export const edgeNumbers = { top: 0, bottom: 1, x: 2, slope: 3, direction: 4, count: 5 } as const;

/** The edges of a zone in pixels of a grid, the upper ones first. */
export type ZoneEdges = Readonly<ReturnType<typeof zoneEdges>>;

/** Edges are straight in longitude and latitude. Steps of this length deviate by less than 2 cm at 60° latitude. */
const stepDegrees = 0.005;

/**
 * The edges of a zone (longitude, latitude) on a grid. Ground to the right of an edge gains its direction, so that the sum
 * is 1 inside of an outer ring, 0 in a hole and beside the zone, whichever way the rings run. Rings must not
 * cross themselves, nor polygons overlap. Horizontal edges are left out. Throws RangeError for a position that the grid's projection
 * doesn't reach.
 * @param turnDegrees is added to longitudes, for a grid that counts them otherwise
 */
export function zoneEdges(zone: Polygon | MultiPolygon, grid: ZoneGrid, turnDegrees = 0) {
  const toPixel = invertAffine(grid.affine);
  const edges: number[][] = [];
  let [left, right] = [Infinity, -Infinity];
  for (const rings of areaPolygons(zone)) {
    for (const [index, ring] of rings.entries()) {
      const places = placesOf(ring, grid, turnDegrees).map(([x, y]) => pixelToCrs(toPixel, x, y));
      // On a screen, where y grows downwards, rings that count as counter-clockwise run clockwise.
      const isClockwise = doubleSignedArea(places) > 0;
      const inside = isClockwise === (index === 0) ? -1 : 1;
      for (let at = 0; at + 1 < places.length; at++) {
        const [[x0, y0], [x1, y1]] = [places[at], places[at + 1]];
        left = Math.min(left, x0);
        right = Math.max(right, x0);
        if (y0 === y1) continue;
        const slope = (x1 - x0) / (y1 - y0);
        edges.push(y0 < y1 ? [y0, y1, x0, slope, inside] : [y1, y0, x1, slope, -inside]);
      }
    }
  }
  edges.sort((one, other) => one[edgeNumbers.top] - other[edgeNumbers.top]);
  return {
    numbers: Float64Array.from(edges.flat()),
    left,
    right,
    top: edges[0]?.[edgeNumbers.top] ?? Infinity,
    bottom: edges.reduce((lowest, edge) => Math.max(lowest, edge[edgeNumbers.bottom]), -Infinity),
  };
}

/** A closed ring in the grid's CRS, with further positions on long edges where the projection bends them. */
function placesOf(
  ring: readonly Position[],
  { crs }: ZoneGrid,
  turnDegrees: number,
): [x: number, y: number][] {
  const places: [number, number][] = [];
  const add = (longitude: number, latitude: number) => {
    const place = crs.fromLonLat(longitude + turnDegrees, latitude);
    if (!place.every(Number.isFinite)) {
      throw new RangeError(
        `The raster's coordinate system does not reach ${longitude}, ${latitude}.`,
      );
    }
    places.push(place);
  };
  for (let at = 0; at + 1 < ring.length; at++) {
    const [[x0, y0], [x1, y1]] = [ring[at], ring[at + 1]];
    const span = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0));
    const steps = crs.isGeographic ? 1 : Math.max(1, Math.ceil(span / stepDegrees));
    for (let step = 0; step < steps; step++) {
      add(x0 + ((x1 - x0) * step) / steps, y0 + ((y1 - y0) * step) / steps);
    }
  }
  return [...places, places[0]];
}
