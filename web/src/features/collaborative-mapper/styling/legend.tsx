import { classNames } from '../../../ui/style/class-names.ts';
import type { LegendEntry } from './legend-entries.ts';
import { PointIconGlyph } from './point-icons.tsx';
import styles from './styling.module.css';

export function Legend({ label, entries }: { label: string; entries: readonly LegendEntry[] }) {
  return (
    <ul className={styles.legend} aria-label={label}>
      {entries.map((entry) => (
        <li key={entry.label}>
          <Swatch {...entry} />
          {entry.label}
        </li>
      ))}
    </ul>
  );
}

/** A patch of a colour, or the icon of points in this colour. */
export function Swatch({ color, icon, isDashed = false }: Omit<LegendEntry, 'label'>) {
  if (icon !== undefined) return <PointIconGlyph icon={icon} color={color} />;
  return (
    <span
      className={classNames(styles.swatch, isDashed && styles.dashed)}
      style={isDashed ? { borderColor: color } : { background: color }}
    />
  );
}
