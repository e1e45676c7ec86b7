import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../media/icon.tsx';
import { classNames } from '../style/class-names.ts';
import styles from './list.module.css';

interface ListProps {
  /**
   * `bulleted` and `numbered` for running text, `plain` for items that need no mark, `divided` for
   * rows with lines between them. Default `bulleted`.
   */
  kind?: 'bulleted' | 'numbered' | 'plain' | 'divided';
  children: ReactNode;
}

/** A list of things of one kind, each of them a `ListItem`. */
export function List({ kind = 'bulleted', children }: ListProps) {
  const Tag = kind === 'numbered' ? 'ol' : 'ul';
  return <Tag className={classNames(styles.list, styles[kind])}>{children}</Tag>;
}

interface ListItemProps {
  /** Replaces the bullet in a plain or divided list. */
  icon?: LucideIcon;
  /** Content at the far end of the row, such as a count or a button. */
  trailing?: ReactNode;
  children: ReactNode;
}

/** An item of a list. */
export function ListItem({ icon, trailing, children }: ListItemProps) {
  if (icon === undefined && trailing === undefined) return <li>{children}</li>;
  return (
    <li className={styles.row}>
      {icon && <Icon of={icon} />}
      <div className={styles.words}>{children}</div>
      {trailing}
    </li>
  );
}
