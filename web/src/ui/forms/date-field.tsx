import { TextField as AriaTextField, Input } from 'react-aria-components';
import styles from './field.module.css';
import { FieldNote, type FieldProps } from './field.tsx';
import { Label } from './label.tsx';

interface DateFieldProps extends FieldProps {
  /** The date as YYYY-MM-DD, or an empty text while it is incomplete. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  name?: string;
  /**
   * The earliest and the latest day that the picker offers, as YYYY-MM-DD. A typed date can still
   * be outside.
   */
  min?: string;
  max?: string;
}

/**
 * A date input with a label. It is the browser's own input: it has the picker that people know from
 * their device, accepts typed dates in their locale, and always gives the value as YYYY-MM-DD.
 */
export function DateField({ label, description, error, min, max, ...rest }: DateFieldProps) {
  return (
    <AriaTextField
      {...rest}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={styles.field!}
    >
      <Label>{label}</Label>
      <div className={styles.box}>
        <Input className={styles.input!} type="date" min={min} max={max} />
      </div>
      <FieldNote description={description} error={error} />
    </AriaTextField>
  );
}
