import { type FieldValue, valueFault } from '@refugia/contract/collaborative-mapper/fields.ts';
import type { LayerField } from '@refugia/contract/collaborative-mapper/operations.ts';
import { useState } from 'react';
import { Select } from '../../../ui/forms/select.tsx';
import { DateField, TextField } from '../../../ui/forms/text-field.tsx';
import styles from './feature-card.module.css';
import { fieldOf, withText, withValue } from './field-text.ts';
import { controlFor, optionsFor, textOfValue, valueOfText } from './field-values.ts';

interface FieldInputProps {
  field: LayerField;
  value: FieldValue;
  /** Whether it receives the focus when it appears. Default false. */
  takesFocus?: boolean;
  /** Called with a value that fits the field; undefined for none. */
  onSave: (value: FieldValue) => void;
}

/**
 * The input of a field, with the control for its type. A value that does not fit is marked and stays: an
 * older one until it is changed, a new one until it is corrected.
 */
export function FieldInput({ field, value, takesFocus = false, onSave }: FieldInputProps) {
  const [refused, setRefused] = useState<string | null>(null);
  const label = field.is_required ? `${field.name} (required)` : field.name;
  const fault = refused ?? valueFault(field, value);
  const error = fault === null ? {} : { error: fault };
  const save = (text: string) => {
    const next = valueOfText(field, text, value);
    const nextFault = next === value ? null : valueFault(field, next);
    setRefused(nextFault);
    if (nextFault === null && next !== value) onSave(next);
  };
  switch (controlFor(field, value)) {
    case 'choice':
      return (
        <Select
          label={label}
          options={optionsFor(field, value)}
          value={textOfValue(value)}
          onChange={save}
          {...error}
        />
      );
    case 'date':
      return <DateField label={label} value={textOfValue(value)} onChange={save} {...error} />;
    case 'text':
      return (
        <WrittenField
          label={label}
          value={textOfValue(value)}
          takesFocus={takesFocus}
          onSave={save}
          {...error}
        />
      );
  }
}

interface WrittenFieldProps {
  label: string;
  value: string;
  error?: string;
  takesFocus: boolean;
  onSave: (text: string) => void;
}

/** A field for a text. Enter or leaving the field saves the text. */
function WrittenField({ label, value, error, takesFocus, onSave }: WrittenFieldProps) {
  const [kept, setField] = useState(() => fieldOf(value));
  const field = withValue(kept, value);
  if (field !== kept) setField(field);
  const save = () => {
    if (field.text !== value) onSave(field.text);
  };
  return (
    <form
      className={styles.grow}
      // What was drawn can still be undone from here, as long as nothing is written.
      data-untouched={(takesFocus && field.text === '') || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onBlur={save}
    >
      <TextField
        label={label}
        autoFocus={takesFocus}
        value={field.text}
        onChange={(text) => setField(withText(field, text))}
        {...(error !== undefined && { error })}
        {...(field.isOvertaken && {
          description: `Somebody else wrote “${value}” meanwhile. Your text will replace it.`,
        })}
      />
    </form>
  );
}
