import { useId } from 'react';
import styles from './layers.module.css';

interface ColourFieldProps {
  label: string;
  /** The colour as `#rrggbb`. */
  value: string;
  onChange: (value: string) => void;
}

/** A colour, chosen by the browser's own picker. */
export function ColourField({ label, value, onChange }: ColourFieldProps) {
  const id = useId();
  return (
    <div className={styles.row}>
      <input
        id={id}
        className={styles.colour}
        type="color"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <label className={styles.name} htmlFor={id}>
        {label}
      </label>
    </div>
  );
}
