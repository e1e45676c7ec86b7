import { VisuallyHidden } from 'react-aria-components';
import styles from './spinner.module.css';

interface SpinnerProps {
  /** Default `md`. */
  size?: 'lg' | 'md' | 'sm';
  /** Said to screen readers, and shown beside the ring when `showLabel` is set. Default 'Loading'. */
  label?: string;
  showLabel?: boolean;
}

/** Something is being waited for, and how long is not known. Steps that are known take `ProgressSteps`. */
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
