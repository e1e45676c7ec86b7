import type { LegendEntry } from './layer-colours.ts';
import styles from './layers.module.css';

interface LegendProps {
  /** Describes to screen readers what has these colours. */
  label: string;
  entries: readonly LegendEntry[];
}

/** A legend of colours on the map. */
export function Legend({ label, entries }: LegendProps) {
  return (
    <ul className={styles.legend} aria-label={label}>
      {entries.map((entry) => (
        <li key={entry.label}>
          <span className={styles.swatch} style={{ background: entry.color }} />
          {entry.label}
        </li>
      ))}
    </ul>
  );
}
