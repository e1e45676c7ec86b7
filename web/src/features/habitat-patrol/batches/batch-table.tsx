import type { BatchedRun } from '@refugia/contract/habitat-patrol/batches.ts';
import { formatShare } from '@refugia/contract/share-text.ts';
import { patchName } from '@refugia/engine/render/change-palette.ts';
import { Link } from '../../../ui/actions/link.tsx';
import { AreaSize } from '../../../ui/data/area-size.tsx';
import { numberColumn, Table, type TableColumn } from '../../../ui/data/table.tsx';
import { resultAddress } from '../address/run-addresses.ts';

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
export function BatchTable({ runs }: { runs: readonly BatchedRun[] }) {
  return <Table label="Compared areas" columns={columns} rows={runs} />;
}
