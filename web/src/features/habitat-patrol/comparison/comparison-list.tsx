import type {
  ComparedRunPatch,
  RunComparison,
} from '@refugia/contract/habitat-patrol/run-comparison.ts';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useAreaTexts } from '../../../lib/area-units.ts';
import { TextButton } from '../../../ui/actions/button.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { PanelSection } from '../../../ui/layout/panel.tsx';
import { SideNote, Text } from '../../../ui/style/typography.tsx';
import { patchAddress } from '../address/run-addresses.ts';
import { patchesText } from '../result/change-legend.tsx';
import rows from '../result/patch-list.module.css';
import { PatchFacts } from '../result/patch-list.tsx';
import styles from './comparison.module.css';
import { type Fate, fates } from './fates.ts';

/** A patch of the lists: its run and its number there. */
export interface ChosenPatch {
  readonly run: string;
  readonly id: number;
}

interface ComparisonListProps {
  fate: Fate;
  comparison: RunComparison;
  chosen: ChosenPatch | null;
  onChoose: (patch: ComparedRunPatch) => void;
}

const patchesPerStep = 20;

/** The patches with one fate, the largest first. A press shows one on the map. */
export function ComparisonList({ fate, comparison, chosen, onChoose }: ComparisonListProps) {
  const [shown, setShown] = useState(patchesPerStep);
  const areaText = useAreaTexts();
  const { totals } = comparison;
  const { patches: count, hectares } = totals[fate];
  const patches = comparison[fate];
  const { name, where } = fates[fate];
  return (
    <PanelSection title={`${name}: ${count === 0 ? 'none' : areaText(hectares)}`}>
      <SideNote>
        <FateSwatch fate={fate} /> {where}
        {count > 0 && ` · ${patchesText(count)}`}
        {fate === 'same' &&
          count > 0 &&
          ` · ${areaText(totals.same_earlier.hectares)} before, ${areaText(totals.shared_hectares)} of it in both`}
      </SideNote>
      {count > 0 && (
        <ol className={rows.list} aria-label={`Patches: ${name}`}>
          {patches.slice(0, shown).map((patch) => {
            const isChosen = chosen?.run === patch.run && chosen.id === patch.id;
            return (
              <li key={`${patch.run}-${patch.id}`}>
                <AriaButton
                  className={rows.patch}
                  aria-pressed={isChosen}
                  onPress={() => onChoose(patch)}
                >
                  <FateSwatch fate={fate} />
                  <PatchFacts patch={patch} />
                </AriaButton>
                {isChosen && (
                  <div className={styles.chosen}>
                    <Text number={3}>
                      {patch.matches.length > 0 &&
                        `${areaText(patch.shared_hectares)} of it changed before, too. `}
                      <Link href={patchAddress(patch.run, patch.id)}>Open patch {patch.id}</Link>
                    </Text>
                  </div>
                )}
              </li>
            );
          })}
        </ol>
      )}
      {shown < patches.length && (
        <TextButton onPress={() => setShown(shown + patchesPerStep)}>
          Show more of {count.toLocaleString('en-US')}
        </TextButton>
      )}
      {shown >= patches.length && patches.length < count && (
        <SideNote>
          These are the {patches.length.toLocaleString('en-US')} largest. The download has all.
        </SideNote>
      )}
    </PanelSection>
  );
}

function FateSwatch({ fate }: { fate: Fate }) {
  return (
    <span
      className={styles.swatch}
      data-fate={fate}
      style={{ color: fates[fate].colour }}
      aria-hidden="true"
    />
  );
}
