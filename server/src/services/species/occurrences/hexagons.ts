import { type TileAddress, worldPosition } from '@refugia/engine/geo/web-mercator.ts';
import sharp from 'sharp';

/** The number of records in a cell of a grid of 0.05 degrees, and the cell's middle. */
export interface OccurrenceCell {
  readonly longitude: number;
  readonly latitude: number;
  readonly records: number;
}

const tilePixels = 512;
const hexagonsPerTile = 30;
/** The distance from a hexagon's middle to a corner. */
const radius = tilePixels / hexagonsPerTile / Math.sqrt(3);
/** Shades of green for growing numbers of records, as in GBIF's style `green.poly`. */
const classes = [
  { from: 1, colour: '#b9ceac' },
  { from: 10, colour: '#7eae7e' },
  { from: 100, colour: '#3f8a53' },
  { from: 1000, colour: '#1c6138' },
];

/** Converts a place to pixels of the world at a zoom, from its north-western corner (EPSG:3857). */
function toPixels({ longitude, latitude }: OccurrenceCell, zoom: number): [number, number] {
  const world = tilePixels * 2 ** zoom;
  const [x, y] = worldPosition(longitude, latitude);
  return [x * world, y * world];
}

/** The column and row of the hexagon, with corners at the top and bottom, that contains a point. */
function hexagonAt(x: number, y: number): [column: number, row: number] {
  const width = Math.sqrt(3) * radius;
  const q = x / width - y / (3 * radius);
  const r = (2 * y) / (3 * radius);
  // After rounding cube coordinates, the one with the largest rounding error is computed from the
  // others.
  const s = -q - r;
  let [column, row] = [Math.round(q), Math.round(r)];
  const third = Math.round(s);
  const [dq, dr, ds] = [Math.abs(column - q), Math.abs(row - r), Math.abs(third - s)];
  if (dq > dr && dq > ds) column = -row - third;
  else if (dr > ds) row = -column - third;
  return [column, row];
}

function pointsOf(x: number, y: number): string {
  const corner = (index: number) => {
    const angle = (Math.PI / 180) * (60 * index - 30);
    return `${(x + radius * Math.cos(angle)).toFixed(1)},${(y + radius * Math.sin(angle)).toFixed(1)}`;
  };
  return [0, 1, 2, 3, 4, 5].map(corner).join(' ');
}

/** Draws occurrences as a tile of hexagons: a PNG of 512 pixels, empty where there are none. */
export async function drawHexagons(
  cells: readonly OccurrenceCell[],
  { z: zoom, x: tileX, y: tileY }: TileAddress,
): Promise<Uint8Array> {
  const [west, north] = [tileX * tilePixels, tileY * tilePixels];
  const records = new Map<string, { column: number; row: number; count: number }>();
  for (const cell of cells) {
    const [x, y] = toPixels(cell, zoom);
    const isNear =
      x > west - tilePixels &&
      x < west + 2 * tilePixels &&
      y > north - tilePixels &&
      y < north + 2 * tilePixels;
    if (!isNear) continue;
    const [column, row] = hexagonAt(x, y);
    const key = `${column}/${row}`;
    const known = records.get(key) ?? { column, row, count: 0 };
    records.set(key, { ...known, count: known.count + cell.records });
  }
  const width = Math.sqrt(3) * radius;
  const shapes = [...records.values()].map(({ column, row, count }) => {
    const colour = classes.findLast(({ from }) => count >= from)?.colour ?? classes[0]?.colour;
    const points = pointsOf(width * (column + row / 2) - west, 1.5 * radius * row - north);
    return `<polygon points="${points}" fill="${colour}" fill-opacity="0.8" stroke="#ffffff" stroke-opacity="0.5"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${tilePixels}" height="${tilePixels}">${shapes.join('')}</svg>`;
  return await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
}
