import styles from './badge.module.css';

/** A word beside a name that says in which state the named thing is, such as “Beta”. */
export function Badge({ children }: { children: string }) {
  return <span className={styles.badge}>{children}</span>;
}
