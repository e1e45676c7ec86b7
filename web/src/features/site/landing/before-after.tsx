import { MoveHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Icon } from '../../../ui/media/icon.tsx';
import afterSmall from '../pictures/after-640.avif';
import after from '../pictures/after-1080.avif';
import beforeSmall from '../pictures/before-640.avif';
import before from '../pictures/before-1080.avif';
import { landing as run } from '../pictures/run.json';
import styles from './before-after.module.css';

const sizes = '(width < 60em) 100vw, 36rem';
const startPercent = 42;
const dateFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const monthOf = (date: string) => dateFormat.format(new Date(date));

/** A result of Habitat Patrol: one place on two dates, with a movable line between them. */
export function BeforeAfter() {
  const [percent, setPercent] = useState(startPercent);
  return (
    <figure className={styles.figure}>
      <div className={styles.frame}>
        <img
          className={styles.picture}
          src={before}
          srcSet={`${beforeSmall} 640w, ${before} 1080w`}
          sizes={sizes}
          width="1080"
          height="799"
          fetchPriority="high"
          alt="Forest and meadows from above, before a fire"
        />
        <img
          className={styles.after}
          style={{ clipPath: `inset(0 0 0 ${percent}%)` }}
          src={after}
          srcSet={`${afterSmall} 640w, ${after} 1080w`}
          sizes={sizes}
          width="1080"
          height="799"
          alt="The same place two years later, the burnt forest outlined"
        />
        <span className={styles.beforeLabel}>Before · {monthOf(run.before)}</span>
        <span className={styles.afterLabel}>After · {monthOf(run.after)}</span>
        <div className={styles.divider} style={{ insetInlineStart: `${percent}%` }}>
          <span className={styles.knob}>
            <Icon of={MoveHorizontal} size="sm" />
          </span>
        </div>
        <input
          className={styles.range}
          type="range"
          min="0"
          max="100"
          value={percent}
          aria-label="Compare before and after"
          aria-valuetext={`${percent} % of the picture shows before`}
          onChange={(event) => setPercent(event.target.valueAsNumber)}
        />
      </div>
      <figcaption className={styles.caption}>
        <span className={styles.changed}>{run.changedHectares} hectares changed</span>
        <span>A result of Habitat Patrol on simulated imagery</span>
      </figcaption>
    </figure>
  );
}
