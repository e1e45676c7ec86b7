import { hasEnded } from '@refugia/contract/habitat-patrol/run-status.ts';
import { useQuery } from '@tanstack/react-query';
import { FileX2 } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { RequestRefusedError } from '../../../lib/api-errors.ts';
import { Button, ButtonLink } from '../../../ui/actions/button.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Spinner } from '../../../ui/states/spinner.tsx';
import { resultAddress } from '../address/run-addresses.ts';
import { formatDatesIn } from '../format.ts';
import { fetchRun, runKey } from '../patrol/result-api.ts';
import { Report } from './report.tsx';

/** A result as a document: the browser prints it, or saves it as a PDF. */
export function ReportPage() {
  const [parameters] = useSearchParams();
  const id = parameters.get('run') ?? '';
  const {
    data: run,
    error,
    refetch,
  } = useQuery({
    queryKey: runKey(id),
    queryFn: ({ signal }) => fetchRun(id, signal),
    enabled: id !== '',
    retry: (count, cause) => count < 2 && !(cause instanceof RequestRefusedError),
  });
  if (id === '' || error instanceof RequestRefusedError) {
    return (
      <Page>
        <EmptyState
          icon={FileX2}
          headingLevel={1}
          title="This run is not here"
          actions={<ButtonLink href="/apps/habitatpatrol/map">Go to the map</ButtonLink>}
        >
          It may have been deleted, or its link is incomplete. Run the analysis again to get a new
          report.
        </EmptyState>
      </Page>
    );
  }
  if (error !== null) {
    return (
      <Page>
        <EmptyState
          icon={FileX2}
          headingLevel={1}
          title="The report could not be loaded"
          actions={<Button onPress={() => void refetch()}>Try again</Button>}
        >
          The server did not answer. Your result is safe.
        </EmptyState>
      </Page>
    );
  }
  if (run === undefined) {
    return (
      <Page>
        <Spinner label="Opening the report" showLabel />
      </Page>
    );
  }
  if (run.result === null) {
    const isUnderWay = !hasEnded(run);
    return (
      <Page>
        <EmptyState
          icon={FileX2}
          headingLevel={1}
          title={isUnderWay ? 'This run is not done yet' : 'This run has no result'}
          actions={<ButtonLink href={resultAddress(id)}>Open it on the map</ButtonLink>}
        >
          {isUnderWay
            ? 'Its report can be printed when it is done.'
            : formatDatesIn(run.failure?.reason ?? 'It was cancelled.')}
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page>
      <Report run={run} result={run.result} />
    </Page>
  );
}
