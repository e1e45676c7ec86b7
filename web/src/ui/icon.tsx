import type { LucideIcon } from 'lucide-react';
import { classNames } from './class-names.ts';
import styles from './icon.module.css';

interface IconProps {
  /** Which icon of the Lucide set. */
  of: LucideIcon;
  /** Default `md`. */
  size?: 'sm' | 'md' | 'lg';
  /** What it says when no text beside it does; without one it is decoration. */
  label?: string;
}

/** An icon from the one set, in one of three sizes. */
export function Icon({ of: Shape, size = 'md', label }: IconProps) {
  return (
    <Shape
      className={classNames(styles.icon, styles[size])}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    />
  );
}

/** An icon on a ground of its own, above what it stands for. */
export function IconBadge({ of }: Pick<IconProps, 'of'>) {
  return (
    <span className={styles.badge}>
      <Icon of={of} />
    </span>
  );
}
