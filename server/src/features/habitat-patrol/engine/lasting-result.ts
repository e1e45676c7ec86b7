import { codeOf } from '@refugia/contract/habitat-patrol/run-facts.ts';
import { engineVersion } from '@refugia/engine/analysis/result/provenance.ts';
import type { RunFact } from '@refugia/engine/facts/run-facts.ts';
import type { StoredResult } from '../../../platform/database/schema/index.ts';

/**
 * Scenes are in the catalogue this long after their day at the latest. Most are there within a day;
 * the Copernicus programme promises them within 24 hours, and catalogues copy them after that.
 */
const publicationDays = 7;
/** For this long a result is taken for a new one: the next pass of a satellite is days away. */
const newMilliseconds = 10 * 60_000;
const dayMilliseconds = 24 * 60 * 60_000;
/** What notes tell when another attempt may read more than this one did. */
const unreadCodes: ReadonlySet<RunFact['code'] | undefined> = new Set([
  'scene-left-out',
  'collection-not-searched',
  'collection-partly-searched',
  'part-not-compared',
  'further-parts-not-compared',
  // Earlier versions stored sentences, which do not say it for certain.
  undefined,
]);

/**
 * Whether the same question would get the same result again: it was computed by this version of
 * the engine, all scenes of its days were in the catalogue by then, and all of them could be read.
 * @param endDate the later date of the question, YYYY-MM-DD
 */
export function isLasting(
  { provenance, parameters, notes }: StoredResult,
  endDate: string,
  now: Date,
): boolean {
  if (provenance?.version !== engineVersion) return false;
  if (notes.some((note) => unreadCodes.has(codeOf(note)))) return false;
  const computed = Date.parse(provenance.computed_at);
  const lastDay = Date.parse(endDate) + (parameters.window_days + 1) * dayMilliseconds;
  const isNew = now.getTime() - computed < newMilliseconds;
  return isNew || computed >= lastDay + publicationDays * dayMilliseconds;
}
