import { classNames } from '../style/class-names.ts';
import { PartHeading, SideNote } from '../style/typography.tsx';
import styles from './timeline.module.css';

export interface Milestone {
  when: string;
  title: string;
  text: string;
  /** Whether it lies in the future. Default false. */
  isAhead?: boolean;
}

/** Milestones along a line, horizontal on a wide screen and vertical on a narrow one. */
export function Timeline({ milestones }: { milestones: readonly Milestone[] }) {
  return (
    <ol className={styles.timeline}>
      {milestones.map(({ when, title, text, isAhead = false }) => (
        <li key={when} className={classNames(styles.milestone, isAhead && styles.ahead)}>
          <SideNote>{when}</SideNote>
          <PartHeading level={3}>{title}</PartHeading>
          <SideNote number={2}>{text}</SideNote>
        </li>
      ))}
    </ol>
  );
}
