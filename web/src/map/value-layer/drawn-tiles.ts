import { latitudeOf, type TileAddress } from '@refugia/engine/geo/web-mercator.ts';
import type { DataTile } from '@refugia/engine/render/data-tile.ts';
import type { Map as MapLibreMap } from 'maplibre-gl';

/** A tile on the map, in one of the copies of the world. */
export interface PlacedTile extends TileAddress {
  /** The copy of the world: 0 for the world itself, −1 for the copy west of it, and so on. */
  readonly wrap: number;
}

/** A tile to draw, or the part of one. */
export interface DrawnTile {
  readonly place: PlacedTile;
  /** The tile with the numbers. */
  readonly source: TileAddress;
  readonly tile: DataTile;
  /** The part of the source tile: its corner and its side, as shares of the source's side. */
  readonly part: readonly [left: number, top: number, side: number];
}

const wholeTile = [0, 0, 1] as const;

/** A loaded tile, null for one without data, or undefined for one that is not loaded. */
type Peek = (address: TileAddress) => DataTile | null | undefined;

/**
 * The tiles to draw at the places that the map shows. A loaded tile is drawn itself. Until it has
 * loaded, a part of a coarser tile is drawn, or else finer ones. No place is drawn twice.
 */
export function drawnTiles(places: readonly PlacedTile[], peek: Peek): readonly DrawnTile[] {
  return places.flatMap((place) => {
    const own = peek(place);
    if (own === null) return [];
    if (own !== undefined) return [{ place, source: place, tile: own, part: wholeTile }];
    return partOfCoarser(place, peek) ?? finerTiles(place, peek);
  });
}

function partOfCoarser(place: PlacedTile, peek: Peek): readonly DrawnTile[] | undefined {
  for (let levels = 1; levels <= place.z; levels++) {
    const source = ancestorOf(place, levels);
    const tile = peek(source);
    if (tile === null) return [];
    if (tile !== undefined) return [{ place, source, tile, part: partOfAncestor(place, levels) }];
  }
  return undefined;
}

function finerTiles(place: PlacedTile, peek: Peek): readonly DrawnTile[] {
  return childrenOf(place).flatMap((source) => {
    const tile = peek(source);
    if (!tile) return [];
    return [{ place: { ...source, wrap: place.wrap }, source, tile, part: wholeTile }];
  });
}

/** Lists every tile once, however many copies of the world show it. */
export function tilesOfPlaces(places: readonly PlacedTile[]): readonly TileAddress[] {
  return [...new Map(places.map(({ z, x, y }) => [tileKey({ z, x, y }), { z, x, y }])).values()];
}

export function tileKey({ z, x, y }: TileAddress): string {
  return `${z}/${x}/${y}`;
}

/** The tile that contains a tile, `levels` above it. */
export function ancestorOf({ z, x, y }: TileAddress, levels: number): TileAddress {
  return { z: z - levels, x: x >> levels, y: y >> levels };
}

/** The four tiles of the next zoom that a tile contains. */
export function childrenOf({ z, x, y }: TileAddress): readonly TileAddress[] {
  return [0, 1, 2, 3].map((place) => ({
    z: z + 1,
    x: 2 * x + (place & 1),
    y: 2 * y + (place >> 1),
  }));
}

/** The part of an ancestor that a tile covers, in shares of the ancestor's side. */
export function partOfAncestor(
  tile: TileAddress,
  levels: number,
): readonly [number, number, number] {
  const count = 2 ** levels;
  return [(tile.x % count) / count, (tile.y % count) / count, 1 / count];
}

/**
 * Whether a box and a tile overlap.
 * @param box west, south, east, north in degrees; east is over 180 across the antimeridian
 */
export function tileTouches({ z, x, y }: TileAddress, box: readonly number[]): boolean {
  const [west = 0, south = 0, east = 0, north = 0] = box;
  const count = 2 ** z;
  const left = (x / count) * 360 - 180;
  const right = left + 360 / count;
  const isBeside = [-360, 0, 360].every((turn) => east <= left + turn || west >= right + turn);
  return !isBeside && latitudeOf((y + 1) / count) < north && latitudeOf(y / count) > south;
}

/** The part of the page that a map fills, in CSS pixels. */
export interface ScreenSize {
  readonly width: number;
  readonly height: number;
}

/**
 * The matrix from places within a tile, from 0 to 1 eastwards and southwards, to WebGL's screen,
 * from −1 to 1 rightwards and upwards. It is in columns, as WebGL reads it.
 * @param map is seen straight from above, but it may be rotated
 */
export function matrixOfPlace(
  map: Pick<MapLibreMap, 'project'>,
  { width, height }: ScreenSize,
  { z, x, y, wrap }: PlacedTile,
): Float32Array {
  const count = 2 ** z;
  const screenAt = (column: number, row: number): [number, number] => {
    const longitude = (column / count + wrap) * 360 - 180;
    const point = map.project([longitude, latitudeOf(row / count)]);
    return [(2 * point.x) / width - 1, 1 - (2 * point.y) / height];
  };
  const [left, top] = screenAt(x, y);
  const [rightX, rightY] = screenAt(x + 1, y);
  const [downX, downY] = screenAt(x, y + 1);
  return new Float32Array([
    ...[rightX - left, rightY - top, 0, 0],
    ...[downX - left, downY - top, 0, 0],
    ...[0, 0, 1, 0],
    ...[left, top, 0, 1],
  ]);
}
