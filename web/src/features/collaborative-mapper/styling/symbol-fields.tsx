import { styleDefaults } from '@refugia/contract/collaborative-mapper/drawn-style.ts';
import type { LayerStyle } from '@refugia/contract/collaborative-mapper/layer-style.ts';
import {
  type PointIcon,
  pointIcons,
} from '@refugia/contract/collaborative-mapper/style-choices.ts';
import { limits } from '@refugia/contract/limits.ts';
import { useId } from 'react';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { Slider, SliderRows } from '../../../ui/forms/slider.tsx';
import { PointIconGlyph } from './point-icons.tsx';
import styles from './styling.module.css';

const { minLineWidth, maxLineWidth } = limits.collaborativeMapper.style;

const dashes = [
  { id: 'solid', label: 'Solid' },
  { id: 'dashed', label: 'Dashed' },
  { id: 'dotted', label: 'Dotted' },
] as const;

const percent = (share: number) => `${Math.round(share * 100)} %`;
export const pixels = (size: number) => `${size} px`;

interface SymbolFieldsProps {
  style: LayerStyle;
  onChange: (change: Partial<LayerStyle>) => void;
}

/** The widths, opacities, dashes, icon and clusters of a layer. */
export function SymbolFields({ style, onChange }: SymbolFieldsProps) {
  const share = { minValue: 0, maxValue: 1, step: 0.05, format: percent, isRow: true };
  return (
    <>
      <SliderRows>
        <Slider
          label="Line width"
          isRow
          minValue={minLineWidth}
          maxValue={maxLineWidth}
          step={0.5}
          format={pixels}
          value={style.line_width ?? styleDefaults.line_width}
          onChange={(line_width) => onChange({ line_width })}
        />
        <Slider
          label="Line opacity"
          {...share}
          value={style.line_opacity ?? styleDefaults.line_opacity}
          onChange={(line_opacity) => onChange({ line_opacity })}
        />
        <Slider
          label="Fill opacity"
          {...share}
          value={style.fill_opacity ?? styleDefaults.fill_opacity}
          onChange={(fill_opacity) => onChange({ fill_opacity })}
        />
      </SliderRows>
      <Select
        label="Lines and outlines"
        options={dashes}
        value={style.line_dash ?? styleDefaults.line_dash}
        onChange={(line_dash) => onChange({ line_dash })}
      />
      <IconChoice value={style.icon} onChange={(icon) => onChange({ icon })} />
      <Checkbox
        isSelected={style.clusters ?? styleDefaults.clusters}
        onChange={(clusters) => onChange({ clusters })}
      >
        Count points that are close to each other
      </Checkbox>
    </>
  );
}

interface IconChoiceProps {
  value: PointIcon | undefined;
  onChange: (icon: PointIcon | undefined) => void;
}

function IconChoice({ value, onChange }: IconChoiceProps) {
  const group = useId();
  return (
    <fieldset className={styles.ramps}>
      <legend className={styles.caption}>Icon of points</legend>
      <div className={styles.iconGrid}>
        {[undefined, ...pointIcons].map((icon) => {
          const label = icon === undefined ? 'None' : icon.replace(/-|\d/g, ' ').trim();
          return (
            <label key={label} className={styles.ramp} title={label}>
              <input
                type="radio"
                name={group}
                aria-label={label}
                checked={icon === value}
                onChange={() => onChange(icon)}
              />
              <span className={styles.iconTile} aria-hidden="true">
                {icon !== undefined && <PointIconGlyph icon={icon} />}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
