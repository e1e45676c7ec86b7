import type { ReactNode } from 'react';
import { classNames } from '../style/class-names.ts';
import styles from './card.module.css';

interface CardProps {
  /** `raised` has a shadow, `outlined` a border, `sunken` a darker ground. Default `outlined`. */
  variant?: 'raised' | 'outlined' | 'sunken';
  /** A picture across the top. */
  media?: ReactNode;
  /** Buttons and links at the foot; they line up across a row of cards. */
  actions?: ReactNode;
  as?: 'div' | 'article' | 'li' | 'section';
  children: ReactNode;
}

/** One of several items of the same kind. */
export function Card({
  variant = 'outlined',
  media,
  actions,
  as: Tag = 'div',
  children,
}: CardProps) {
  return (
    <Tag className={classNames(styles.card, styles[variant])}>
      {media && <div className={styles.media}>{media}</div>}
      <div className={styles.body}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </Tag>
  );
}
