import {
  type FieldValue,
  isBlank,
  valueFault,
} from '@refugia/contract/collaborative-mapper/fields.ts';
import type { LayerField } from '@refugia/contract/collaborative-mapper/operations.ts';

/**
 * The value that a text means in a field: a number in a field of numbers, and in a field of texts that
 * had one before. It is undefined for an empty field, which is no attribute, unless that is a text.
 */
export function valueOfText(
  { type }: Pick<LayerField, 'type'>,
  text: string,
  before: FieldValue,
): FieldValue {
  const trimmed = text.trim();
  if (type !== 'text' && trimmed === '') return undefined;
  const isNumber = trimmed !== '' && Number.isFinite(Number(trimmed));
  if (isNumber && (type === 'number' || typeof before === 'number')) return Number(trimmed);
  if (type === 'boolean' || typeof before === 'boolean') {
    if (trimmed === 'true' || trimmed === 'false') return trimmed === 'true';
  }
  return type === 'text' ? text : trimmed;
}

/** A value as its field shows it. */
export function textOfValue(value: FieldValue): string {
  return value === undefined || value === null ? '' : String(value);
}

/** How a field is controlled: by a text, a date, or a choice among values. */
export type FieldControl = 'text' | 'date' | 'choice';

/**
 * The control for a value of a field. A browser's date input can't show a text that is no date, so that
 * such a value from earlier is shown as a text.
 */
export function controlFor(field: LayerField, value: FieldValue): FieldControl {
  if (field.type === 'boolean' || field.type === 'choice') return 'choice';
  const isDate = field.type === 'date' && (isBlank(value) || valueFault(field, value) === null);
  return isDate ? 'date' : 'text';
}

/**
 * The choices of a field, each with the text by which it is chosen. A former value that is none of them
 * can be read there, too.
 */
export function optionsFor(field: LayerField, value: FieldValue): { id: string; label: string }[] {
  const options =
    field.type === 'boolean'
      ? [
          { id: 'true', label: 'Yes' },
          { id: 'false', label: 'No' },
        ]
      : field.choices.map((choice) => ({ id: choice, label: choice }));
  const former = textOfValue(value);
  const isKnown = former === '' || options.some(({ id }) => id === former);
  return isKnown ? options : [...options, { id: former, label: former }];
}
