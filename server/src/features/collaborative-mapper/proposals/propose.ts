import { randomUUID } from 'node:crypto';
import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { type FeatureState, makePatch, type Patch } from '@refugia/engine/merge/index.ts';
import type { Orm } from '../../../platform/database/database.ts';
import { mapProposal, mapProposedChange } from '../../../platform/database/schema/index.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { type FeatureChange, featureNotFound, lookUpFeatures } from '../log/apply-changes.ts';
import { featureIdUsed } from '../log/feature-rows.ts';
import { readLayers, requireFitting } from '../log/layers-of-features.ts';
import { hashContent, repeatedWithOtherContent } from '../log/requests.ts';
import type { Author } from '../maps/access.ts';
import { tellChange } from '../maps/announcements.ts';
import type { MapRow } from '../maps/map-queries.ts';
import { tellOfProposal } from '../maps/tell-people.ts';
import { countOpenProposals, findProposalRow } from './proposal-queries.ts';

const { maxOpenProposals } = limits.collaborativeMapper;

export interface NewProposal {
  readonly map: MapRow;
  readonly author: Author;
  readonly id: string | undefined;
  readonly note: string;
  readonly changes: readonly FeatureChange[];
  /** The content of the call, by which a repeated call is recognized. */
  readonly content: unknown;
  /** Whether the shapes of points may be changed, which only the owner may propose. */
  readonly mayEditPoints: boolean;
}

const isPoint = (state: FeatureState | null) =>
  state?.geometry?.type === 'Point' || state?.geometry?.type === 'MultiPoint';

function requireNoPointEdit(base: FeatureState | null, patch: Patch): void {
  if (patch.kind !== 'edit' || !patch.geometry || !isPoint(base)) return;
  throw new ApiFailure(403, 'point_edit', messages.collaborativeMapper.pointEdit);
}

/** The stored form of changes: patches of the features at the revisions that they start from. */
async function patchesOf(orm: Orm, { map: { id: mapId }, changes, mayEditPoints }: NewProposal) {
  const lookedUp = await lookUpFeatures(orm, mapId, changes);
  const layers = await readLayers(orm, mapId);
  return await Promise.all(
    lookedUp.map(async ({ change, stored, base }, position) => {
      if (change.isNew && stored) throw featureIdUsed();
      if (!change.isNew && !stored?.isThere) throw featureNotFound();
      const incoming = change.incoming(base);
      const patch = makePatch(base, incoming);
      if (!patch) throw new ApiFailure(400, 'no_change', 'This proposal would change nothing.');
      if (!mayEditPoints) requireNoPointEdit(base, patch);
      await requireFitting({ orm, mapId, layers }, { base, incoming }, stored);
      return {
        id: randomUUID(),
        position,
        featureId: change.featureId,
        baseRevision: change.isNew ? 0 : (change.baseRevision ?? stored?.revision ?? 0),
        verb: patch.kind,
        patch,
      };
    }),
  );
}

/**
 * Stores a proposal for the owner to decide. A repeated call with the same id and content returns
 * the first proposal.
 * @returns the proposal's id
 * @throws {ApiFailure} 400, 403, 404 and 409 for changes that can't be proposed
 */
export async function propose(orm: Orm, proposal: NewProposal): Promise<string> {
  const { map, author, id = randomUUID(), note, content } = proposal;
  const mapId = map.id;
  const contentHash = hashContent(author, content);
  async function isRepeated(): Promise<boolean> {
    const known = await findProposalRow(orm, id);
    if (known && (known.contentHash !== contentHash || known.mapId !== mapId)) {
      throw repeatedWithOtherContent();
    }
    return known !== undefined;
  }
  if (await isRepeated()) return id;
  if ((await countOpenProposals(orm, mapId, author)) >= maxOpenProposals) {
    throw new ApiFailure(
      409,
      'too_many_proposals',
      `You have ${maxOpenProposals} open proposals on this map. Please wait until some are decided, or withdraw some.`,
    );
  }
  const changes = await patchesOf(orm, proposal);
  const isStored = await orm.transaction(async (transaction) => {
    const made = await transaction
      .insert(mapProposal)
      .values({
        id,
        mapId,
        authorId: author.accountId,
        visitorName: author.visitorName,
        visitorId: author.visitorId,
        note,
        contentHash,
      })
      .onConflictDoNothing()
      .returning({ id: mapProposal.id });
    if (made.length === 0) return false;
    await transaction
      .insert(mapProposedChange)
      .values(changes.map((change) => ({ ...change, proposalId: id })));
    await tellChange(transaction, 'proposals', { mapId, id }, 'added');
    await tellOfProposal(transaction, map, { id, author, note, changes: changes.length });
    return true;
  });
  // Another call with this id was stored meanwhile.
  if (!isStored) await isRepeated();
  return id;
}
