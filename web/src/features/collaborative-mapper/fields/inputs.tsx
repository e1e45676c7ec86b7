import {
  type FieldValue,
  isBlank,
  valueFault,
} from '@refugia/contract/collaborative-mapper/fields.ts';
import type { LayerField } from '@refugia/contract/collaborative-mapper/operations.ts';
import { limits } from '@refugia/contract/limits.ts';
import { useState } from 'react';
import type { FieldProps } from '../../../ui/forms/field.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { DateField, TextField } from '../../../ui/forms/text-field.tsx';
import type { Field } from '../state/layer-fields.ts';
import { useShownLayers } from '../workspace/lists.ts';
import { fieldOf, withText, withValue } from './field-text.ts';
import { controlFor, optionsFor, textOfValue, valueOfText } from './field-values.ts';

interface ValueInputProps extends Pick<FieldProps, 'label' | 'description' | 'error'> {
  /** The field that the value is for. Undefined stands for any, which takes a text. */
  field: Field | undefined;
  value: string;
  onChange: (text: string) => void;
  autoFocus?: boolean;
  maxLength?: number;
  /** Whether no value can be chosen again where there are choices. */
  canBeEmpty?: boolean;
}

/** An input for a value with the control for the type of its field: a choice, a date or a text. */
export function ValueInput({
  field,
  canBeEmpty = false,
  maxLength = limits.collaborativeMapper.attributeValueMaxLength,
  ...input
}: ValueInputProps) {
  const control = field && controlFor(field, input.value);
  if (field && control === 'choice')
    return <Select {...input} options={optionsFor(field, input.value, canBeEmpty)} />;
  if (control === 'date') return <DateField {...input} />;
  const inputMode = field?.type === 'number' ? 'decimal' : 'text';
  return <TextField {...input} inputMode={inputMode} maxLength={maxLength} />;
}

interface LayerChoiceProps {
  label: string;
  value: string | undefined;
  onChange: (id: string) => void;
}

/** A choice among the layers of the map, the topmost first. */
export function LayerChoice({ label, value, onChange }: LayerChoiceProps) {
  const options = useShownLayers()
    .toReversed()
    .map(({ id, dataset, is_hidden: isHidden }) => ({
      id,
      label: isHidden ? `${dataset} (hidden)` : dataset,
    }));
  return <Select label={label} options={options} value={value ?? null} onChange={onChange} />;
}

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
