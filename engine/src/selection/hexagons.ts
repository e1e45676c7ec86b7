import type { Polygon, Position } from 'geojson';
import type { Bounds } from '../geo/bounds.ts';
import { areaSquareMeters, distanceMeters, squareMetersPerHectare } from '../geo/measures.ts';

/** The length of a side is this many units, where a hexagon has the area of one square unit. */
const sideOfUnitHexagon = Math.sqrt(2 / (3 * Math.sqrt(3)));

/** The number of hexagons of a size that cover bounds. */
export function countHexagons(bounds: Readonly<Bounds>, hectares: number): number {
  const { columns, rows } = layOut(bounds, hectares);
  return columns * rows;
}

/**
 * Covers bounds with hexagons that share their corners. Their edges are straight in longitude and latitude; the hexagons in the middle
 * latitude are regular and have the size that is asked for, and the rows are as high in degrees everywhere.
 * @param hectares the size of a hexagon
 * @returns row by row from the south-west; the same bounds and size give the same hexagons
 */
export function hexagonsOver(bounds: Readonly<Bounds>, hectares: number): Polygon[] {
  const { columns, rows, width, rise } = layOut(bounds, hectares);
  const [west, south] = bounds;
  // Corners are counted in half widths and thirds of a row's rise, and so are the same for neighbours.
  const corner = (halfWidths: number, thirds: number): Position => [
    rounded(west + (halfWidths * width) / 2),
    rounded(south + (thirds * rise) / 3),
  ];
  const hexagons: Polygon[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [x, y] = [2 * column + (row % 2), 3 * row];
      const ring = [
        corner(x, y - 2),
        corner(x + 1, y - 1),
        corner(x + 1, y + 1),
        corner(x, y + 2),
        corner(x - 1, y + 1),
        corner(x - 1, y - 1),
      ];
      hexagons.push({ type: 'Polygon', coordinates: [[...ring, ring[0]]] });
    }
  }
  return hexagons;
}

const rounded = (degrees: number): number => Math.round(degrees * 1e9) / 1e9;

/** The numbers of columns and rows, and a hexagon's width and the rise from row to row in degrees. */
function layOut([west, south, east, north]: Readonly<Bounds>, hectares: number) {
  const middle = (south + north) / 2;
  const side = sideOfUnitHexagon * Math.sqrt(hectares * squareMetersPerHectare);
  const width = (Math.sqrt(3) * side * 0.01) / distanceMeters([0, middle], [0.01, middle]);
  const first = (1.5 * side * 0.01) / distanceMeters([0, middle - 0.005], [0, middle + 0.005]);
  // The sphere of distances is not the ellipsoid of areas.
  const rise =
    first * ((hectares * squareMetersPerHectare) / hexagonSquareMeters(middle, width, first));
  return {
    columns: Math.max(1, Math.ceil((east - west) / width + 1)),
    rows: Math.max(1, Math.ceil((north - south) / rise + 1)),
    width,
    rise,
  };
}

/** The rectangle of a hexagon's width and of the rise from row to row has the area of the hexagon. */
function hexagonSquareMeters(middle: number, width: number, rise: number): number {
  const [south, north] = [middle - rise / 2, middle + rise / 2];
  const ring = [
    [0, south],
    [width, south],
    [width, north],
    [0, north],
    [0, south],
  ];
  return areaSquareMeters({ type: 'Polygon', coordinates: [ring] });
}
