import styles from './choice.module.css';
import type { Option } from './list-box.tsx';

/** The text beside a checkbox or radio button of a group. */
export function ChoiceWords({ option }: { option: Option }) {
  return (
    <span className={styles.words}>
      {option.label}
      {option.description !== undefined && (
        <span className={styles.description}>{option.description}</span>
      )}
    </span>
  );
}
