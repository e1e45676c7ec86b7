import type { RasterClass, ValueRaster } from '@refugia/contract/value-mapper/rasters.ts';
import { hexOfColour } from '@refugia/engine/valuation/index.ts';
import { numberText } from '../../../ui/forms/number-text.ts';
import { Slider } from '../../../ui/forms/slider.tsx';
import { classColour } from '../state/appearance-of.ts';
import { useDraft, type ValuationDraft } from './valuation-draft.ts';
import styles from './valuation-panel.module.css';

/** The inputs of a value for each class of a categorical raster. */
export function ClassTable({ draft, raster }: { draft: ValuationDraft; raster: ValueRaster }) {
  return (
    <ul className={styles.classes} aria-label="Classes">
      {raster.classes.map((each, index) => (
        <li key={each.code} className={styles.class}>
          <span
            className={styles.swatch}
            style={{ background: hexOfColour(classColour(each, index)) }}
          />
          <ClassValue draft={draft} rasterClass={each} />
        </li>
      ))}
    </ul>
  );
}

function ClassValue({ draft, rasterClass }: { draft: ValuationDraft; rasterClass: RasterClass }) {
  const { code, count } = rasterClass;
  const value = useDraft(draft, ({ function: made }) =>
    made.type === 'class' ? (made.values.find((each) => each.code === code)?.value ?? 0) : 0,
  );
  const counted = count === null ? '' : ` (${count.toLocaleString('en-US')} pixels)`;
  return (
    <Slider
      label={`Class ${code}${counted}`}
      value={value}
      onChange={(next) => draft.setClassValue(code, next)}
      minValue={-1}
      maxValue={1}
      step={0.1}
      format={numberText}
    />
  );
}
