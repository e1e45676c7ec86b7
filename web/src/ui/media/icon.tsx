import type { LucideIcon } from 'lucide-react';
import { classNames } from '../style/class-names.ts';
import styles from './icon.module.css';

interface IconProps {
  of: LucideIcon;
  size?: 'sm' | 'md' | 'lg';
  /** The name for screen readers. Without one the icon is decoration beside a text. */
  label?: string;
}

/** An icon of the Lucide set in one of three sizes. */
export function Icon({ of: Shape, size = 'md', label }: IconProps) {
  return (
    <Shape
      className={classNames(styles.icon, styles[size])}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    />
  );
}

/** An icon with a coloured ground, for use above a text. */
export function IconBadge({ of }: Pick<IconProps, 'of'>) {
  return (
    <span className={styles.badge}>
      <Icon of={of} />
    </span>
  );
}
