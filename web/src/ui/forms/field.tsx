import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { FieldError, Text } from 'react-aria-components';
import styles from './field.module.css';

/** The props of every labelled input. */
export interface FieldProps {
  label: string;
  /** A help text below the input. */
  description?: ReactNode;
  /** The value's error, or undefined while it is valid or not yet validated. */
  error?: string | undefined;
  isRequired?: boolean;
  isDisabled?: boolean;
}

/** The text below an input. The error replaces the help. */
export function FieldNote({ description, error }: Pick<FieldProps, 'description' | 'error'>) {
  if (error !== undefined) {
    return (
      <FieldError className={styles.error!}>
        <CircleAlert aria-hidden="true" />
        {error}
      </FieldError>
    );
  }
  if (description === undefined) return null;
  return (
    <Text slot="description" className={styles.description!}>
      {description}
    </Text>
  );
}
