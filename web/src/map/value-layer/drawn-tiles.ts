import type { TileAddress } from '@refugia/engine/geo/web-mercator.ts';
import type { DataTile } from '@refugia/engine/render/data-tile.ts';
import { ancestorOf, childrenOf, partOfAncestor, tileKey } from './tile-address.ts';

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

/**
 * Returns a loaded tile, null for a tile without data, or undefined for a tile that is not loaded.
 */
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
