import { useId, useState } from 'react';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { rampColors, rampGroups } from './ramps.ts';
import styles from './styling.module.css';

interface RampChoiceProps {
  /** The lowest class first. */
  colors: readonly string[];
  onChange: (colors: string[]) => void;
}

/** A choice among ramps of colours, in either direction. */
export function RampChoice({ colors, onChange }: RampChoiceProps) {
  const group = useId();
  const [isReversed, setReversed] = useState(() => isRamp(colors.toReversed()));
  return (
    <fieldset className={styles.ramps}>
      <legend className={styles.caption}>Color ramp</legend>
      <div className={styles.rampGrid}>
        {rampGroups.flatMap(({ names, note }) =>
          names.map((name) => {
            const ramp = rampColors(name, colors.length);
            if (isReversed) ramp.reverse();
            return (
              <label key={name} className={styles.ramp} title={`${name}${note}`}>
                <input
                  type="radio"
                  name={group}
                  aria-label={`${name}${note}`}
                  checked={isSame(ramp, colors)}
                  onChange={() => onChange(ramp)}
                />
                <span className={styles.strip} aria-hidden="true">
                  {ramp.map((color) => (
                    <span key={color} style={{ background: color }} />
                  ))}
                </span>
              </label>
            );
          }),
        )}
      </div>
      <Text number={3} tone="faint">
        Ramps by Cynthia Brewer, colorbrewer.org
      </Text>
      <Checkbox
        isSelected={isReversed}
        onChange={(reverse) => {
          setReversed(reverse);
          onChange(colors.toReversed());
        }}
      >
        Reverse
      </Checkbox>
    </fieldset>
  );
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((color, index) => color === other[index]);
}

function isRamp(colors: readonly string[]): boolean {
  return rampGroups.some(({ names }) =>
    names.some((name) => isSame(rampColors(name, colors.length), colors)),
  );
}
