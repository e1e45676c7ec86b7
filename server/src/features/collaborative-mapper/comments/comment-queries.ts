import type { MapComment } from '@refugia/contract/collaborative-mapper/comments.ts';
import type { FeatureState } from '@refugia/engine/merge/index.ts';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import {
  account,
  mapComment,
  mapFeature,
  mapLayer,
  mapProposal,
  mapProposedChange,
  mapRaster,
} from '../../../platform/database/schema/index.ts';
import { nameAmong, nameKeys } from '../log/describe-history.ts';
import type { MapAccess } from '../maps/access.ts';
import { listRemovedColumns, withoutRemoved } from '../maps/map-layers.ts';
import { isFeatureThere } from '../maps/map-queries.ts';
import { describePerson, personColumns } from '../maps/people.ts';

/**
 * An SQL condition: an open proposal that the comment belongs to, or that changes the comment's
 * feature, contains a change of this kind.
 */
const proposes = (verb: 'create' | 'delete') => sql<boolean>`EXISTS (
  SELECT FROM ${mapProposedChange} JOIN ${mapProposal} ON ${mapProposal.id} = ${mapProposedChange.proposalId}
  WHERE ${mapProposal.mapId} = ${mapComment.mapId} AND ${mapProposedChange.status} = 'open'
    AND ${mapProposedChange.verb} = ${verb}
    AND (${mapProposal.id} = ${mapComment.proposalId} OR ${mapProposedChange.featureId} = ${mapComment.featureId}))`;

/** An SQL condition: what the comment is about is there, or it is about the map as a whole. */
const isSubjectThere = sql<boolean>`(${mapComment.featureId} IS NULL OR coalesce(${isFeatureThere}, false))
  AND NOT EXISTS (SELECT FROM ${mapRaster} WHERE ${mapRaster.id} = ${mapComment.rasterId} AND ${mapRaster.deletedSeq} IS NOT NULL)`;

/** The attributes of a comment's feature that may be its name. Others may be long. */
const namesOfFeature = sql<Names | null>`(SELECT jsonb_object_agg(key, value)
  FROM jsonb_each(${mapFeature.properties}) WHERE key IN (${sql.raw(nameKeys.map((key) => `'${key}'`).join(', '))}))`;

type Names = FeatureState['properties'];

function nameOf(
  names: Names | null,
  layerId: string | null,
  removed: Awaited<ReturnType<typeof listRemovedColumns>>,
): string | null {
  return names && layerId && nameAmong(withoutRemoved(names, layerId, removed));
}

/** Selects comments of one map together with their authors, the oldest first. */
export async function selectComments(
  orm: Queryable,
  where: SQL | undefined,
): Promise<MapComment[]> {
  const rows = await orm
    .select({
      comment: mapComment,
      person: personColumns,
      proposesAdd: proposes('create'),
      proposesDelete: proposes('delete'),
      isFeatureThere: sql<boolean | null>`${isFeatureThere}`,
      isSubjectThere,
      featureLayer: mapFeature.layerId,
      featureNames: namesOfFeature,
      featureLongitude: sql<number | null>`(center(${mapFeature.box}))[0]`,
      featureLatitude: sql<number | null>`(center(${mapFeature.box}))[1]`,
    })
    .from(mapComment)
    .innerJoin(account, eq(account.id, mapComment.accountId))
    .leftJoin(mapFeature, eq(mapFeature.id, mapComment.featureId))
    .leftJoin(mapLayer, eq(mapLayer.id, mapFeature.layerId))
    .where(where)
    .orderBy(asc(mapComment.createdAt), asc(mapComment.id));
  const [first] = rows;
  const removed = first ? await listRemovedColumns(orm, first.comment.mapId) : new Map();
  return rows.map(({ comment, person, proposesAdd, proposesDelete, ...row }) => {
    const { organization: _, ...author } = describePerson(person);
    const { longitude, latitude } = comment;
    return {
      id: comment.id,
      mapID: comment.mapId,
      comment: comment.text,
      account: author,
      date_created: comment.createdAt.toISOString(),
      feature: comment.featureId,
      feature_name: row.isFeatureThere ? nameOf(row.featureNames, row.featureLayer, removed) : null,
      feature_place: row.isFeatureThere ? placeOf(row.featureLongitude, row.featureLatitude) : null,
      raster: comment.rasterId,
      proposal: comment.proposalId,
      parent: comment.parentId,
      propose_add: proposesAdd,
      propose_delete: proposesDelete,
      place: placeOf(longitude, latitude),
      resolved: comment.isResolved,
      is_public: comment.isPublic && comment.proposalId === null && row.isSubjectThere,
    };
  });
}

function placeOf(longitude: number | null, latitude: number | null): [number, number] | null {
  return longitude === null || latitude === null ? null : [longitude, latitude];
}

/**
 * A comment as a viewer may see it, who must not learn of proposals. Null for a comment that is the
 * team's alone. Viewers whom the owner let in see all others, and everybody sees their own.
 */
export function commentForViewer(
  comment: MapComment,
  { isInvited, accountId }: { isInvited: boolean; accountId: number | undefined },
): MapComment | null {
  const isOwn = comment.account.id === accountId;
  const isShown = comment.proposal === null && (isInvited || isOwn);
  return comment.is_public || isShown
    ? { ...comment, propose_add: false, propose_delete: false }
    : null;
}

/** Those of a map's comments that the caller may read. */
export function readableComments(
  comments: readonly MapComment[],
  { role, isInvited, account }: Pick<MapAccess, 'role' | 'isInvited' | 'account'>,
): MapComment[] {
  if (role !== 'viewer') return [...comments];
  const viewer = { isInvited, accountId: account?.id };
  return comments.flatMap((comment) => commentForViewer(comment, viewer) ?? []);
}

export function listComments(orm: Queryable, mapId: number): Promise<MapComment[]> {
  return selectComments(orm, eq(mapComment.mapId, mapId));
}

export async function findComment(orm: Queryable, id: string): Promise<MapComment | undefined> {
  return (await selectComments(orm, eq(mapComment.id, id)))[0];
}

/**
 * Marks a comment and all replies to it as dismissed.
 * @returns the ids of those that were not dismissed before
 */
export async function dismissComments(
  orm: Queryable,
  { mapId, id }: { mapId: number; id: string },
): Promise<string[]> {
  const changed = await orm
    .update(mapComment)
    .set({ isResolved: true })
    .where(
      and(
        eq(mapComment.mapId, mapId),
        eq(mapComment.isResolved, false),
        sql`${mapComment.id} IN (WITH RECURSIVE thread (id) AS (SELECT ${id}::uuid
          UNION SELECT reply.id FROM ${mapComment} AS reply JOIN thread ON reply.parent_id = thread.id)
          SELECT id FROM thread)`,
      ),
    )
    .returning({ id: mapComment.id });
  return changed.map((each) => each.id);
}
