import type { ZoneStatistics } from '@refugia/contract/value-mapper/zones.ts';
import { useMemo } from 'react';
import { TextButton } from '../../../ui/actions/button.tsx';
import { AreaSize } from '../../../ui/data/area-size.tsx';
import { significantText } from '../../../ui/data/number-text.ts';
import { Table, type TableColumn } from '../../../ui/data/table.tsx';
import styles from './numbers.module.css';

type Entry = ZoneStatistics & { readonly id: number };

const rowsPerPage = 10;
const none = '–';

/** Puts larger numbers first when sorted downwards, and those that are missing last. */
const byNumber = (read: (entry: Entry) => number | null) => (one: Entry, other: Entry) =>
  (read(one) ?? Number.NEGATIVE_INFINITY) - (read(other) ?? Number.NEGATIVE_INFINITY);

function numbers(id: keyof Entry & string, name: string): TableColumn<Entry> {
  const read = (entry: Entry) => entry[id] as number | null;
  return {
    id,
    name,
    align: 'end',
    render: (entry) => {
      const value = read(entry);
      return value === null ? none : significantText(value);
    },
    compare: byNumber(read),
  };
}

function areas(id: 'hectares' | 'hectares_above', name: string): TableColumn<Entry> {
  return {
    id,
    name,
    align: 'end',
    render: (entry) => <AreaSize hectares={entry[id]} />,
    compare: byNumber((entry) => entry[id]),
  };
}

interface ZoneTableProps {
  statistics: readonly ZoneStatistics[];
  threshold: string;
  onShow: (number: number) => void;
}

/** What a raster holds in each zone. A press on a zone's name shows it on the map. */
export function ZoneTable({ statistics, threshold, onShow }: ZoneTableProps) {
  const rows = useMemo(
    () => statistics.map((zone): Entry => ({ ...zone, id: zone.number })),
    [statistics],
  );
  const columns: TableColumn<Entry>[] = [
    {
      id: 'name',
      name: 'Zone',
      isRowHeader: true,
      render: ({ number, name }) => <TextButton onPress={() => onShow(number)}>{name}</TextButton>,
      compare: (one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }),
    },
    areas('hectares_above', `At ${threshold} or more`),
    {
      id: 'share_above',
      name: 'Share',
      align: 'end',
      render: ({ share_above: share }) => (share === null ? none : `${Math.round(100 * share)} %`),
      compare: byNumber(({ share_above }) => share_above),
    },
    numbers('mean', 'Mean'),
    numbers('minimum', 'Smallest'),
    numbers('maximum', 'Largest'),
    areas('hectares', 'Area'),
  ];
  return (
    <div className={styles.table}>
      <Table label="Values in zones" columns={columns} rows={rows} pageSize={rowsPerPage} />
    </div>
  );
}
