import { changeDateText } from '@refugia/contract/habitat-patrol/patch-texts.ts';
import type { DatedPatch, RunDating } from '@refugia/contract/habitat-patrol/run-dating.ts';
import type { RunPatch } from '@refugia/contract/habitat-patrol/run-patches.ts';
import { limits } from '@refugia/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { datesKey, fetchDates } from '../patrol/result-api.ts';

/** When a run's patches changed, which is fetched again until it is found out. */
export function usePatchDates(runId: string): RunDating | undefined {
  const { data } = useQuery({
    queryKey: datesKey(runId),
    queryFn: ({ signal }) => fetchDates(runId, signal),
    refetchInterval: ({ state: { data: dating } }) =>
      (dating?.state === 'waiting' || dating?.state === 'running') &&
      limits.habitatPatrol.runListMilliseconds,
  });
  return data;
}

function datesOfPatch(dating: RunDating | undefined, patch: number): DatedPatch | undefined {
  return dating?.patches.find((each) => each.patch === patch);
}

/** What is known of when a patch changed, as the patch itself tells it; nothing while it is not known. */
export function knownDates(
  dating: RunDating | undefined,
  patch: number,
): Pick<RunPatch, 'first_seen' | 'last_unchanged'> {
  const { first_seen, last_unchanged } = datesOfPatch(dating, patch) ?? {};
  return { ...(first_seen && { first_seen }), ...(last_unchanged && { last_unchanged }) };
}

/** When a patch changed, in words, or why that is not known; undefined for a run that is not dated. */
export function datingWords(dating: RunDating | undefined, patch: number): string | undefined {
  if (dating === undefined || dating.state === 'none') return undefined;
  const dates = datesOfPatch(dating, patch);
  if (dates) return changeDateText(dates) ?? 'No clear scene between both dates tells it';
  if (patch > dating.patch_count) return `Only the largest ${dating.patch_count} patches are dated`;
  if (dating.state === 'failed') return 'The scenes between both dates could not be read';
  return `Being found out: ${Math.floor(100 * dating.share)} % of the patches are dated`;
}
