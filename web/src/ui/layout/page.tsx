import type { ReactNode } from 'react';
import { classNames } from '../style/class-names.ts';
import { Heading, Text } from '../style/typography.tsx';
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

interface PageHeaderProps {
  title: string;
  lead: string;
  /** The page's main button, with information that is needed before pressing it. */
  actions: ReactNode;
}

/** The header of a page with a list: its title, and the button for a new item. */
export function PageHeader({ title, lead, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div>
        <Heading level={1}>{title}</Heading>
        <Text tone="soft">{lead}</Text>
      </div>
      <div className={styles.actions}>{actions}</div>
    </header>
  );
}
