import type { AnalysisResult } from '@refugia/contract/habitat-patrol/runs.ts';
import { changePalette } from '@refugia/engine/render/change-palette.ts';
import { AreaSize } from '../../../ui/data/area-size.tsx';
import { formatShare } from '../format.ts';
import { KindSwatch, shareNames } from './change-legend.tsx';
import styles from './kind-table.module.css';

/**
 * Change by its kind, the largest first. Colours are those of the map, if it distinguishes kinds.
 * Shares are those of the area. Without change there is no table.
 */
export function KindTable({ result }: { result: AnalysisResult }) {
  const { kinds_on_map, statistics } = result;
  if (statistics.kinds.length === 0) return null;
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>By kind of change</caption>
      <thead>
        <tr>
          <th scope="col">Kind</th>
          <th scope="col">Patches</th>
          <th scope="col">Area</th>
          <th scope="col">{shareNames.ofArea}</th>
        </tr>
      </thead>
      <tbody>
        {statistics.kinds.map(({ kind, hectares, patch_count }) => (
          <tr key={kind}>
            <th scope="row">
              <span className={styles.kind}>
                {kinds_on_map && <KindSwatch of={kind} />}
                {changePalette[kind].name}
              </span>
            </th>
            <td>{patch_count}</td>
            <td>
              <AreaSize hectares={hectares} />
            </td>
            <td>{formatShare(hectares / statistics.area_hectares)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * Change by burn severity, which is told for each pixel, in the colours of the map. Results without
 * severities have no table.
 */
export function SeverityTable({ result: { statistics } }: { result: AnalysisResult }) {
  if (!statistics.severities) return null;
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>
        By severity (dNBR classes of Key &amp; Benson 2006, from moderate on)
      </caption>
      <thead>
        <tr>
          <th scope="col">Severity</th>
          <th scope="col">Area</th>
          <th scope="col">{shareNames.ofArea}</th>
        </tr>
      </thead>
      <tbody>
        {statistics.severities.map(({ severity, hectares }) => (
          <tr key={severity}>
            <th scope="row">
              <span className={styles.kind}>
                <KindSwatch of={severity} />
                {changePalette[severity].name}
              </span>
            </th>
            <td>
              <AreaSize hectares={hectares} />
            </td>
            <td>{formatShare(hectares / statistics.area_hectares)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
