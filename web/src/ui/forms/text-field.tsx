import type { FocusEvent, HTMLInputAutoCompleteAttribute, ReactNode, Ref } from 'react';
import {
  TextArea as AriaTextArea,
  TextField as AriaTextField,
  Input,
  type KeyboardEvent,
} from 'react-aria-components';
import { classNames } from '../style/class-names.ts';
import styles from './field.module.css';
import { FieldNote, type FieldProps, Label } from './field.tsx';

interface TypedFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  onFocus?: (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  name?: string;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  autoFocus?: boolean;
  /** Which keyboard a touch screen shows. */
  inputMode?: 'text' | 'decimal';
  maxLength?: number;
}

interface TypedFieldFrameProps extends TypedFieldProps {
  type?: 'text' | 'email' | 'search' | 'url' | 'password';
  /** The input, and what stands beside it. */
  children: ReactNode;
  /** Is shown beside the help text or the error. */
  count?: ReactNode;
}

/** The label, the box and the note of a field that is filled by typing. */
export function TypedField(props: TypedFieldFrameProps) {
  const { label, description, error, count, children, ...rest } = props;
  const note = <FieldNote description={description} error={error} />;
  return (
    <AriaTextField
      {...rest}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={styles.field}
    >
      <Label>{label}</Label>
      <div className={styles.box}>{children}</div>
      {count === undefined ? (
        note
      ) : (
        <div className={styles.underneath}>
          {note}
          {count}
        </div>
      )}
    </AriaTextField>
  );
}

interface TextFieldProps extends TypedFieldProps {
  type?: 'text' | 'email' | 'search' | 'url';
  placeholder?: string;
  /** A small element after the text: a unit, or a spinner during a check. */
  trailing?: ReactNode;
}

/** One line of text under a label. */
export function TextField({ placeholder, trailing, ...field }: TextFieldProps) {
  return (
    <TypedField {...field}>
      <Input className={styles.input} placeholder={placeholder} />
      {trailing && <span className={styles.trailing}>{trailing}</span>}
    </TypedField>
  );
}

interface DateFieldProps extends TypedFieldProps {
  /** The earliest day that the picker offers, as YYYY-MM-DD. A typed date can still be outside. */
  min?: string;
}

/**
 * A date input with a label. Its value is YYYY-MM-DD, or an empty text while the date is incomplete.
 * It is the browser's own input: it has the picker that people know from their device, and accepts
 * typed dates in their locale.
 */
export function DateField({ min, ...field }: DateFieldProps) {
  return (
    <TypedField {...field}>
      <Input className={styles.input} type="date" min={min} />
    </TypedField>
  );
}

interface TextAreaProps extends TypedFieldProps {
  /** The rows from which the area grows with its text. Without it the area is 20rem high. */
  rows?: number;
  /** If given, the number of characters is shown. */
  maxLength?: number;
  placeholder?: string;
  areaRef?: Ref<HTMLTextAreaElement>;
  /** The list of suggestions through which the area's keys lead, and the current suggestion. */
  suggestions?: { listId: string; currentId: string } | undefined;
}

/** Several lines of text under a label. */
export function TextArea({ rows, placeholder, areaRef, suggestions, ...field }: TextAreaProps) {
  const { value, maxLength } = field;
  const count = maxLength !== undefined && (
    <span className={styles.count} aria-hidden="true">
      {value.length.toLocaleString('en-US')} / {maxLength.toLocaleString('en-US')}
    </span>
  );
  return (
    <TypedField {...field} count={count}>
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
    </TypedField>
  );
}
