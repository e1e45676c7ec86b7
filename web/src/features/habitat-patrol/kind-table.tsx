import type { AnalysisResult } from '@refugia/contract/habitat-patrol.ts';
import { formatHectares, formatShare } from './format.ts';
import { kindNames } from './kind-names.ts';
import styles from './kind-table.module.css';

/** Change by its kind, the largest first; a bar stands for each kind's share of all change. */
export function KindTable({ kinds }: { kinds: AnalysisResult['statistics']['kinds'] }) {
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
        {kinds.map(({ kind, hectares, share, patch_count }) => (
          <tr key={kind}>
            <th scope="row">
              {kindNames[kind]}
              <span className={styles.rail} aria-hidden="true">
                <span className={styles.bar} style={{ inlineSize: `${share * 100}%` }} />
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
