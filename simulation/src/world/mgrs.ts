import { once } from '@refugia/engine/memory/once.ts';
import type { Position } from 'geojson';
import { continentalOutline } from './outline-data.ts';
import { insideRing } from './polygons.ts';
import { toGeographic } from './projection.ts';

/** Pixels and meters along the side of a tile, as Sentinel-2 has them. */
export const tilePixels = 10_980;
export const tileMeters = 109_800;

/** One tile of the military grid: a 100 km square with almost 10 km more to the east and south. */
export interface GridTile {
  /** The tile's id, such as 10TDR. */
  readonly id: string;
  readonly zone: number;
  /** Outer corner of the first pixel, UTM meters. */
  readonly west: number;
  readonly north: number;
  /** Corners in longitude and latitude, closed, counterclockwise. */
  readonly ring: readonly Position[];
}

const columnLetters = ['STUVWXYZ', 'ABCDEFGH', 'JKLMNPQR'];
const rowLetters = 'ABCDEFGHJKLMNPQRSTUV';
const bandLetters = 'CDEFGHJKLMNPQRSTUVWX';
const squareMeters = 100_000;

/** Every tile with ground in the contiguous United States, by its id. */
export const gridTiles = once((): ReadonlyMap<string, GridTile> => {
  const all = new Map<string, GridTile>();
  for (let zone = 10; zone <= 19; zone++) {
    for (let column = 1; column <= 8; column++) {
      for (let row = 26; row <= 55; row++) {
        const tile = tileAt(zone, column, row);
        if (tile) all.set(tile.id, tile);
      }
    }
  }
  return all;
});

function tileAt(zone: number, column: number, row: number): GridTile | undefined {
  const corner = (x: number, y: number): Position =>
    toGeographic(zone, [(column + x) * squareMeters, (row + y) * squareMeters]);
  const zoneWest = -180 + 6 * (zone - 1);
  const samples: Position[] = [];
  for (let y = 0; y <= 4; y++) for (let x = 0; x <= 4; x++) samples.push(corner(x / 4, y / 4));
  const inZone = samples.some(([longitude]) => longitude >= zoneWest && longitude <= zoneWest + 6);
  if (!inZone || !samples.some((sample) => insideRing(sample, continentalOutline)))
    return undefined;
  const [, latitude] = corner(0.5, 0.5);
  const id = [
    zone,
    bandLetters[Math.floor((latitude + 80) / 8)],
    columnLetters[zone % 3][column - 1],
    rowLetters[(row + (zone % 2 === 0 ? 5 : 0)) % 20],
  ].join('');
  // Sentinel-2 starts its tiles 20 m west of the square, so that 10, 20 and 60 m pixels all fit.
  const west = column * squareMeters - 20;
  const north = (row + 1) * squareMeters;
  const at = (x: number, y: number): Position =>
    toGeographic(zone, [west + x * tileMeters, north - y * tileMeters]).map(
      (value) => Math.round(value * 1e6) / 1e6,
    );
  const ring = [
    at(0, 0),
    at(0, 0.5),
    at(0, 1),
    at(0.5, 1),
    at(1, 1),
    at(1, 0.5),
    at(1, 0),
    at(0.5, 0),
    at(0, 0),
  ];
  return { id, zone, west, north, ring };
}
