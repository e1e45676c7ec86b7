import { VisuallyHidden } from 'react-aria-components';
import styles from './spinner.module.css';

interface SpinnerProps {
  size?: 'lg' | 'md' | 'sm';
  /** What screen readers say, and `showLabel` shows beside the ring. Default 'Loading'. */
  label?: string;
  showLabel?: boolean;
}

/** Shows that a wait of unknown length is under way. For known steps use `ProgressSteps`. */
export function Spinner({ size = 'md', label = 'Loading', showLabel = false }: SpinnerProps) {
  return (
    <span className={styles.spinner} role="status">
      <svg className={styles[size]} viewBox="0 0 24 24" fill="none" aria-hidden="true">
        <circle className={styles.track} cx="12" cy="12" r="9" />
        <path className={styles.arc} d="M12 3a9 9 0 0 1 9 9" />
      </svg>
      {showLabel ? label : <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  );
}
