import {
  type PointIcon,
  pointIcons,
} from '@refugia/contract/collaborative-mapper/style-choices.ts';
import { useId } from 'react';
import { PointIconGlyph } from './point-icons.tsx';
import styles from './styling.module.css';

interface IconChoiceProps {
  value: PointIcon | undefined;
  onChange: (icon: PointIcon | undefined) => void;
}

/** A choice of the icon that points have, or of none. */
export function IconChoice({ value, onChange }: IconChoiceProps) {
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
