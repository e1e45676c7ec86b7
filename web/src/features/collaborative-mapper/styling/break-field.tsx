import { useState } from 'react';
import styles from './styling.module.css';

interface BreakFieldProps {
  /** Says to screen readers which break it is. */
  label: string;
  value: number;
  /** The neighbouring breaks, between which the value stays. */
  above: number;
  below: number;
  onChange: (value: number) => void;
}

/** A break between two classes, as a number that can be typed. */
export function BreakField({ label, value, above, below, onChange }: BreakFieldProps) {
  const [text, setText] = useState(String(value));
  const typed = Number(text);
  const isValid = text.trim() !== '' && typed > above && typed < below;
  const take = () => {
    if (!isValid) setText(String(value));
    else if (typed !== value) onChange(typed);
  };
  return (
    <input
      className={styles.break}
      type="number"
      step="any"
      aria-label={label}
      aria-invalid={!isValid}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
      }}
    />
  );
}
