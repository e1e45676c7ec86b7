import { PatrolDrawing } from '../../../ui/media/app-drawings.tsx';
import styles from './beta-drawing.module.css';

/** A drawing of a new tool with comments of two testers. Screen readers skip it. */
export function BetaDrawing() {
  return (
    <div className={styles.drawing} aria-hidden="true">
      <div className={styles.screen}>
        <div className={styles.bar}>
          <span />
          <span />
          <span />
        </div>
        <PatrolDrawing />
      </div>
      <p className={styles.first}>That clearing is the burn of 2019. It found it!</p>
      <p className={styles.second}>Could the legend say hectares?</p>
    </div>
  );
}
