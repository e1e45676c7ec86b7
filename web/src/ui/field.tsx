import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { FieldError, Text } from 'react-aria-components';
import styles from './field.module.css';

/** What every labelled input takes. */
export interface FieldProps {
  label: string;
  /** A sentence below the input that helps before anything went wrong. */
  description?: ReactNode;
  /** What is wrong with the value; nothing while it is right or not yet judged. */
  error?: string | undefined;
  isRequired?: boolean;
  isDisabled?: boolean;
}

/** The help or the error below an input; the error takes the help's place. */
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
