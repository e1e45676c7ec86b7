import { type Confidence, confidences } from '@refugia/contract/habitat-patrol/confidence.ts';
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
    confidence: row.confidence,
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

/** Adds new findings. */
export async function addFindings(
  orm: Queryable,
  placeId: string,
  patches: readonly PatchFeature[],
  { runId, newestSceneAt, now, areTold }: SeenBy & { readonly areTold: boolean },
): Promise<void> {
  await orm.insert(placeFinding).values(
    patches.map(({ geometry, properties: { id, kind, hectares } }) => ({
      ...{ placeId, runId, kind, hectares, shape: geometry, patch: id },
      ...{ firstSceneAt: newestSceneAt, firstSeenAt: now, toldAt: areTold ? now : null },
    })),
  );
}

/** What is asked of a finding to tell how sure it is. */
type Dated = Pick<FindingRow, 'confirmedAt' | 'firstSceneAt'>;

/** Whether scenes newer than the first look's have shown a finding, this look's included. */
const isConfirmed = ({ confirmedAt, firstSceneAt }: Dated, newestSceneAt: Date) =>
  confirmedAt !== null || newestSceneAt > firstSceneAt;

/** A finding that a look saw, as its patch. */
interface SeenFinding<Finding extends Dated = FindingRow> {
  readonly finding: Finding;
  readonly patch: PatchFeature;
}

/** How sure a finding is with this look: low until it is confirmed, then as its patch is. */
function confidenceOf({ finding, patch }: SeenFinding<Dated>, newestSceneAt: Date): Confidence {
  const { confidence_class: ofPatch = 'medium' } = patch.properties;
  return isConfirmed(finding, newestSceneAt) ? ofPatch : 'low';
}

/** Whether a finding is sure enough with this look to be told. */
export const isSure = (seen: SeenFinding<Dated>, newestSceneAt: Date, lowest: Confidence) =>
  confidences.indexOf(confidenceOf(seen, newestSceneAt)) >= confidences.indexOf(lowest);

/** Notes that a look saw findings, and which of them are told. */
export async function noteSeen(
  orm: Queryable,
  seen: readonly SeenFinding[],
  { runId, newestSceneAt, now, told }: SeenBy & { readonly told: ReadonlySet<SeenFinding> },
): Promise<void> {
  for (const each of seen) {
    const { finding, patch } = each;
    const { id, kind, hectares } = patch.properties;
    const confirmedAt = finding.confirmedAt ?? (isConfirmed(finding, newestSceneAt) ? now : null);
    const toldAt = told.has(each) ? now : finding.toldAt;
    await orm
      .update(placeFinding)
      .set({
        ...{ runId, kind, hectares, patch: id, shape: patch.geometry },
        ...{ confirmedAt, toldAt, goneAt: null, confidence: confidenceOf(each, newestSceneAt) },
      })
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
