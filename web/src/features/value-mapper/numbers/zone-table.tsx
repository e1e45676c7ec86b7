import type { ZoneStatistics } from '@refugia/contract/value-mapper/zones.ts';
import { useMemo } from 'react';
import { TextButton } from '../../../ui/actions/button.tsx';
import { AreaSize } from '../../../ui/data/area-size.tsx';
import { significantText } from '../../../ui/data/number-text.ts';
import { numberColumn, Table, type TableColumn } from '../../../ui/data/table.tsx';
import styles from './numbers.module.css';

type Entry = ZoneStatistics & { readonly id: number };

const rowsPerPage = 10;

const areaSize = (hectares: number) => <AreaSize hectares={hectares} />;

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
    numberColumn('hectares_above', `At ${threshold} or more`, {
      read: (zone) => zone.hectares_above,
      render: areaSize,
    }),
    numberColumn('share_above', 'Share', {
      read: (zone) => zone.share_above,
      render: (share) => `${Math.round(100 * share)} %`,
    }),
    numberColumn('mean', 'Mean', { read: (zone) => zone.mean, render: significantText }),
    numberColumn('minimum', 'Smallest', { read: (zone) => zone.minimum, render: significantText }),
    numberColumn('maximum', 'Largest', { read: (zone) => zone.maximum, render: significantText }),
    numberColumn('hectares', 'Area', { read: (zone) => zone.hectares, render: areaSize }),
  ];
  return (
    <div className={styles.table}>
      <Table label="Values in zones" columns={columns} rows={rows} pageSize={rowsPerPage} />
    </div>
  );
}
