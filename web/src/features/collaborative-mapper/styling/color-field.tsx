import { useId } from 'react';
import styles from './styling.module.css';

interface ColorFieldProps {
  label: string;
  /** The colour as `#rrggbb`. */
  value: string;
  onChange: (value: string) => void;
  note?: string;
}

/** A colour, chosen by the browser's own picker. */
export function ColorField({ label, value, onChange, note }: ColorFieldProps) {
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
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </div>
  );
}
