import type { AnalysisResult } from '@refugia/contract/habitat-patrol/runs.ts';
import { engineVersion } from '@refugia/engine/analysis/result/provenance.ts';

/**
 * Scenes are in the catalogue this long after their day at the latest. Most are there within a day;
 * the Copernicus programme promises them within 24 hours, and catalogues copy them after that.
 */
const publicationDays = 7;
/** For this long a result is taken for a new one: the next pass of a satellite is days away. */
const newMilliseconds = 10 * 60_000;
const dayMilliseconds = 24 * 60 * 60_000;
/** What notes say when another attempt may read more than this one did. */
const unreadPattern = /was left out: |could not be (?:read|searched|compared)/;

/**
 * Whether the same question would get the same result again: it was computed by this version of
 * the engine, all scenes of its days were in the catalogue by then, and all of them could be read.
 * @param endDate the later date of the question, YYYY-MM-DD
 */
export function isLasting(
  { provenance, parameters, notes }: AnalysisResult,
  endDate: string,
  now: Date,
): boolean {
  if (provenance?.version !== engineVersion) return false;
  if (notes.some((note) => unreadPattern.test(note))) return false;
  const computed = Date.parse(provenance.computed_at);
  const lastDay = Date.parse(endDate) + (parameters.window_days + 1) * dayMilliseconds;
  const isNew = now.getTime() - computed < newMilliseconds;
  return isNew || computed >= lastDay + publicationDays * dayMilliseconds;
}
