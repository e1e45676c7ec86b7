import type { MapOperation, MapPatch } from '@refugia/contract/collaborative-mapper/operations.ts';
import { keysOf } from '@refugia/contract/members.ts';
import type { FeatureState } from '@refugia/engine/merge/index.ts';
import { and, asc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import {
  account,
  mapLayer,
  mapOperation,
  mapRaster,
} from '../../../platform/database/schema/index.ts';
import type { MapAccess } from '../maps/access.ts';
import { listRemovedColumns, presentLayers, withoutRemoved } from '../maps/map-layers.ts';
import { findMap, type MapRow } from '../maps/map-queries.ts';
import { authorName, describeAuthor } from '../maps/people.ts';
import { findFeatures } from './feature-rows.ts';
import { type LayerProperties, propertiesOf } from './layer-changes.ts';
import { attributeOf } from './map-changes.ts';

/** What is on a map now. What was deleted is not among it. */
export interface PresentMap {
  readonly map: MapRow;
  /** Features as they are, each with the number of the operation that made it so. */
  readonly features: ReadonlyMap<
    string,
    { readonly revision: number; readonly state: FeatureState }
  >;
  readonly layers: ReadonlyMap<string, Required<LayerProperties>>;
  /** The names of pictures by their ids. */
  readonly rasters: ReadonlyMap<string, string>;
}

export type LoggedChange = Pick<MapOperation, 'verb' | 'seq' | 'feature_id' | 'patch'>;

/** The number of characters of a feature from which on it is not sent along with its operation. */
const mostCharacters = 200_000;
const nothing: FeatureState = { geometry: null, properties: {} };

/**
 * The last entry of a map's log that a person of this role may not read, or 0. Viewers may read the
 * log from the publication of the map on.
 */
export function lastUnreadable({ map, role }: Pick<MapAccess, 'map' | 'role'>): number {
  return role === 'viewer' ? (map.publishedSeq ?? map.lastSeq + 1) - 1 : 0;
}

/**
 * An operation as viewers may read it. It tells what was done, with present values only: no earlier
 * value, and no name or position of anything that was deleted. The last operation on a feature holds
 * the feature as it is, and earlier ones hold nothing.
 */
export function patchForViewers(
  { verb, seq, feature_id: featureId, patch }: LoggedChange,
  present: PresentMap,
): MapPatch | null {
  if (verb === 'delete') return { kind: 'delete', before: nothing };
  if (verb === 'create' || verb === 'edit') {
    const feature = featureId === null ? undefined : present.features.get(featureId);
    const isSent = feature?.revision === seq && isSmall(feature.state);
    return isSent ? { kind: 'create', after: feature.state } : null;
  }
  switch (patch?.kind) {
    case 'create-layer':
    case 'import-layer':
    case 'restore-layer': {
      const layer = present.layers.get(patch.layer_id);
      return layer ? { ...patch, dataset: layer.dataset } : null;
    }
    case 'delete-layer':
      return { ...patch, dataset: '', feature_count: 0 };
    case 'edit-layer': {
      const layer = present.layers.get(patch.layer_id);
      const changed = keysOf(patch.after);
      const after = layer && Object.fromEntries(changed.map((key) => [key, layer[key]]));
      return after ? { ...patch, before: {}, after } : null;
    }
    case 'edit-map': {
      const after = attributeOf(present.map, patch.attribute);
      return { ...patch, before: null, after };
    }
    case 'add-raster':
    case 'restore-raster': {
      const name = present.rasters.get(patch.raster_id);
      return name === undefined ? null : { ...patch, map_layer: name };
    }
    case 'delete-raster':
      return { ...patch, map_layer: '' };
    case 'note':
      return patch;
    default:
      return null;
  }
}

function isSmall(state: FeatureState): boolean {
  return JSON.stringify(state).length <= mostCharacters;
}

/**
 * Operations of a map as viewers may read them who follow it. While the map is private, only those
 * whom its owner let in may: not a viewer of the public map who still follows it for a moment.
 */
export async function shownToViewers(
  orm: Queryable,
  mapId: number,
  operations: readonly MapOperation[],
): Promise<{ operations: MapOperation[]; lastPrivateSeq: number }> {
  const map = operations.length > 0 ? await findMap(orm, mapId) : undefined;
  if (!map) return { operations: [], lastPrivateSeq: 0 };
  const present = await readPresent(orm, map, operations);
  return {
    operations: operations.map((operation) => ({
      ...operation,
      patch: patchForViewers(operation, present),
    })),
    lastPrivateSeq: lastUnreadable({ map, role: 'viewer' }),
  };
}

/** Reads the layers, features and pictures of operations as they are now. */
export async function readPresent(
  orm: Queryable,
  map: MapRow,
  operations: readonly Pick<MapOperation, 'feature_id'>[],
): Promise<PresentMap> {
  const ids = new Set(operations.flatMap(({ feature_id: id }) => id ?? []));
  const found = [...(await findFeatures(orm, [...ids])).values()];
  const removed = await listRemovedColumns(orm, map.id);
  const layers = await orm.select().from(mapLayer).where(presentLayers(map.id));
  const rasters = await orm
    .select({ id: mapRaster.id, name: mapRaster.name })
    .from(mapRaster)
    .where(and(eq(mapRaster.mapId, map.id), isNull(mapRaster.deletedSeq)));
  return {
    map,
    features: new Map(
      found
        .filter(({ isThere }) => isThere)
        .map(({ id, revision, state: { properties, ...state } }) => [
          id,
          {
            revision,
            state: { ...state, properties: withoutRemoved(properties, state.layerId, removed) },
          },
        ]),
    ),
    layers: new Map(
      layers.map((layer) => [
        layer.id,
        {
          ...propertiesOf(layer),
          fields: layer.fields.filter(({ is_removed }) => !is_removed),
        },
      ]),
    ),
    rasters: new Map(rasters.map(({ id, name }) => [id, name])),
  };
}

/** The largest patch that is sent with its operation, in bytes as PostgreSQL compresses it. */
const largestSentPatchBytes = 200_000;

const columns = {
  seq: mapOperation.seq,
  clientOperationId: mapOperation.clientOperationId,
  featureId: mapOperation.featureId,
  baseRevision: mapOperation.baseRevision,
  verb: mapOperation.verb,
  patch: sql<
    MapOperation['patch']
  >`CASE WHEN pg_column_size(${mapOperation.patch}) <= ${sql.raw(String(largestSentPatchBytes))} THEN ${mapOperation.patch} END`,
  authorId: mapOperation.authorId,
  visitorName: mapOperation.visitorName,
  authorName,
  at: mapOperation.at,
  groupId: mapOperation.groupId,
  proposalId: mapOperation.proposalId,
};

async function selectOperations(orm: Queryable, where: SQL | undefined, limit: number) {
  const rows = await orm
    .select(columns)
    .from(mapOperation)
    .leftJoin(account, eq(account.id, mapOperation.authorId))
    .where(where)
    .orderBy(asc(mapOperation.seq))
    .limit(limit);
  return rows.map(
    (row): MapOperation => ({
      seq: row.seq,
      client_operation_id: row.clientOperationId,
      feature_id: row.featureId,
      base_revision: row.baseRevision,
      verb: row.verb,
      patch: row.patch,
      author: describeAuthor(row),
      at: row.at.toISOString(),
      group: row.groupId,
      proposal: row.proposalId,
    }),
  );
}

/** Lists the operations of a map after a number, in order, as its team may read them. */
export function listOperations(
  orm: Queryable,
  mapId: number,
  { since, limit }: { readonly since: number; readonly limit: number },
): Promise<MapOperation[]> {
  return selectOperations(
    orm,
    and(eq(mapOperation.mapId, mapId), gt(mapOperation.seq, since)),
    limit,
  );
}

/** The same, as the caller may read them. */
export async function listReadableOperations(
  orm: Queryable,
  { map, role }: Pick<MapAccess, 'map' | 'role'>,
  { since, limit }: { readonly since: number; readonly limit: number },
): Promise<MapOperation[]> {
  const from = Math.max(since, lastUnreadable({ map, role }));
  const operations = await listOperations(orm, map.id, { since: from, limit });
  if (role !== 'viewer') return operations;
  const shown = await shownToViewers(orm, map.id, operations);
  return shown.operations.filter(({ seq }) => seq > shown.lastPrivateSeq);
}

export function listGroup(orm: Queryable, mapId: number, groupId: string): Promise<MapOperation[]> {
  const where = and(eq(mapOperation.mapId, mapId), eq(mapOperation.groupId, groupId));
  return selectOperations(orm, where, 100_000);
}
