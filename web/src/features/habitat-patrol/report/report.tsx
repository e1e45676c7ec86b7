import { readArea } from '@refugia/contract/area.ts';
import { methodSentences } from '@refugia/contract/habitat-patrol/method-texts.ts';
import type { Run, RunResult } from '@refugia/contract/habitat-patrol/runs.ts';
import { limits } from '@refugia/contract/limits.ts';
import { wrapLongitude } from '@refugia/engine/geo/position.ts';
import { useQuery } from '@tanstack/react-query';
import { FileDown, Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { siteSettings } from '../../../lib/site-settings.ts';
import { LocatorMap, type LocatorPicture } from '../../../map/locator/locator-map.tsx';
import { ReportPdfModal } from '../../../map/report/report-pdf-modal.tsx';
import { Button, ButtonLink } from '../../../ui/actions/button.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { classNames } from '../../../ui/style/class-names.ts';
import { PartHeading, SideNote, Text } from '../../../ui/style/typography.tsx';
import { resultAddress } from '../address/run-addresses.ts';
import { formatDate, formatDatesIn, formatLatitude, formatLongitude } from '../format.ts';
import { fetchPatches } from '../patrol/result-api.ts';
import { Figure, ResultFigures, ResultHeadline } from '../result/result-statistics.tsx';
import { JudgedHeadline } from '../result/verdict-summary.tsx';
import { RunName } from '../runs/run-name.tsx';
import { ChosenScenes, SceneTable } from '../scenes/scene-table.tsx';
import views from '../views.module.css';
import { PatchTable } from './patch-table.tsx';
import styles from './report.module.css';
import { ReportPictures } from './report-pictures.tsx';
import { useReportPictures } from './use-report-pictures.ts';

/** About a page of patches in print. */
const patchesOnPaper = 40;
/** More numbers would hide the change image. */
const numberedPatches = 12;

/** A result, laid out for the screen and for paper. */
export function Report({ run, result }: { run: Run; result: RunResult }) {
  const area = readArea(run.coords);
  useDocumentTitle(run.name);
  const { addresses, isComplete } = useReportPictures(run.id);
  /** Undefined until it has been drawn, and null where that failed. */
  const [locator, setLocator] = useState<LocatorPicture | null | undefined>(
    area === null ? null : undefined,
  );
  const patches = useQuery({
    queryKey: ['changedetection', 'report-patches', run.id],
    queryFn: ({ signal }) => fetchPatches(run.id, { limit: patchesOnPaper, offset: 0 }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const listed = patches.data?.patches ?? [];
  return (
    <article className={styles.report}>
      <ReportHeader
        run={run}
        result={result}
        isComplete={isComplete && locator !== undefined && !patches.isPending}
        locator={locator ?? null}
      />
      <div className={styles.columns}>
        <Section title="What changed">
          <ResultHeadline result={result} />
          <JudgedHeadline runId={run.id} />
          <ResultFigures result={result} />
        </Section>
        {area !== null && (
          <Section title="Where it lies">
            <LocatorMap
              label="Where the area lies"
              area={area}
              bounds={result.bbox}
              onComplete={setLocator}
            />
          </Section>
        )}
      </div>
      <Facts run={run} result={result} />
      {area !== null && (
        <ReportPictures
          result={result}
          area={area}
          addresses={addresses}
          numbered={listed.slice(0, numberedPatches)}
        />
      )}
      {patches.isError && (
        <Notice type="warning">
          The patches could not be loaded. Reload the page to try again.
        </Notice>
      )}
      {patches.data !== undefined && listed.length > 0 && (
        <Section title="Patches of change" isLong>
          <PatchTable result={result} page={patches.data} />
        </Section>
      )}
      <Method result={result} />
      <Section title="Scenes used" isLong>
        <SceneTable scenes={result.scenes} isPrinted />
        <ChosenScenes result={result} />
      </Section>
      <footer className={styles.footer}>
        {result.imagery.mode === 'demo'
          ? 'The imagery is simulated: it shows no real place as it is.'
          : 'Contains modified Copernicus Sentinel data.'}{' '}
        {new URL(resultAddress(run.id), window.location.href).href}
      </footer>
    </article>
  );
}

function Method({ result }: { result: RunResult }) {
  return (
    <Section title="Method">
      <Text number={2}>{methodSentences(result).join(' ')}</Text>
      {result.notes.map((note) => (
        <Text key={note} number={2}>
          {formatDatesIn(note)}
        </Text>
      ))}
    </Section>
  );
}

interface ReportHeaderProps {
  run: Run;
  result: RunResult;
  /** Whether everything that is to be printed has loaded. */
  isComplete: boolean;
  locator: LocatorPicture | null;
}

function ReportHeader({ run, result, isComplete, locator }: ReportHeaderProps) {
  const [isDownloading, setIsDownloading] = useState(false);
  return (
    <header className={styles.header}>
      <div className={styles.titles}>
        <SideNote>
          {siteSettings.brandName} · Habitat Patrol · {result.imagery.label}
        </SideNote>
        <RunName run={run} headingLevel={1} isReadOnly={!run.is_owner} />
        <Text number={2}>
          {formatDate(result.before_date)} compared with {formatDate(result.after_date)}
        </Text>
      </div>
      <div className={styles.actions}>
        <ButtonLink href={resultAddress(run.id)} kind="secondary">
          Back to the map
        </ButtonLink>
        <Button
          icon={Printer}
          kind="secondary"
          isPending={!isComplete}
          onPress={() => window.print()}
        >
          Print this page
        </Button>
        <Button icon={FileDown} isPending={!isComplete} onPress={() => setIsDownloading(true)}>
          Download as PDF
        </Button>
      </div>
      {isDownloading && (
        <RunReportModal run={run} locator={locator} onClose={() => setIsDownloading(false)} />
      )}
    </header>
  );
}

const patchCounts = [0, 6, 12, limits.report.maxPatches];

interface RunReportModalProps {
  run: Run;
  locator: LocatorPicture | null;
  onClose: () => void;
}

function RunReportModal({ run, locator, onClose }: RunReportModalProps) {
  const [patches, setPatches] = useState(6);
  return (
    <ReportPdfModal
      path={`/api/changedetection/runs/${run.id}/report.pdf`}
      title={run.name}
      locator={locator}
      onClose={onClose}
      more={{ patches }}
    >
      <Select
        label="Patches shown one by one"
        options={patchCounts.map((count) => ({
          id: String(count),
          label: count === 0 ? 'None' : `The largest ${count}`,
        }))}
        value={String(patches)}
        onChange={(count) => setPatches(Number(count))}
      />
    </ReportPdfModal>
  );
}

interface SectionProps {
  title: string;
  /** A table that may go on over several pages. */
  isLong?: boolean;
  children: ReactNode;
}

function Section({ title, isLong = false, children }: SectionProps) {
  return (
    <section className={isLong ? styles.long : styles.section} aria-label={title}>
      <PartHeading level={2}>{title}</PartHeading>
      {children}
    </section>
  );
}

function Facts({ run, result }: { run: Run; result: RunResult }) {
  const [west, south, east, north] = result.bbox;
  const { provenance, imagery } = result;
  return (
    <dl className={classNames(views.statistics, styles.facts)}>
      <Figure name="Asked for">
        {formatDate(run.startDate)} – {formatDate(run.endDate)}
      </Figure>
      <Figure name="West, east">
        {formatLongitude(west)}, {formatLongitude(wrapLongitude(east))}
      </Figure>
      <Figure name="South, north">
        {formatLatitude(south)}, {formatLatitude(north)}
      </Figure>
      <Figure name="Run on">{formatDate(run.created_at.slice(0, 10))}</Figure>
      <Figure name="Run">{run.id}</Figure>
      {provenance && (
        <>
          <Figure name="Computed by">
            {provenance.software} {provenance.version}
          </Figure>
          {imagery.mode === 'live' && <Figure name="Catalogue">{provenance.catalogue_url}</Figure>}
        </>
      )}
    </dl>
  );
}
