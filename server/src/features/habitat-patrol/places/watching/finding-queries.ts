import type { FindingState } from '@refugia/contract/habitat-patrol/place-kinds.ts';
import type { PlaceFinding } from '@refugia/contract/habitat-patrol/places.ts';
import type { PatchFeature } from '@refugia/engine/analysis/result/patch-files.ts';
import { and, desc, eq, type InferSelectModel, inArray, isNull } from 'drizzle-orm';
import type { Queryable } from '../../../../platform/database/database.ts';
import { placeFinding } from '../../../../platform/database/schema/index.ts';

type FindingRow = InferSelectModel<typeof placeFinding>;

interface SeenBy {
  readonly runId: string;
  readonly newestSceneAt: Date;
  readonly now: Date;
}

/** All findings of a place, with their shapes. */
export function listAllFindings(orm: Queryable, placeId: string): Promise<FindingRow[]> {
  return orm.select().from(placeFinding).where(eq(placeFinding.placeId, placeId));
}

/** Findings of a place for people, the latest first. */
export async function listFindings(
  orm: Queryable,
  placeId: string,
  most: number,
): Promise<PlaceFinding[]> {
  const rows = await orm
    .select()
    .from(placeFinding)
    .where(eq(placeFinding.placeId, placeId))
    .orderBy(desc(placeFinding.firstSeenAt), desc(placeFinding.hectares))
    .limit(most);
  return rows.map((row) => ({
    id: row.id,
    state: stateOf(row),
    kind: row.kind,
    hectares: row.hectares,
    first_seen_at: row.firstSeenAt.toISOString(),
    confirmed_at: row.confirmedAt?.toISOString() ?? null,
    gone_at: row.goneAt?.toISOString() ?? null,
    told_at: row.toldAt?.toISOString() ?? null,
    run_id: row.runId,
    patch: row.patch,
  }));
}

function stateOf({ confirmedAt, goneAt }: FindingRow): FindingState {
  if (goneAt) return 'gone';
  return confirmedAt ? 'confirmed' : 'seen once';
}

/** Adds new findings, as told. */
export async function addFindings(
  orm: Queryable,
  placeId: string,
  patches: readonly PatchFeature[],
  { runId, newestSceneAt, now }: SeenBy,
): Promise<void> {
  await orm.insert(placeFinding).values(
    patches.map(({ geometry, properties: { id, kind, hectares } }) => ({
      ...{ placeId, runId, kind, hectares, shape: geometry, patch: id },
      ...{ firstSceneAt: newestSceneAt, firstSeenAt: now, toldAt: now },
    })),
  );
}

/** Notes that a look saw findings. Newer scenes than the first look's confirm them. */
export async function noteSeen(
  orm: Queryable,
  seen: readonly { readonly finding: FindingRow; readonly patch: PatchFeature }[],
  { runId, newestSceneAt, now }: SeenBy,
): Promise<void> {
  for (const { finding, patch } of seen) {
    const { id, kind, hectares } = patch.properties;
    const isNewer = newestSceneAt > finding.firstSceneAt;
    const confirmedAt = finding.confirmedAt ?? (isNewer ? now : null);
    await orm
      .update(placeFinding)
      .set({ runId, kind, hectares, patch: id, shape: patch.geometry, confirmedAt, goneAt: null })
      .where(eq(placeFinding.id, finding.id));
  }
}

/** Notes that a look did not see findings. */
export async function noteUnseen(
  orm: Queryable,
  unseen: readonly FindingRow[],
  { now }: SeenBy,
): Promise<void> {
  if (unseen.length === 0) return;
  const ids = unseen.map(({ id }) => id);
  await orm
    .update(placeFinding)
    .set({ goneAt: now })
    .where(and(inArray(placeFinding.id, ids), isNull(placeFinding.goneAt)));
}
