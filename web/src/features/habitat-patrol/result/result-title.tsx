import { useQuery } from '@tanstack/react-query';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { fetchRun, runKey } from '../patrol/result-api.ts';
import { RunName } from '../runs/run-name.tsx';

/** The title of the shown result, also in the browser's tab. Its owner can change it here. */
export function ResultTitle({ runId }: { runId: string }) {
  const { data: run } = useQuery({
    queryKey: runKey(runId),
    queryFn: ({ signal }) => fetchRun(runId, signal),
  });
  useDocumentTitle(run?.name);
  return run && <RunName run={run} headingLevel={3} isReadOnly={!run.is_owner} />;
}
