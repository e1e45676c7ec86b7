import type { BatchedRun } from '@refugia/contract/habitat-patrol/batches.ts';
import { formatShare } from '@refugia/contract/share-text.ts';
import { patchName } from '@refugia/engine/render/change-palette.ts';
import { Link } from '../../../ui/actions/link.tsx';
import { AreaSize } from '../../../ui/data/area-size.tsx';
import { Table, type TableColumn } from '../../../ui/data/table.tsx';
import { resultAddress } from '../address/run-addresses.ts';

const statusTexts = {
  queued: 'Waiting',
  running: 'Under way',
  failed: 'Failed: open it to see why',
  cancelled: 'Stopped',
} as const;

/** A column of numbers, with larger ones first when sorted downwards and missing ones last. */
function numbers(
  id: string,
  name: string,
  {
    read,
    render,
  }: { read: (run: BatchedRun) => number | null; render: (value: number) => React.ReactNode },
): TableColumn<BatchedRun> {
  const order = (run: BatchedRun) => read(run) ?? Number.NEGATIVE_INFINITY;
  return {
    id,
    name,
    align: 'end',
    render: (run) => {
      const value = read(run);
      return value === null ? '–' : render(value);
    },
    compare: (one, other) => order(one) - order(other),
  };
}

const columns: readonly TableColumn<BatchedRun>[] = [
  {
    id: 'name',
    name: 'Area',
    isRowHeader: true,
    render: ({ id, name }) => <Link href={resultAddress(id)}>{name}</Link>,
    compare: (one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }),
  },
  numbers('changed', 'Changed', {
    read: (run) => run.changed_hectares,
    render: (hectares) => <AreaSize hectares={hectares} />,
  }),
  numbers('share', 'Of what was clear', {
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
  numbers('patches', 'Patches', {
    read: (run) => run.patch_count,
    render: (count) => count.toLocaleString('en-US'),
  }),
  numbers('clear', 'Clear', { read: (run) => run.clear_share, render: formatShare }),
  numbers('area', 'Size', {
    read: (run) => run.area_hectares,
    render: (hectares) => <AreaSize hectares={hectares} />,
  }),
];

/** The areas of a batch with what was found. A press on a name opens the area's result. */
export function BatchTable({ runs }: { runs: readonly BatchedRun[] }) {
  return <Table label="Compared areas" columns={columns} rows={runs} />;
}
