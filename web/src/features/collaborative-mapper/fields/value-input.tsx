import { limits } from '@refugia/contract/limits.ts';
import type { FieldProps } from '../../../ui/forms/field.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { DateField, TextField } from '../../../ui/forms/text-field.tsx';
import type { Field } from '../state/layer-fields.ts';
import { controlFor, optionsFor } from './field-values.ts';

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
