import type { ReactNode } from 'react';
import { Label as AriaLabel } from 'react-aria-components';
import styles from './label.module.css';

interface LabelProps {
  /** The id of the labelled input. Our own fields set it. */
  htmlFor?: string;
  /** A less prominent text after the label: 'optional', a unit. */
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
