import type { ChangeKind, Severity } from '@refugia/contract/habitat-patrol/run-kinds.ts';
import type { RunResult } from '@refugia/contract/habitat-patrol/runs.ts';
import { changePalette } from '@refugia/engine/render/change-palette.ts';
import { AreaSize } from '../../../ui/data/area-size.tsx';
import { classNames } from '../../../ui/style/class-names.ts';
import { formatShare } from '../format.ts';
import views from '../views.module.css';
import legend from './change-legend.module.css';
import { KindSwatch, shareNames } from './change-legend.tsx';
import styles from './kind-table.module.css';

interface ResultProps {
  result: RunResult;
}

/**
 * Change by its kind, the largest first, in the colours of the map if it distinguishes kinds.
 * Without change there is no table.
 */
export function KindTable({ result: { kinds_on_map, statistics } }: ResultProps) {
  if (statistics.kinds.length === 0) return null;
  return (
    <ClassTable
      caption="By kind of change"
      heads={['Kind', 'Patches']}
      rows={statistics.kinds.map(({ kind, ...figures }) => ({ of: kind, ...figures }))}
      isColoured={kinds_on_map === true}
      areaHectares={statistics.area_hectares}
    />
  );
}

/**
 * Change by burn severity, which each pixel has, in the colours of the map. Results without
 * severities have no table.
 */
export function SeverityTable({ result: { statistics } }: ResultProps) {
  if (!statistics.severities) return null;
  return (
    <ClassTable
      caption="By severity (dNBR classes of Key & Benson 2006, from moderate on)"
      heads={['Severity']}
      rows={statistics.severities.map(({ severity, hectares }) => ({ of: severity, hectares }))}
      isColoured
      areaHectares={statistics.area_hectares}
    />
  );
}

interface ClassTableProps {
  caption: string;
  heads: readonly string[];
  rows: readonly { of: ChangeKind | Severity; hectares: number; patch_count?: number }[];
  isColoured: boolean;
  areaHectares: number;
}

function ClassTable({ caption, heads, rows, isColoured, areaHectares }: ClassTableProps) {
  return (
    <table className={classNames(views.table, styles.kinds)}>
      <caption className={styles.caption}>{caption}</caption>
      <thead>
        <tr>
          {[...heads, 'Area', shareNames.ofArea].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ of, hectares, patch_count }) => (
          <tr key={of}>
            <th scope="row">
              <span className={legend.kind}>
                {isColoured && <KindSwatch of={of} />}
                {changePalette[of].name}
              </span>
            </th>
            {patch_count !== undefined && <td>{patch_count}</td>}
            <td>
              <AreaSize hectares={hectares} />
            </td>
            <td>{formatShare(hectares / areaHectares)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
