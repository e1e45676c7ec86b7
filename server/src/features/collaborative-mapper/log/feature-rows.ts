import { LeastRecentlyUsed } from '@refugia/engine/memory/least-recently-used.ts';
import type { FeatureState } from '@refugia/engine/merge/index.ts';
import type { FlatGeometry } from '@refugia/engine/vector/types.ts';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../platform/database/database.ts';
import { mapFeature, mapLayer } from '../../../platform/database/schema/index.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { boxText } from '../../../services/vector-import/box-text.ts';
import { isLayerPresent } from '../maps/map-layers.ts';
import { countPositions } from './clean-state.ts';
import type { MovedPosition } from './moved-positions.ts';

/** Reading the row of a smaller geometry takes hardly longer than knowing it. */
const fewestPositions = 500;
const mostPositions = 500_000;

/** A geometry as one version of a feature's row holds it. It is shared and must not be changed. */
interface KnownGeometry {
  readonly rowVersion: string;
  readonly geometry: FlatGeometry;
}

/**
 * Names a version of a feature's row. The number of the transaction that wrote the row belongs to
 * it, because a revision that was rolled back is given once more, and such a number never is.
 */
const rowVersion: SQL<string> = sql<string>`concat_ws(' ', ${mapFeature.id}, ${mapFeature.revision}, ${mapFeature}.xmin)`;

/** The geometries that were last read or written, if they are large and were used lately. */
const knownGeometries = new LeastRecentlyUsed<KnownGeometry>(mostPositions);

function rememberGeometry(featureId: string, known: KnownGeometry): void {
  const positions = countPositions(known.geometry);
  if (positions >= fewestPositions) knownGeometries.set(featureId, known, positions);
}

/** The state of a feature in the database, where each feature belongs to a layer. */
export type StoredState = FeatureState & { readonly layerId: string };

export interface StoredFeature {
  readonly id: string;
  readonly mapId: number;
  readonly revision: number;
  /** The state in the row. A deleted feature keeps its last state. */
  readonly state: StoredState;
  /** False when the feature or its layer was deleted. */
  readonly isThere: boolean;
  /** True when the feature itself was deleted, whether or not its layer was. */
  readonly isDeleted: boolean;
}

export interface FeatureToStore {
  readonly id: string;
  readonly revision: number;
  readonly state: StoredState;
  readonly isDeleted: boolean;
  /** The only positions that differ from the row's geometry, if there are few of them. */
  readonly moved?: readonly MovedPosition[] | undefined;
}

/** Finds features by their ids, on any map. */
export async function findFeatures(
  orm: Queryable,
  ids: readonly string[],
): Promise<Map<string, StoredFeature>> {
  if (ids.length === 0) return new Map();
  const known = new Map(ids.map((id) => [id, knownGeometries.get(id)]));
  const rows = await orm
    .select({
      id: mapFeature.id,
      mapId: mapFeature.mapId,
      layerId: mapFeature.layerId,
      revision: mapFeature.revision,
      unknownGeometry: unlessKnown([...known.values()].flatMap((each) => each?.rowVersion ?? [])),
      properties: mapFeature.properties,
      rowVersion,
      isDeleted: mapFeature.isDeleted,
      isLayerThere: sql<boolean>`(${isLayerPresent})`,
    })
    .from(mapFeature)
    .innerJoin(mapLayer, eq(mapLayer.id, mapFeature.layerId))
    .where(inArray(mapFeature.id, [...ids]));
  return new Map(
    rows.map(({ unknownGeometry, properties, rowVersion, layerId, isLayerThere, ...feature }) => {
      const geometry = unknownGeometry ?? known.get(feature.id)!.geometry;
      if (unknownGeometry) rememberGeometry(feature.id, { rowVersion, geometry });
      const state = { geometry, properties, layerId } as StoredState;
      const isThere = isLayerThere && !feature.isDeleted;
      return [feature.id, { ...feature, state, isThere }];
    }),
  );
}

/** A geometry in the database, or null when its row's version is one of those that are known. */
function unlessKnown(rowVersions: readonly string[]): SQL<FlatGeometry | null> {
  return rowVersions.length === 0
    ? sql`${mapFeature.geometry}`
    : sql`CASE WHEN ${rowVersion} NOT IN ${rowVersions} THEN ${mapFeature.geometry} END`;
}

/**
 * Writes features by one statement, because one for each would lock the map for long. New features
 * come after all others, in the order of the list.
 * @throws {ApiFailure} 409 when another map has a feature with one of the ids
 */
export async function storeFeatures(
  transaction: Transaction,
  mapId: number,
  features: readonly FeatureToStore[],
): Promise<void> {
  const [only] = features;
  if (!only) return;
  const stored =
    features.length === 1 && only.moved
      ? await storeMoved(transaction, mapId, { ...only, moved: only.moved })
      : await storeWhole(transaction, mapId, features);
  // Another map got a feature with one of the ids since they were looked up.
  if (stored.length < features.length) throw featureIdUsed();
  const rowVersions = new Map(stored.map(({ id, rowVersion }) => [id, rowVersion]));
  for (const { id, state } of features) {
    rememberGeometry(id, { rowVersion: rowVersions.get(id)!, geometry: state.geometry! });
  }
}

type StoredRow = Readonly<Record<'id' | 'rowVersion', string>>;

async function storeWhole(
  transaction: Transaction,
  mapId: number,
  features: readonly FeatureToStore[],
): Promise<StoredRow[]> {
  const rows = features.map(({ id, revision, state, isDeleted }) => ({
    id,
    layer_id: state.layerId,
    revision,
    geometry: state.geometry,
    properties: state.properties,
    box: boxText(state.geometry!),
    is_deleted: isDeleted,
  }));
  const { rows: stored } = await transaction.execute<Record<'id' | 'row_version', string>>(sql`
    INSERT INTO ${mapFeature} (id, map_id, layer_id, revision, geometry, properties, box, is_deleted)
    SELECT id, ${mapId}, layer_id, revision, geometry, properties, box, is_deleted
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS given(id uuid, layer_id uuid, revision bigint, geometry jsonb, properties jsonb, box box, is_deleted boolean)
    ON CONFLICT (id) DO UPDATE SET
      layer_id = excluded.layer_id, revision = excluded.revision, geometry = excluded.geometry,
      properties = excluded.properties, box = excluded.box, is_deleted = excluded.is_deleted
    WHERE ${mapFeature.mapId} = ${mapId}
    RETURNING ${mapFeature.id}, ${rowVersion} AS row_version`);
  return stored.map(({ id, row_version: rowVersion }) => ({ id, rowVersion }));
}

/** The failure for the id of a new feature that is in use already. */
export function featureIdUsed(): ApiFailure {
  return new ApiFailure(409, 'feature_id_used', 'This id is in use: choose a new one.');
}

/**
 * Changes single positions inside of the stored JSON, which takes much less time than sending a
 * large shape.
 */
async function storeMoved(
  transaction: Transaction,
  mapId: number,
  feature: FeatureToStore & { readonly moved: readonly MovedPosition[] },
): Promise<StoredRow[]> {
  const { id, revision, state, isDeleted, moved } = feature;
  const geometry = moved.reduce(
    (changed, { path, position }) =>
      sql`jsonb_set(${changed}, ${`{${['coordinates', ...path].join()}}`}::text[], ${JSON.stringify(position)}::jsonb, false)`,
    sql`${mapFeature.geometry}`,
  );
  return await transaction
    .update(mapFeature)
    .set({
      layerId: state.layerId,
      revision,
      geometry,
      properties: state.properties,
      box: boxText(state.geometry!),
      isDeleted,
    })
    .where(and(eq(mapFeature.id, id), eq(mapFeature.mapId, mapId)))
    .returning({ id: mapFeature.id, rowVersion });
}

/** The id of a feature's map; undefined for a feature that never existed. */
export async function mapOfFeature(orm: Queryable, id: string): Promise<number | undefined> {
  const [row] = await orm
    .select({ mapId: mapFeature.mapId })
    .from(mapFeature)
    .where(eq(mapFeature.id, id));
  return row?.mapId;
}
