import type { Ref } from 'react';
import {
  TextArea as AriaTextArea,
  TextField as AriaTextField,
  type KeyboardEvent,
} from 'react-aria-components';
import { classNames } from '../style/class-names.ts';
import styles from './field.module.css';
import { FieldNote, type FieldProps } from './field.tsx';
import { Label } from './label.tsx';

interface TextAreaProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  name?: string;
  /**
   * The number of rows at the start, from which the area grows with its text. Without it the area
   * is 20rem high.
   */
  rows?: number;
  /** If given, the number of characters is shown. */
  maxLength?: number;
  placeholder?: string;
  autoFocus?: boolean;
  areaRef?: Ref<HTMLTextAreaElement>;
  /**
   * The list of suggestions through which the keys of the area lead, and the current suggestion.
   */
  suggestions?: { listId: string; currentId: string } | undefined;
}

/** Several lines of text under a label. */
export function TextArea({
  label,
  description,
  error,
  rows,
  maxLength,
  placeholder,
  areaRef,
  suggestions,
  ...rest
}: TextAreaProps) {
  return (
    <AriaTextField
      {...rest}
      maxLength={maxLength}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={styles.field!}
    >
      <Label>{label}</Label>
      <div className={styles.box}>
        <AriaTextArea
          ref={areaRef}
          {...(suggestions && {
            'aria-autocomplete': 'list',
            'aria-controls': suggestions.listId,
            'aria-activedescendant': suggestions.currentId,
          })}
          className={classNames(styles.input, styles.area, rows !== undefined && styles.growing)}
          rows={rows}
          // An area that grows with its text ignores its rows attribute.
          style={rows === undefined ? {} : { minBlockSize: `calc(${rows}lh + 2 * var(--space-1))` }}
          placeholder={placeholder}
        />
      </div>
      <div className={styles.underneath}>
        <FieldNote description={description} error={error} />
        {maxLength !== undefined && (
          <span className={styles.count} aria-hidden="true">
            {rest.value.length.toLocaleString('en-US')} / {maxLength.toLocaleString('en-US')}
          </span>
        )}
      </div>
    </AriaTextField>
  );
}
