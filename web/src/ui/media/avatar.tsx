import { classNames } from '../style/class-names.ts';
import styles from './avatar.module.css';

interface AvatarProps {
  /** The address of the photo. Without one the initials are shown. */
  photo: string | null;
  name: string;
  size?: 'md' | 'lg' | 'xl';
}

/** The first letters of the first two words, or the first letter of one. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s_-]+/).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => [...word][0].toUpperCase())
    .join('');
}

/** A person's photo, or initials on green. It has no text, because the name is beside it. */
export function Avatar({ photo, name, size = 'md' }: AvatarProps) {
  const className = classNames(styles.avatar, styles[size]);
  if (photo !== null) return <img className={className} src={photo} alt="" />;
  // The style sheet draws the initials, because as text they would become part of the name of an
  // enclosing button.
  return <span className={className} data-initials={initialsOf(name)} />;
}
