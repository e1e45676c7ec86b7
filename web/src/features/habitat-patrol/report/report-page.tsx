import { readArea } from '@refugia/contract/area.ts';
import type { AnalysisResult, Run } from '@refugia/contract/habitat-patrol.ts';
import { hasEnded } from '@refugia/contract/run-status.ts';
import { wrapLongitude } from '@refugia/engine/geo/longitude.ts';
import { useQuery } from '@tanstack/react-query';
import { FileX2, Printer } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { RequestRefusedError } from '../../../lib/api-errors.ts';
import { siteSettings } from '../../../lib/site-settings.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Page } from '../../../ui/page.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Heading, Text } from '../../../ui/typography.tsx';
import { resultAddress } from '../address/run-addresses.ts';
import { formatDate, formatDatesIn, formatLatitude, formatLongitude } from '../format.ts';
import { methodSentences } from '../method/method-words.ts';
import { fetchRun } from '../patrol/result-api.ts';
import { ChangeLegend } from '../result/change-legend.tsx';
import { ResultFigures, ResultHeadline } from '../result/result-statistics.tsx';
import { ChosenScenes } from '../scenes/chosen-scenes.tsx';
import { SceneTable } from '../scenes/scene-table.tsx';
import styles from './report.module.css';
import { ReportPictures } from './report-pictures.tsx';

/** A result as a document: the browser prints it, or saves it as a PDF. */
export function ReportPage() {
  const [parameters] = useSearchParams();
  const id = parameters.get('run') ?? '';
  const {
    data: run,
    error,
    refetch,
  } = useQuery({
    queryKey: ['changedetection', 'run', id],
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
  return <Report run={run} result={run.result} />;
}

function Report({ run, result }: { run: Run; result: AnalysisResult }) {
  const [west, south, east, north] = result.bbox;
  const area = readArea(run.coords);
  const [isComplete, setIsComplete] = useState(area === null);
  return (
    <Page>
      <article className={styles.report}>
        <header className={styles.header}>
          <div className={styles.titles}>
            <Text number={3} tone="soft">
              {siteSettings.brandName} · Habitat Patrol · {result.imagery.label}
            </Text>
            <Heading level={1} look={2}>
              {run.name}
            </Heading>
            <Text number={2}>
              {formatDate(result.before_date)} compared with {formatDate(result.after_date)}
            </Text>
          </div>
          <div className={styles.actions}>
            <ButtonLink href={resultAddress(run.id)} kind="secondary">
              Back to the map
            </ButtonLink>
            <Button
              icon={<Icon of={Printer} size="sm" />}
              isPending={!isComplete}
              onPress={() => window.print()}
            >
              Print or save as PDF
            </Button>
          </div>
        </header>
        {area !== null && (
          <ReportPictures result={result} area={area} onComplete={() => setIsComplete(true)} />
        )}
        <ChangeLegend result={result} />
        <div className={styles.columns}>
          <section className={styles.section}>
            <Heading level={2} look={4}>
              What changed
            </Heading>
            <ResultHeadline result={result} />
            <ResultFigures result={result} />
          </section>
          <section className={styles.section}>
            <Heading level={2} look={4}>
              Area and dates
            </Heading>
            <dl className={styles.facts}>
              <Fact
                name="Asked for"
                value={`${formatDate(run.startDate)} – ${formatDate(run.endDate)}`}
              />
              <Fact
                name="West, east"
                value={`${formatLongitude(west)}, ${formatLongitude(wrapLongitude(east))}`}
              />
              <Fact
                name="South, north"
                value={`${formatLatitude(south)}, ${formatLatitude(north)}`}
              />
              <Fact name="Run on" value={formatDate(run.created_at.slice(0, 10))} />
              <Fact name="Run" value={run.id} />
              {result.provenance && (
                <>
                  <Fact
                    name="Computed by"
                    value={`${result.provenance.software} ${result.provenance.version}`}
                  />
                  {result.imagery.mode === 'live' && (
                    <Fact name="Catalogue" value={result.provenance.catalogue_url} />
                  )}
                </>
              )}
            </dl>
          </section>
        </div>
        <section className={styles.section}>
          <Heading level={2} look={4}>
            Method
          </Heading>
          <Text number={2}>{methodSentences(result).join(' ')}</Text>
          {result.notes.map((note) => (
            <Text key={note} number={2}>
              {formatDatesIn(note)}
            </Text>
          ))}
        </section>
        <section className={styles.long}>
          <Heading level={2} look={4}>
            Scenes used
          </Heading>
          <SceneTable scenes={result.scenes} isPrinted />
          <ChosenScenes result={result} />
        </section>
        <footer className={styles.footer}>
          {result.imagery.mode === 'demo'
            ? 'The imagery is simulated: it shows no real place as it is.'
            : 'Contains modified Copernicus Sentinel data.'}{' '}
          {new URL(resultAddress(run.id), window.location.href).href}
        </footer>
      </article>
    </Page>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
