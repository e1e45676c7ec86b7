import type { AnalysisResult } from '@refugia/contract/habitat-patrol/runs.ts';
import { changePalette } from '@refugia/engine/render/change-palette.ts';
import { changeClasses } from './change-classes.ts';
import styles from './change-legend.module.css';
import { KindSwatch, type LegendClass } from './kind-swatch.tsx';

/** A legend of the change image without controls, for a report. */
export function ChangeLegend({ result }: { result: AnalysisResult }) {
  return (
    <ul className={styles.row} aria-label="Legend of the change image">
      {changeClasses(result).map((name) => (
        <Entry key={name} of={name} name={changePalette[name].name} />
      ))}
      <Entry of="unobserved" name="Not observed (cloud or shadow on one date)" />
      <Entry of="unchanged" name="Unchanged" />
    </ul>
  );
}

function Entry({ of, name }: { of: LegendClass; name: string }) {
  return (
    <li className={styles.entry}>
      <KindSwatch of={of} />
      {name}
    </li>
  );
}
