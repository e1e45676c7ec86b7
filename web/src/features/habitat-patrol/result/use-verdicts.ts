import type {
  PatchVerdict,
  RunVerdicts,
  VerdictChange,
} from '@refugia/contract/habitat-patrol/patch-verdicts.ts';
import { limits } from '@refugia/contract/limits.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../../lib/session.ts';
import { personOf } from '../../../lib/session-store.ts';
import { showFailure } from '../../../ui/overlays/toast.tsx';
import { saveVerdict, verdictsQuery } from '../patrol/result-api.ts';

/**
 * What people said of a run's patches. While several people may judge, it is fetched again and
 * again.
 */
export function useVerdicts(runId: string): RunVerdicts | undefined {
  const { data } = useQuery({
    ...verdictsQuery(runId, personOf(useSession())),
    refetchInterval: ({ state }) =>
      state.data?.judges === 'signed_in' && limits.habitatPatrol.verdictsMilliseconds,
  });
  return data;
}

/** The verdict that counts for a patch. */
export function countedVerdict(
  runVerdicts: RunVerdicts | undefined,
  patch: number,
): PatchVerdict | undefined {
  return runVerdicts?.verdicts.find((each) => each.counts && each.patch === patch);
}

/** Saves the person's verdict on a patch. A failure leaves what was there. */
export function useSaveVerdict(runId: string) {
  const queries = useQueryClient();
  const { queryKey } = verdictsQuery(runId, personOf(useSession()));
  return useMutation({
    mutationFn: ({ patch, ...change }: VerdictChange & { patch: number }) =>
      saveVerdict(runId, patch, change),
    // Saves of one run go one after the other, so that the last reply tells all of them.
    scope: { id: `verdicts-${runId}` },
    onSuccess: (runVerdicts) => queries.setQueryData(queryKey, runVerdicts),
    onError: (cause) => showFailure(cause, 'The verdict could not be saved. Please try again.'),
  });
}
