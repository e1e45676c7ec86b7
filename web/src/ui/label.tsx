import type { ReactNode } from 'react';
import { Label as AriaLabel } from 'react-aria-components';
import styles from './label.module.css';

interface LabelProps {
  /** The id of what it names; inside a field of ours it is known. */
  htmlFor?: string;
  /** A quieter word after it: 'optional', a unit. */
  note?: string;
  children: ReactNode;
}

/** The name above an input. */
export function Label({ htmlFor, note, children }: LabelProps) {
  return (
    <AriaLabel className={styles.label!} htmlFor={htmlFor}>
      {children}
      {note !== undefined && <span className={styles.note}> ({note})</span>}
    </AriaLabel>
  );
}
