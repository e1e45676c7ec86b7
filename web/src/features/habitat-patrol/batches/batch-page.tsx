import { batchFinding, batchTotals } from '@refugia/contract/habitat-patrol/batch-table.ts';
import type { Batch, BatchedRun } from '@refugia/contract/habitat-patrol/batches.ts';
import { formatShare } from '@refugia/contract/share-text.ts';
import { patchName } from '@refugia/engine/render/change-palette.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileText, Layers, Link2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { failureText } from '../../../lib/api-errors.ts';
import { useAreaTexts } from '../../../lib/area-units.ts';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { ReportPdfModal } from '../../../map/report/report-pdf-modal.tsx';
import { Button, ButtonLink, TextButton } from '../../../ui/actions/button.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { AreaSize } from '../../../ui/data/area-size.tsx';
import { numberColumn, Table, type TableColumn } from '../../../ui/data/table.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { copyText } from '../../../ui/overlays/copy-text.ts';
import { DeleteButton } from '../../../ui/overlays/delete-button.tsx';
import { useAction } from '../../../ui/overlays/use-action.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Heading, Text } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { resultAddress, runsAddress } from '../address/run-addresses.ts';
import { formatDate } from '../format.ts';
import {
  batchesQuery,
  batchPath,
  batchQuery,
  deleteBatch,
  stopBatch,
} from '../patrol/batches-api.ts';
import { refetchUntilEnded } from '../patrol/result-api.ts';
import downloads from '../result/downloads.module.css';

const toRuns = <ButtonLink href={runsAddress}>My runs</ButtonLink>;

/** Several areas that were compared between the same two dates: one table, and one report. */
export function BatchPage() {
  const { id = '' } = useParams();
  const { data, error } = useQuery({
    ...batchQuery(id),
    retry: false,
    refetchInterval: ({ state }) => refetchUntilEnded(state.data?.runs),
  });
  useDocumentTitle(data?.name);
  return (
    <Page>
      {error && data === undefined && (
        <EmptyState icon={Layers} title="This comparison is not here" actions={toRuns}>
          {failureText(error, 'It could not be loaded. Please try again.')}
        </EmptyState>
      )}
      {data === undefined && !error && <Spinner label="Loading the areas" showLabel />}
      {data !== undefined && <OpenBatch batch={data} />}
    </Page>
  );
}

function OpenBatch({ batch }: { batch: Batch }) {
  const areaText = useAreaTexts();
  const { name, runs } = batch;
  const [first] = runs;
  const { ended } = batchTotals(runs);
  const isUnderWay = ended < runs.length;
  return (
    <>
      <Heading level={1}>{name}</Heading>
      <Text tone="soft">
        {first && `${formatDate(first.startDate)} compared with ${formatDate(first.endDate)}`}
        {first?.imagery_mode === 'demo' && ' · simulated'}
      </Text>
      <div role="status">
        <Text>
          {runs.length === 0 ? 'All runs of it have been deleted' : batchFinding(runs, areaText)}.
          {isUnderWay &&
            ` ${ended} of ${runs.length} have ended; you may leave this page meanwhile.`}
        </Text>
      </div>
      <BatchActions batch={batch} isUnderWay={isUnderWay} />
      <BatchTable runs={runs} />
    </>
  );
}

function BatchActions({ batch, isUnderWay }: { batch: Batch; isUnderWay: boolean }) {
  const { id, name, is_owner: isOwner, runs } = batch;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isReporting, setIsReporting] = useState(false);
  const stop = useAction({
    act: () => stopBatch(id),
    failure: 'It could not be stopped. Please try again.',
    onDone: (stopped) => queries.setQueryData(batchQuery(id).queryKey, stopped),
  });
  const isAnyDone = runs.some(({ status }) => status === 'done');
  return (
    <div className={utilities.cluster}>
      <Button
        size="sm"
        icon={FileText}
        isDisabled={!isAnyDone}
        onPress={() => setIsReporting(true)}
      >
        Report
      </Button>
      <a className={downloads.file} href={`${batchPath(id)}/areas.csv`} download>
        Table (CSV)
      </a>
      <TextButton
        icon={Link2}
        onPress={() =>
          void copyText(window.location.href, 'Link copied. It opens this table and its results.')
        }
      >
        Copy link
      </TextButton>
      {isOwner && isUnderWay && (
        <TextButton isPending={stop.isPending} onPress={() => stop.mutate()}>
          Stop
        </TextButton>
      )}
      {isOwner && (
        <DeleteButton
          name={name}
          title="Delete these runs?"
          act={() => deleteBatch(id)}
          failure="It could not be deleted. Please try again."
          done="The comparison and its runs were deleted."
          changes={[batchesQuery.queryKey]}
          onDone={() => navigate(runsAddress)}
        >
          “{name}” goes with {runs.length === 1 ? 'its run' : `its ${runs.length} runs`}, their
          pictures and patches. This can't be undone.
        </DeleteButton>
      )}
      {isReporting && (
        <ReportPdfModal
          path={`${batchPath(id)}/report.pdf`}
          title={name}
          locator={null}
          onClose={() => setIsReporting(false)}
        />
      )}
    </div>
  );
}

const statusTexts = {
  queued: 'Waiting',
  running: 'Under way',
  failed: 'Failed: open it to see why',
  cancelled: 'Stopped',
} as const;

const columns: readonly TableColumn<BatchedRun>[] = [
  {
    id: 'name',
    name: 'Area',
    isRowHeader: true,
    render: ({ id, name }) => <Link href={resultAddress(id)}>{name}</Link>,
    compare: (one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }),
  },
  numberColumn('changed', 'Changed', {
    read: (run) => run.changed_hectares,
    render: (hectares) => <AreaSize hectares={hectares} />,
  }),
  numberColumn('share', 'Of what was clear', {
    read: ({ changed_hectares: changed, clear_hectares: clear }) =>
      changed === null || !clear ? null : changed / clear,
    render: formatShare,
  }),
  {
    id: 'kinds',
    name: 'Largest kinds',
    render: ({ status, kinds }) =>
      status === 'done'
        ? kinds
            .slice(0, 2)
            .map(({ kind }) => patchName(kind))
            .join(', ') || 'No change found'
        : statusTexts[status],
  },
  numberColumn('patches', 'Patches', {
    read: (run) => run.patch_count,
    render: (count) => count.toLocaleString('en-US'),
  }),
  numberColumn('clear', 'Clear', { read: (run) => run.clear_share, render: formatShare }),
  numberColumn('area', 'Size', {
    read: (run) => run.area_hectares,
    render: (hectares) => <AreaSize hectares={hectares} />,
  }),
];

/** The areas of a batch with what was found. A press on a name opens the area's result. */
function BatchTable({ runs }: { runs: readonly BatchedRun[] }) {
  return <Table label="Compared areas" columns={columns} rows={runs} />;
}
