import type {
  AnalysisResult,
  ChangeKind,
  Severity,
} from '@refugia/contract/habitat-patrol/runs.ts';
import { changePalette } from '@refugia/engine/render/change-palette.ts';
import { useId } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { AreaSize } from '../../../ui/data/area-size.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { classNames } from '../../../ui/style/class-names.ts';
import { formatShare } from '../format.ts';
import styles from './change-legend.module.css';
import { KindSwatch, type LegendClass } from './kind-swatch.tsx';
import { shareNames } from './share-names.ts';

interface KindFilterProps {
  result: AnalysisResult;
  hidden: readonly ChangeKind[];
  onChange: (hidden: ChangeKind[]) => void;
}

/**
 * The change image's legend beside the map, with sizes and shares of the area. Kinds of change can
 * be hidden. Severities and the classes without change can't.
 */
export function KindFilter({ result, hidden, onChange }: KindFilterProps) {
  const titleId = useId();
  const { kinds, severities, area_hectares, clear_hectares, changed_hectares } = result.statistics;
  const unobserved = Math.max(0, area_hectares - clear_hectares);
  const unchanged = Math.max(0, clear_hectares - changed_hectares);
  return (
    <section className={styles.filter} aria-labelledby={titleId}>
      <div className={styles.title}>
        <h3 id={titleId}>Change on the map</h3>
        {hidden.length > 0 && (
          <Button kind="text" size="sm" onPress={() => onChange([])}>
            Show all
          </Button>
        )}
        <span className={styles.measures}>Size · {shareNames.ofArea}</span>
      </div>
      <ul className={styles.classes}>
        {result.kinds_on_map
          ? kinds.map(({ kind, hectares, patch_count }) => {
              const isHidden = hidden.includes(kind);
              return (
                <li key={kind} className={classNames(styles.class, isHidden && styles.hidden)}>
                  <span className={styles.name}>
                    <Checkbox
                      isSelected={!isHidden}
                      onChange={(isShown) =>
                        onChange(
                          isShown ? hidden.filter((other) => other !== kind) : [...hidden, kind],
                        )
                      }
                    >
                      <span className={styles.kind}>
                        <KindSwatch of={kind} />
                        <span>
                          {changePalette[kind].name}
                          <span className={styles.patches}>{patchesText(patch_count)}</span>
                        </span>
                      </span>
                    </Checkbox>
                  </span>
                  <Figures hectares={hectares} total={area_hectares} />
                </li>
              );
            })
          : (severities ?? [{ severity: 'changed' as const, hectares: changed_hectares }]).map(
              ({ severity, hectares }) => (
                <Fixed key={severity} of={severity} hectares={hectares} total={area_hectares} />
              ),
            )}
        <Fixed of="unchanged" hectares={unchanged} total={area_hectares} />
        <Fixed of="unobserved" hectares={unobserved} total={area_hectares} />
      </ul>
    </section>
  );
}

function patchesText(count: number): string {
  return count === 1 ? '1 patch' : `${count.toLocaleString('en-US')} patches`;
}

interface FixedProps {
  of: Severity | Extract<LegendClass, 'changed' | 'unchanged' | 'unobserved'>;
  hectares: number;
  total: number;
}

/** A class that can't be hidden. */
function Fixed({ of, hectares, total }: FixedProps) {
  return (
    <li className={classNames(styles.class, styles.fixed)}>
      <span className={classNames(styles.name, styles.kind)}>
        <KindSwatch of={of} />
        {changePalette[of].name}
      </span>
      <Figures hectares={hectares} total={total} />
    </li>
  );
}

function Figures({ hectares, total }: { hectares: number; total: number }) {
  return (
    <>
      <span className={styles.hectares}>
        <AreaSize hectares={hectares} />
      </span>
      <span className={styles.share}>{formatShare(total === 0 ? 0 : hectares / total)}</span>
    </>
  );
}
