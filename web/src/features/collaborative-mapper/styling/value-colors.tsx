import type { ColorByValues } from '@refugia/contract/collaborative-mapper/drawn-style.ts';
import type { LayerValues } from '@refugia/contract/collaborative-mapper/layer-values.ts';
import { useOnChange } from '../../../lib/use-on-change.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { SideNote } from '../../../ui/style/typography.tsx';
import { ColorField } from './color-field.tsx';
import { valueText } from './legend-entries.ts';
import { type PaletteId, paletteColors, palettes } from './ramps.ts';
import styles from './styling.module.css';

interface ValueColorsProps {
  present: LayerValues;
  colorBy: ColorByValues;
  onChange: (colorBy: ColorByValues) => void;
}

/** The largest number of values that get a colour unasked. Nobody tells more colours apart. */
const mostUnasked = 12;

/** The colours of an attribute's commonest values in the layer. */
export function ValueColors({ present, colorBy, onChange }: ValueColorsProps) {
  const { attribute, colors } = colorBy;
  const { values, distinct } = present;
  const paint = (
    palette: PaletteId,
    painted: readonly { value: (typeof colors)[0]['value'] }[],
  ) => {
    const next = paletteColors(palette, painted.length);
    onChange({
      attribute,
      colors: painted.map(({ value }, index) => ({ value, color: next[index] })),
    });
  };
  useOnChange(present, () => {
    if (colors.length === 0) paint('okabe-ito', values.slice(0, mostUnasked));
  });
  const counts = new Map(values.map(({ value, count }) => [value, count]));
  const others = distinct - colors.length;
  return (
    <>
      <Select
        label="Colors of values"
        placeholder="Your own"
        options={palettes.map(({ id, label }) => ({ id, label }))}
        value={palettes.find(({ id }) => isPainted(colors, id))?.id ?? null}
        onChange={(palette) => paint(palette, colors)}
      />
      <ul className={styles.values} aria-label="Values">
        {colors.map((entry) => (
          <li key={JSON.stringify(entry.value)}>
            <ColorField
              label={valueText(entry.value)}
              note={counts.get(entry.value)?.toLocaleString('en-US')}
              value={entry.color}
              onChange={(color) =>
                onChange({
                  attribute,
                  colors: colors.map((each) => (each === entry ? { ...each, color } : each)),
                })
              }
            />
          </li>
        ))}
      </ul>
      {others > 0 && (
        <div className={styles.aside}>
          <SideNote>
            {others === 1
              ? 'One more value has'
              : `${others.toLocaleString('en-US')} more values have`}{' '}
            the color of other values.
          </SideNote>
          {values.length > colors.length && (
            <Button kind="text" size="sm" onPress={() => paint('okabe-ito', values)}>
              {values.length === distinct
                ? 'Color all of them'
                : `Color the ${values.length} commonest`}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

function isPainted(colors: ColorByValues['colors'], palette: PaletteId): boolean {
  const painted = paletteColors(palette, colors.length);
  return colors.every(({ color }, index) => color === painted[index]);
}
