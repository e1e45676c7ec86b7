import type { MapPatch } from '@refugia/contract/collaborative-mapper/operations.ts';
import { positionsOf } from '@refugia/engine/edit/parts.ts';
import { type Bounds, boundsOf, positionsOfGeometry } from '@refugia/engine/geo/bounds.ts';
import { type TileAddress, worldPosition } from '@refugia/engine/geo/web-mercator.ts';
import type { FeatureState } from '@refugia/engine/merge/index.ts';

/** Changes that the vector tiles of a large map may not show yet. */
export interface TileNews {
  /** Tiles that do not include this operation are all out of date. */
  readonly wholeSeq: number;
  /** Features that single operations changed or deleted, by id. */
  readonly changed: ReadonlyMap<string, ChangedPlace>;
}

/** The places of a changed feature, and the last operation that changed it. */
interface ChangedPlace {
  readonly seq: number;
  /** The bounds of all places that it covered, or Infinity to -Infinity while they are unknown. */
  readonly box: Bounds;
}

/** A tile that the map engine has, and the last operation that it includes. */
export interface LoadedTile extends TileAddress {
  readonly seq: number;
}

/** The part of its surroundings that a tile includes, as a share of its side. */
const bufferShare = 64 / 4096;
/** The largest number of single changes. Beyond it, fetching all tiles takes less effort. */
const mostChanged = 500;

export const noNews = (seq: number): TileNews => ({ wholeSeq: seq, changed: new Map() });

/** The bounds of every position in a patch of a feature. */
export function boxOfPatch(patch: MapPatch): Bounds {
  switch (patch.kind) {
    case 'create':
      return boxOf(patch.after.geometry);
    case 'delete':
      return boxOf(patch.before?.geometry);
    case 'edit':
      if (patch.geometry?.kind !== 'splice')
        return joined(boxOf(patch.geometry?.before), boxOf(patch.geometry?.after));
      return boundsOf(
        patch.geometry.splices.flatMap(({ remove, insert }) => positionsOf([...remove, ...insert])),
      );
    default:
      return boundsOf([]);
  }
}

export function boxOf(geometry: FeatureState['geometry'] | undefined): Bounds {
  return boundsOf(geometry ? positionsOfGeometry(geometry) : []);
}

/** Adds one more change of a feature, which covered these bounds. */
export function withChanged(
  { wholeSeq, changed }: TileNews,
  id: string,
  { seq, box }: ChangedPlace,
): TileNews {
  if (!changed.has(id) && changed.size >= mostChanged) return noNews(Math.max(wholeSeq, seq));
  const before = changed.get(id);
  const place = before
    ? { seq: Math.max(seq, before.seq), box: joined(box, before.box) }
    : { seq, box };
  return { wholeSeq, changed: new Map(changed).set(id, place) };
}

/** @param reachShare how far changes reach, as a share of a tile's side */
export function staleTiles(
  news: TileNews,
  tiles: readonly LoadedTile[],
  reachShare = bufferShare,
): LoadedTile[] {
  const changes = [...news.changed.values()];
  return tiles.filter(
    (tile) =>
      tile.seq < news.wholeSeq || changes.some((change) => isLacking(tile, change, reachShare)),
  );
}

/** Removes the changes that all loaded tiles show, but for features that are still to be read. */
export function withoutShown(news: TileNews, tiles: readonly LoadedTile[]): TileNews {
  const left = [...news.changed].filter(
    ([, change]) => isUnknown(change) || tiles.some((tile) => isLacking(tile, change)),
  );
  return left.length === news.changed.size ? news : { ...news, changed: new Map(left) };
}

function isUnknown({ box: [west, , east] }: ChangedPlace): boolean {
  return west > east;
}

function isLacking(
  { z, x, y, seq }: LoadedTile,
  change: ChangedPlace,
  reachShare = bufferShare,
): boolean {
  if (seq >= change.seq) return false;
  const [west, south, east, north] = change.box;
  const side = 2 ** z;
  const inTiles = (share: number) => share * side;
  const [left = 0, top = 0] = worldPosition(west, north).map(inTiles);
  const [right = 0, bottom = 0] = worldPosition(east, south).map(inTiles);
  return (
    left <= x + 1 + reachShare &&
    right >= x - reachShare &&
    top <= y + 1 + reachShare &&
    bottom >= y - reachShare
  );
}

/** The bounds that contain both. */
export function joined(one: Bounds, other: Bounds): Bounds {
  return [
    Math.min(one[0], other[0]),
    Math.min(one[1], other[1]),
    Math.max(one[2], other[2]),
    Math.max(one[3], other[3]),
  ];
}
