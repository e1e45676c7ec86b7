import { conditionsFor } from '@refugia/contract/collaborative-mapper/feature-filter.ts';
import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { firstEnabled, useLanding } from '../../../lib/use-landing.ts';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { PanelSection } from '../../../ui/layout/panel.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { featuresText } from '../state/features.ts';
import type { Field } from '../state/layer-fields.ts';
import { useShownLayers } from '../workspace/lists.ts';
import { useFilteredCount, useMapFilter } from '../workspace/map-filter.ts';
import { conditionWords } from './conditions.ts';
import styles from './table.module.css';

/** The conditions of a layer. A press removes one. */
export function FilterChips({ layerId, fields }: { layerId: string; fields: readonly Field[] }) {
  const { filter, remove } = useMapFilter();
  const list = useRef<HTMLUListElement>(null);
  useLanding(list, firstEnabled);
  return (
    <ul className={styles.chips} ref={list} aria-label="Conditions">
      {conditionsFor(filter, layerId).map((condition) => {
        const words = conditionWords(condition, fields);
        return (
          <li key={words}>
            <PanelButton
              icon={X}
              aria-label={`Remove the condition: ${words}`}
              onPress={() => remove(condition)}
            >
              {words}
            </PanelButton>
          </li>
        );
      })}
    </ul>
  );
}

/** The filter of the open map: for each layer with conditions, how many of its features are shown. */
export function FilterBar() {
  const { filter } = useMapFilter();
  const layers = useShownLayers();
  return [...new Set(filter.map(({ layerId }) => layerId))].map((id) => {
    const layer = layers.find((each) => each.id === id);
    if (!layer) return null;
    return (
      <PanelSection key={id}>
        <Text number={2} as="span">
          Filter of {layer.dataset}: <FilteredCount layer={layer} />
        </Text>
        <FilterChips layerId={id} fields={layer.fields} />
      </PanelSection>
    );
  });
}

function FilteredCount({ layer }: { layer: VectorLayer }) {
  const count = useFilteredCount(layer.id);
  return <span role="status">{countText(count, layer.feature_count)}</span>;
}

/** How many features are left by a filter, such as `12 of 340 features`. Null while a number is unknown. */
export function countText(count: number | null, total: number): string {
  if (count === null) return '';
  const all = featuresText(total);
  return count === total ? all : `${count.toLocaleString('en-US')} of ${all}`;
}
