import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react';
import { TextField as AriaTextField, Input, type KeyboardEvent } from 'react-aria-components';
import styles from './field.module.css';
import { FieldNote, type FieldProps } from './field.tsx';
import { Label } from './label.tsx';

interface TextFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  name?: string;
  type?: 'text' | 'email' | 'search' | 'url';
  autoComplete?: HTMLInputAutoCompleteAttribute;
  autoFocus?: boolean;
  maxLength?: number;
  placeholder?: string;
  /** A small element after the text: a unit, or a spinner during a check. */
  trailing?: ReactNode;
}

/** One line of text under a label. */
export function TextField({
  label,
  description,
  error,
  placeholder,
  trailing,
  ...rest
}: TextFieldProps) {
  return (
    <AriaTextField
      {...rest}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={styles.field!}
    >
      <Label>{label}</Label>
      <div className={styles.box}>
        <Input className={styles.input!} placeholder={placeholder} />
        {trailing && <span className={styles.trailing}>{trailing}</span>}
      </div>
      <FieldNote description={description} error={error} />
    </AriaTextField>
  );
}
