import styles from './avatar.module.css';
import { classNames } from './class-names.ts';

interface AvatarProps {
  /** The address of the picture; without one the initials show. */
  photo: string | null;
  name: string;
  /** Default `md`. */
  size?: 'md' | 'lg' | 'xl';
}

/** The first letters of the first two words, or the first letter of one. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s_-]+/).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => [...word][0]!.toUpperCase())
    .join('');
}

/** A person: the photo, or the initials on green. It stands beside the name, so it says nothing. */
export function Avatar({ photo, name, size = 'md' }: AvatarProps) {
  const className = classNames(styles.avatar, styles[size]);
  if (photo !== null) return <img className={className} src={photo} alt="" />;
  // Drawn by the style sheet: as text they would count as the name of a button around them.
  return <span className={className} data-initials={initialsOf(name)} />;
}
