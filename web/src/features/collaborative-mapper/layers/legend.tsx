import type { LayerStyle } from '@refugia/contract/collaborative-mapper/operations.ts';
import { legendOf } from './layer-colours.ts';
import styles from './layers.module.css';

/** The legend of a layer's colours. */
export function Legend({ style }: { style: LayerStyle }) {
  return (
    <ul className={styles.legend} aria-label="Legend">
      {legendOf(style).map(({ label, color }) => (
        <li key={label}>
          <span className={styles.swatch} style={{ background: color }} />
          {label}
        </li>
      ))}
    </ul>
  );
}
