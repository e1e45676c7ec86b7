import { type DivergingPalette, palettes, turnedPalette } from '@refugia/engine/valuation/index.ts';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { directionOf, usualDirection } from '../state/palettes.ts';
import styles from './data-section.module.css';
import { ValueLegend } from './layer-legend.tsx';

const options = palettes.map(({ name }) => ({ id: name, label: name }));

interface PaletteChoiceProps {
  palette: DivergingPalette;
  onChange: (palette: DivergingPalette) => void;
}

/** The choice of the colours of values, with their legend. */
export function PaletteChoice({ palette, onChange }: PaletteChoiceProps) {
  const { name, isTurned } = directionOf(palette);
  return (
    <div className={styles.layers}>
      <Select
        label="Color palette"
        options={options}
        value={name ?? null}
        placeholder="Colors of its own"
        onChange={(next) => {
          const chosen = palettes.find((each) => each.name === next);
          if (chosen) onChange(usualDirection(chosen));
        }}
      />
      <Checkbox isSelected={isTurned} onChange={() => onChange(turnedPalette(palette))}>
        Turn the colors round
      </Checkbox>
      <ValueLegend palette={palette} />
    </div>
  );
}
