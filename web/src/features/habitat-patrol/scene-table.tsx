import type { AnalysisResult } from '@refugia/contract/habitat-patrol.ts';
import { formatDate, formatShare } from './format.ts';
import styles from './views.module.css';

/** The scenes that the pictures were put together from. */
export function SceneTable({ scenes }: { scenes: AnalysisResult['scenes'] }) {
  return (
    <table className={styles.scenes}>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">For</th>
          <th scope="col">Clouds</th>
          <th scope="col">Used</th>
        </tr>
      </thead>
      <tbody>
        {scenes.map(({ id, role, date, cloud_share, share_used }) => (
          <tr key={`${role}-${id}`} title={id}>
            <td>{formatDate(date)}</td>
            <td>{role}</td>
            <td>{formatShare(cloud_share)}</td>
            <td>{formatShare(share_used)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
