import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Label as AriaLabel, FieldError, Text } from 'react-aria-components';
import choiceStyles from './choice.module.css';
import styles from './field.module.css';
import labelStyles from './label.module.css';
import type { Option } from './list-box.tsx';

/** The props of every labelled input. */
export interface FieldProps {
  label: string;
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
      <FieldError className={styles.error}>
        <CircleAlert aria-hidden="true" />
        {error}
      </FieldError>
    );
  }
  if (description === undefined) return null;
  return (
    <Text slot="description" className={styles.description}>
      {description}
    </Text>
  );
}

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
    <AriaLabel className={labelStyles.label} htmlFor={htmlFor}>
      {children}
      {note !== undefined && <span className={labelStyles.note}> ({note})</span>}
    </AriaLabel>
  );
}

/** The text beside a checkbox or radio button of a group. */
export function ChoiceWords({ option }: { option: Option }) {
  return (
    <span className={choiceStyles.words}>
      {option.label}
      {option.description !== undefined && (
        <span className={choiceStyles.description}>{option.description}</span>
      )}
    </span>
  );
}
