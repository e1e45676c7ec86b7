import { laterFacts } from '@refugia/contract/habitat-patrol/later-facts.ts';
import { changeDateText } from '@refugia/contract/habitat-patrol/patch-texts.ts';
import type { DatedPatch, RunDating } from '@refugia/contract/habitat-patrol/run-dating.ts';
import type { RunPatch } from '@refugia/contract/habitat-patrol/run-patches.ts';
import { limits } from '@refugia/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { datesQuery } from '../patrol/result-api.ts';

/** When a run's patches changed, which is fetched again until it is found out. */
export function usePatchDates(runId: string): RunDating | undefined {
  const { data } = useQuery({
    ...datesQuery(runId),
    refetchInterval: ({ state: { data: dating } }) =>
      (dating?.state === 'waiting' || dating?.state === 'running') &&
      limits.habitatPatrol.runListMilliseconds,
  });
  return data;
}

function datesOfPatch(dating: RunDating | undefined, patch: number): DatedPatch | undefined {
  return dating?.patches.find((each) => each.patch === patch);
}

/** A patch with what is found out after its run. */
export function withLaterFacts(dating: RunDating | undefined, patch: RunPatch): RunPatch {
  const dated = datesOfPatch(dating, patch.id);
  return dated ? { ...patch, ...laterFacts(dated) } : patch;
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
