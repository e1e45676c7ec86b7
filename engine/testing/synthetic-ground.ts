import { coordinateTransform } from '../src/crs/transform.ts';
import type { Window } from '../src/raster/grid.ts';
import type { BandName } from '../src/source/scene.ts';

/** Where a made-up world lies: the corner of its column 0 and row 0, in pixels of 10 m. */
export interface SyntheticPlace {
  readonly epsg: number;
  readonly origin: readonly [x: number, y: number];
}

/** Where the files of a scene lie: a square of pixels of 10 m, of this zone or another. */
export interface SyntheticTile extends SyntheticPlace {
  /** Such as 13SEE. */
  readonly name: string;
  /** An even number of pixels. */
  readonly side: number;
}

/** Reflectance of each kind of ground. */
const ground = {
  forest: { blue: 0.025, green: 0.045, red: 0.03, nir: 0.32, swir1: 0.14, swir2: 0.07 },
  crop: { blue: 0.04, green: 0.08, red: 0.06, nir: 0.4, swir1: 0.2, swir2: 0.11 },
  bare: { blue: 0.1, green: 0.14, red: 0.19, nir: 0.26, swir1: 0.34, swir2: 0.28 },
  water: { blue: 0.05, green: 0.04, red: 0.025, nir: 0.015, swir1: 0.01, swir2: 0.01 },
} as const satisfies Record<string, Record<BandName, number>>;
export type GroundKind = keyof typeof ground;

/** Forest before, bare ground after. */
export const changedGround: Window = { column: 120, row: 100, width: 50, height: 40 };
/** Columns of a river that runs from north to south. */
const river = { from: 250, to: 270 };
/** Fields are squares of so many pixels. */
const fieldSide = 30;

/** The kind of ground at a place. The world continues in all directions. */
export function groundAt(column: number, row: number, isAfter: boolean): GroundKind {
  if (isIn(changedGround, column, row)) return isAfter ? 'bare' : 'forest';
  if (column >= river.from && column < river.to) return 'water';
  const field = hash(Math.floor(column / fieldSide), Math.floor(row / fieldSide), 7);
  if (field < 0.5) return 'forest';
  return field < 0.8 ? 'crop' : 'bare';
}

/** Reflectance of ground in a band, with a texture that stays. */
export function groundReflectance(
  kind: GroundKind,
  name: BandName,
  column: number,
  row: number,
): number {
  return ground[kind][name] * (1 + 0.06 * (hash(column, row, name.length) - 0.5));
}

/** The world's column and row under the pixels of a tile, row by row, for every `step`th pixel. */
export function positionsOf(
  tile: SyntheticTile,
  place: SyntheticPlace,
  step: 1 | 2,
): { columns: Int32Array; rows: Int32Array } {
  const side = tile.side / step;
  const columns = new Int32Array(side * side);
  const rows = new Int32Array(side * side);
  const toWorld = coordinateTransform(tile.epsg, place.epsg);
  for (let index = 0; index < columns.length; index++) {
    const x = tile.origin[0] + 10 * ((index % side) * step + 0.5);
    const y = tile.origin[1] - 10 * (Math.floor(index / side) * step + 0.5);
    const [worldX, worldY] = toWorld(x, y);
    columns[index] = Math.floor((worldX - place.origin[0]) / 10);
    rows[index] = Math.floor((place.origin[1] - worldY) / 10);
  }
  return { columns, rows };
}

export function isIn(window: Window | undefined, column: number, row: number): boolean {
  return (
    window !== undefined &&
    column >= window.column &&
    row >= window.row &&
    column < window.column + window.width &&
    row < window.row + window.height
  );
}

/** A number from 0 to 1 that depends on its arguments only (a multiply-xorshift hash). */
export function hash(x: number, y: number, seed: number): number {
  let value = Math.imul(x + 0x9e37, 0x85ebca6b) ^ Math.imul(y + 0x79b9, 0xc2b2ae35) ^ seed;
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  value = Math.imul(value ^ (value >>> 12), 0x297a2d39);
  return ((value ^ (value >>> 15)) >>> 0) / 2 ** 32;
}
