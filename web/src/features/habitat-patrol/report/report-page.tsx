import { hasEnded } from '@refugia/contract/habitat-patrol/run-status.ts';
import { useQuery } from '@tanstack/react-query';
import { FileX2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { RequestRefusedError } from '../../../lib/api-errors.ts';
import { Button, ButtonLink } from '../../../ui/actions/button.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { resultAddress } from '../address/run-addresses.ts';
import { formatDatesIn } from '../format.ts';
import { runQuery } from '../patrol/result-api.ts';
import { Report } from './report.tsx';

/** A result as a document: the browser prints it, or saves it as a PDF. */
export function ReportPage() {
  const [parameters] = useSearchParams();
  return (
    <Page>
      <ReportOfRun id={parameters.get('run') ?? ''} />
    </Page>
  );
}

function ReportOfRun({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    ...runQuery(id),
    enabled: id !== '',
    retry: (count, cause) => count < 2 && !(cause instanceof RequestRefusedError),
  });
  if (id === '' || error instanceof RequestRefusedError) {
    return (
      <NoReport
        title="This run is not here"
        text="It may have been deleted, or its link is incomplete. Run the analysis again to get a new report."
        action={<ButtonLink href="/apps/habitatpatrol/map">Go to the map</ButtonLink>}
      />
    );
  }
  if (error !== null) {
    return (
      <NoReport
        title="The report could not be loaded"
        text="The server did not answer. Your result is safe."
        action={<Button onPress={() => void refetch()}>Try again</Button>}
      />
    );
  }
  if (data === undefined) return <Spinner label="Opening the report" showLabel />;
  if (data.result !== null) return <Report run={data} result={data.result} />;
  const [title, text] = hasEnded(data)
    ? ['This run has no result', formatDatesIn(data.failure?.reason ?? 'It was cancelled.')]
    : ['This run is not done yet', 'Its report can be printed when it is done.'];
  const action = <ButtonLink href={resultAddress(id)}>Open it on the map</ButtonLink>;
  return <NoReport title={title} text={text} action={action} />;
}

function NoReport({ title, text, action }: { title: string; text: string; action: ReactNode }) {
  return (
    <EmptyState icon={FileX2} headingLevel={1} title={title} actions={action}>
      {text}
    </EmptyState>
  );
}
