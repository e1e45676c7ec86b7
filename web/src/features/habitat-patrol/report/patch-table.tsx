import type { PatchPage } from '@refugia/contract/habitat-patrol/run-patches.ts';
import type { AnalysisResult } from '@refugia/contract/habitat-patrol/runs.ts';
import { patchName } from '@refugia/engine/render/change-palette.ts';
import { AreaSize } from '../../../ui/data/area-size.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { formatPlace } from '../format.ts';
import { tellsClasses } from '../result/change-classes.ts';
import { KindSwatch } from '../result/kind-swatch.tsx';
import styles from './report.module.css';

/** The largest patches as rows of a printed table, each with a place to go to. */
export function PatchTable({ result, page }: { result: AnalysisResult; page: PatchPage }) {
  const { patches } = page;
  const count = result.statistics.patch_count;
  return (
    <>
      <table className={styles.patches}>
        <thead>
          <tr>
            <th scope="col">No.</th>
            <th scope="col">Kind</th>
            <th scope="col">Area</th>
            <th scope="col">A point in it</th>
          </tr>
        </thead>
        <tbody>
          {patches.map(({ id, kind, severity, hectares, centroid: [longitude, latitude] }) => (
            <tr key={id}>
              <th scope="row">{id}</th>
              <td>
                <span className={styles.kind}>
                  {tellsClasses(result) && <KindSwatch of={severity ?? kind} />}
                  {patchName(kind, severity)}
                </span>
              </td>
              <td>
                <AreaSize hectares={hectares} />
              </td>
              <td>{formatPlace(longitude, latitude)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {patches.length < count && (
        <Text number={3} tone="soft">
          The largest {patches.length} of {count.toLocaleString('en-US')}. The downloads of the
          result hold the others.
        </Text>
      )}
    </>
  );
}
