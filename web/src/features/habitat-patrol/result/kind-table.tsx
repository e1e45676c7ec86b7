import type { AnalysisResult } from '@refugia/contract/habitat-patrol.ts';
import { changePalette, hexColour } from '@refugia/engine/render/change-palette.ts';
import { formatHectares, formatShare } from '../format.ts';
import { KindSwatch } from './kind-swatch.tsx';
import styles from './kind-table.module.css';

/**
 * Change by its kind, the largest first; a bar stands for each kind's share of all change, in the
 * colour that the kind has on the map, where that tells kinds apart.
 */
export function KindTable({ result }: { result: AnalysisResult }) {
  const { kinds_on_map, statistics } = result;
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>By kind of change</caption>
      <thead>
        <tr>
          <th scope="col">Kind</th>
          <th scope="col">Patches</th>
          <th scope="col">Area</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {statistics.kinds.map(({ kind, hectares, share, patch_count }) => (
          <tr key={kind}>
            <th scope="row">
              <span className={styles.kind}>
                {kinds_on_map && <KindSwatch of={kind} />}
                {changePalette[kind].name}
              </span>
              <span className={styles.rail} aria-hidden="true">
                <span
                  className={styles.bar}
                  style={{
                    inlineSize: `${share * 100}%`,
                    ...(kinds_on_map && { backgroundColor: hexColour(changePalette[kind].colour) }),
                  }}
                />
              </span>
            </th>
            <td>{patch_count}</td>
            <td>{formatHectares(hectares)}</td>
            <td>{formatShare(share)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
