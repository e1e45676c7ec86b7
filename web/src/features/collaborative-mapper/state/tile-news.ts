import type { MapPatch } from '@refugia/contract/collaborative-mapper/operations.ts';
import { type Bounds, boundsOf } from '@refugia/engine/geo/bounds.ts';
import type { FeatureState } from '@refugia/engine/merge/index.ts';
import { positionsOf } from './geometry-positions.ts';

/** What the vector tiles of a large map may not show yet. */
export interface TileNews {
  /** All tiles that do not include this operation are out of date. */
  readonly wholeSeq: number;
  /** Features that single operations changed, by id; those that are gone, too. */
  readonly changed: ReadonlyMap<string, ChangedPlace>;
}

/** Where a feature was and is, and the last operation that changed it. */
interface ChangedPlace {
  readonly seq: number;
  /** West, south, east and north of all that it covered; from Infinity to -Infinity while unknown. */
  readonly box: Bounds;
}

/** A tile that the map engine has, and the last operation that it includes. */
export interface LoadedTile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly seq: number;
}

/** Tiles are cut with so much of their surroundings, as a share of their side. */
const bufferShare = 64 / 4096;
/** With more changes than this, asking for all tiles is the lesser effort. */
const mostChanged = 500;

export const noNews = (seq: number): TileNews => ({ wholeSeq: seq, changed: new Map() });

/** The box of everything that a patch of a feature names. */
export function boxOfPatch(patch: MapPatch): Bounds {
  switch (patch.kind) {
    case 'create':
      return boxOf(patch.after.geometry);
    case 'delete':
      return boxOf(patch.before?.geometry ?? null);
    case 'edit':
      if (patch.geometry?.kind !== 'splice')
        return joined(boxOf(patch.geometry?.before ?? null), boxOf(patch.geometry?.after ?? null));
      return boundsOf(
        patch.geometry.splices.flatMap(({ remove, insert }) => positionsOf([remove, insert])),
      );
    default:
      return boundsOf([]);
  }
}

export function boxOf(geometry: FeatureState['geometry']): Bounds {
  return boundsOf(positionsOf(geometry?.coordinates));
}

/** With one more change of a feature, which covered this. */
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

/** The tiles that have to be asked for again. */
export function staleTiles(news: TileNews, tiles: readonly LoadedTile[]): LoadedTile[] {
  const changes = [...news.changed.values()];
  return tiles.filter(
    (tile) => tile.seq < news.wholeSeq || changes.some((change) => isLacking(tile, change)),
  );
}

/** The news without what all tiles show that are there. What is yet to be read stays. */
export function withSettled(news: TileNews, tiles: readonly LoadedTile[]): TileNews {
  const left = [...news.changed].filter(
    ([, change]) => isUnknown(change) || tiles.some((tile) => isLacking(tile, change)),
  );
  return left.length === news.changed.size ? news : { ...news, changed: new Map(left) };
}

/** Whether nothing is known yet of where the feature lies. */
function isUnknown({ box: [west, , east] }: ChangedPlace): boolean {
  return west > east;
}

function isLacking({ z, x, y, seq }: LoadedTile, change: ChangedPlace): boolean {
  if (seq >= change.seq) return false;
  const [west, south, east, north] = change.box;
  const side = 2 ** z;
  const [left, top] = [columnOf(west) * side, rowOf(north) * side];
  const [right, bottom] = [columnOf(east) * side, rowOf(south) * side];
  return (
    left <= x + 1 + bufferShare &&
    right >= x - bufferShare &&
    top <= y + 1 + bufferShare &&
    bottom >= y - bufferShare
  );
}

export function joined(one: Bounds, other: Bounds): Bounds {
  return [
    Math.min(one[0], other[0]),
    Math.min(one[1], other[1]),
    Math.max(one[2], other[2]),
    Math.max(one[3], other[3]),
  ];
}

/** Share of the world's width in Web Mercator. */
function columnOf(longitude: number): number {
  return (longitude + 180) / 360;
}

/** Share of the world's height in Web Mercator, from the north. */
function rowOf(latitude: number): number {
  const sine = Math.sin((Math.max(-85.06, Math.min(85.06, latitude)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}
