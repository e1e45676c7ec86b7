import { formatArea } from '@refugia/contract/area-text.ts';
import type { Confidence } from '@refugia/contract/habitat-patrol/confidence.ts';
import { limits } from '@refugia/contract/limits.ts';
import type { PatchFeature } from '@refugia/engine/analysis/result/patch-files.ts';
import { patchName } from '@refugia/engine/render/change-palette.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { tellPeople } from '../../../../services/notifications/tell.ts';
import { chipAddress } from '../../results/chip-routes.ts';
import { readRunPatches } from '../../results/stored-patches.ts';
import type { PlaceRow } from '../place-queries.ts';
import { notificationTarget, placePath } from '../sharing/access.ts';
import { listMembers } from '../sharing/member-queries.ts';
import { sortPatches } from './finding-matches.ts';
import { addFindings, isSure, listAllFindings, noteSeen, noteUnseen } from './finding-queries.ts';
import { type EndedLook, lockToGather, noteGathered } from './watch-queries.ts';

const { maxPatchesPerLook, maxPatchesPerMail } = limits.habitatPatrol;

/**
 * Makes findings of the patches of a watched look that has ended, and tells people of new ones. The
 * findings, the mark that they were told, and the notification from which the mail is made are written in
 * one transaction, so that nothing is told twice or lost.
 */
export async function gatherLook(
  { database, storage, log }: Platform,
  look: EndedLook,
  now: Date,
): Promise<void> {
  const patches =
    look.status === 'done'
      ? await readRunPatches(storage, look.runId, { offset: 0, limit: maxPatchesPerLook }).catch(
          (error: unknown) => {
            log.warn({ err: error, run: look.runId }, 'reading the patches of a watched look');
            return undefined;
          },
        )
      : undefined;
  await database.orm.transaction(async (transaction) => {
    const locked = await lockToGather(transaction, look);
    if (!locked) return;
    if (patches === undefined) return await noteGathered(transaction, look, 'failed');
    const { place, newestSceneAt } = locked;
    const findings = await listAllFindings(transaction, place.id);
    const sorted = sortPatches(findings, patches, place.watch);
    const seenBy = { runId: look.runId, newestSceneAt, now };
    const { lowest_confidence: lowest } = place.watch;
    const isToldAtOnce = lowest === 'low';
    // Findings that waited for a second look are told with it, or when the watch asks for less.
    const late = sorted.seen.filter(
      (each) => each.finding.toldAt === null && isSure(each, newestSceneAt, lowest),
    );
    await noteSeen(transaction, sorted.seen, { ...seenBy, told: new Set(late) });
    await noteUnseen(transaction, sorted.unseen, seenBy);
    if (sorted.news.length > 0) {
      await addFindings(transaction, place.id, sorted.news, { ...seenBy, areTold: isToldAtOnce });
    }
    const news = [...(isToldAtOnce ? sorted.news : []), ...late.map(({ patch }) => patch)];
    if (news.length > 0) {
      await tellNews(transaction, place, { runId: look.runId, news });
    }
    await noteGathered(transaction, look, news.length > 0 ? 'found' : 'nothing new');
  });
}

async function tellNews(
  transaction: Transaction,
  { id, name, accountId, watch }: PlaceRow,
  { runId, news }: { runId: string; news: readonly PatchFeature[] },
): Promise<void> {
  const members = await listMembers(transaction, id);
  const hectares = news.reduce((sum, { properties }) => sum + properties.hectares, 0);
  await tellPeople(transaction, [accountId, ...members.map((member) => member.accountId)], {
    kind: 'place-change',
    actor: { accountId: null, visitorName: null },
    target: { id: notificationTarget(id), name },
    subject: `look:${runId}`,
    text: `${areaText(hectares)} in all, ${seenTexts[watch.lowest_confidence]}.`,
    changes: { count: news.length, inAll: news.length },
    links: news.slice(0, maxPatchesPerMail).map(({ properties }) => ({
      label: `${patchName(properties.kind)}, ${areaText(properties.hectares)}`,
      address: `/apps/habitatpatrol/map?run=${encodeURIComponent(runId)}&patch=${properties.id}`,
      pictures: [
        { caption: 'Before', address: chipAddress(runId, properties.id, 'before') },
        { caption: 'After', address: chipAddress(runId, properties.id, 'after') },
      ],
    })),
    address: placePath(id),
  });
}

/** What all patches that are told have in common. */
const seenTexts: Readonly<Record<Confidence, string>> = {
  low: 'seen once so far',
  medium: 'confirmed by a second look, of at least medium confidence',
  high: 'confirmed by a second look, of high confidence',
};
const areaText = (hectares: number) => formatArea(hectares, { units: 'both' });
