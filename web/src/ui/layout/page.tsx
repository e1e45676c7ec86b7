import type { ReactNode } from 'react';
import { classNames } from '../style/class-names.ts';
import styles from './page.module.css';

interface PageProps {
  /** `narrow` for one column of reading. Default `full`. */
  width?: 'full' | 'narrow';
  children: ReactNode;
}

/** The margins that a page of text or cards has on every screen width. */
export function Page({ width = 'full', children }: PageProps) {
  return <div className={classNames(styles.page, styles[width])}>{children}</div>;
}
