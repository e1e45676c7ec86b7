import styles from './brand-mark.module.css';

/** The brand's mark: two contour lines of a hill, as in the file public/favicon.svg. */
export function BrandMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true">
      <rect className={styles.ground} width="32" height="32" rx="8" />
      <g className={styles.lines}>
        <path d="M7 21.5c2.6-9 6.4-13.4 9.4-13.4S23 12.4 25 21.5" />
        <path d="M11.6 22c1.4-5 3.2-7.4 4.8-7.4s3.2 2.4 4.2 7.4" />
        <path d="M6 25.5h20" />
      </g>
    </svg>
  );
}
