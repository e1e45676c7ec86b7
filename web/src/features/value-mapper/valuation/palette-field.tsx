import { namedPalette, palettes } from '@refugia/engine/valuation/index.ts';
import { Select } from '../../../ui/forms/select.tsx';
import { ValueLegend } from '../layers/layer-legend.tsx';
import { useDraft, type ValuationDraft } from './valuation-draft.ts';
import styles from './valuation-panel.module.css';

const options = palettes.map(({ name }) => ({ id: name, label: name }));

/** The choice of the colours of the values. */
export function PaletteField({ draft }: { draft: ValuationDraft }) {
  const palette = useDraft(draft, (settings) => settings.palette);
  return (
    <div className={styles.fields}>
      <Select
        label="Color palette"
        options={options}
        value={namedPalette(palette)?.name ?? null}
        placeholder="Colors of its own"
        onChange={(name) => {
          const chosen = palettes.find((each) => each.name === name);
          if (chosen) draft.set({ ...draft.getState(), palette: chosen });
        }}
      />
      <ValueLegend palette={palette} />
    </div>
  );
}
