import {
  type FieldValue,
  isBlank,
  valueFault,
} from '@refugia/contract/collaborative-mapper/fields.ts';
import type { LayerField } from '@refugia/contract/collaborative-mapper/operations.ts';
import { useState } from 'react';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { fieldOf, withText, withValue } from './field-text.ts';
import { controlFor, textOfValue, valueOfText } from './field-values.ts';
import { ValueInput } from './value-input.tsx';

interface FieldInputProps {
  field: LayerField;
  value: FieldValue;
  takesFocus: boolean;
  /** Called with a value that fits the field. */
  onSave: (value: FieldValue) => void;
}

/**
 * The input of a field, with the control for its type. A value that does not fit is marked and stays: an
 * older one until it is changed, a new one until it is corrected.
 */
export function FieldInput({ field, value, takesFocus, onSave }: FieldInputProps) {
  const [refused, setRefused] = useState<string | null>(null);
  const label = field.is_required ? `${field.name} (required)` : field.name;
  const fault = refused ?? valueFault(field, value);
  const error = fault ?? undefined;
  const save = (text: string) => {
    const next = valueOfText(field, text, value);
    const nextFault = next === value ? null : valueFault(field, next);
    setRefused(nextFault);
    if (nextFault === null && next !== value) onSave(next);
  };
  if (controlFor(field, value) === 'text') {
    return (
      <WrittenField
        label={label}
        value={textOfValue(value)}
        isNumber={field.type === 'number'}
        takesFocus={takesFocus}
        error={error}
        onSave={save}
      />
    );
  }
  return (
    // What was drawn can still be undone from here, as long as nothing is chosen.
    <div data-untouched={(takesFocus && isBlank(value)) || undefined}>
      <ValueInput
        label={label}
        field={field}
        value={textOfValue(value)}
        autoFocus={takesFocus}
        canBeEmpty={!field.is_required}
        error={error}
        onChange={save}
      />
    </div>
  );
}

interface WrittenFieldProps {
  label: string;
  value: string;
  error: string | undefined;
  isNumber: boolean;
  takesFocus: boolean;
  onSave: (text: string) => void;
}

/** A field for a text. Enter or leaving the field saves the text. */
function WrittenField(props: WrittenFieldProps) {
  const { label, value, error, isNumber, takesFocus, onSave } = props;
  const [kept, setField] = useState(() => fieldOf(value));
  const field = withValue(kept, value);
  if (field !== kept) setField(field);
  const save = () => {
    if (field.text !== value) onSave(field.text);
  };
  return (
    <form
      // What was drawn can still be undone from here, as long as nothing is written.
      data-untouched={(takesFocus && field.text === '') || undefined}
      data-saved={field.text === value || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onBlur={save}
    >
      <TextField
        label={label}
        autoFocus={takesFocus}
        inputMode={isNumber ? 'decimal' : 'text'}
        value={field.text}
        onChange={(text) => setField(withText(field, text))}
        error={error}
        description={
          field.isOvertaken
            ? `Somebody else wrote “${value}” meanwhile. Your text will replace it.`
            : undefined
        }
      />
    </form>
  );
}
