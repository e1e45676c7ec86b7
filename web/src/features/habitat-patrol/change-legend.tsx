import { changedColour, unobservedColour } from '@refugia/engine/render/change-colours.ts';
import styles from './views.module.css';

const css = ([red, green, blue, alpha]: readonly [number, number, number, number]) =>
  `rgb(${red} ${green} ${blue} / ${alpha / 255})`;

/** What the change layer's colours mean; the colours are the renderer's own. */
export function ChangeLegend() {
  return (
    <ul className={styles.legend} aria-label="Legend of the change image">
      <li>
        <span
          className={styles.key}
          style={{ backgroundImage: `linear-gradient(${css(changedColour)} 0 100%)` }}
        />
        Changed
      </li>
      <li>
        <span
          className={styles.key}
          style={{
            backgroundImage: `repeating-linear-gradient(135deg, ${css(unobservedColour)} 0 2px, transparent 2px 6px)`,
          }}
        />
        Not observed (cloud or shadow on one date)
      </li>
      <li>
        <span className={styles.key} />
        Unchanged
      </li>
    </ul>
  );
}
