import {
  type FieldValue,
  isBlank,
  valueFault,
} from '@refugia/contract/collaborative-mapper/fields.ts';
import type { LayerField } from '@refugia/contract/collaborative-mapper/operations.ts';
import type { FeatureState } from '@refugia/engine/merge/index.ts';

/**
 * The value that a text means: a number in a field of numbers, and in a field of texts that had one
 * before. It is undefined for an empty field, unless that is a text.
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
    const word = trimmed.toLowerCase();
    if (word === 'true' || word === 'false') return word === 'true';
  }
  return type === 'text' ? text : trimmed;
}

export function textOfValue(value: FieldValue): string {
  return value === undefined || value === null ? '' : String(value);
}

export type FieldControl = 'text' | 'date' | 'choice';

/** A browser's date input can't show other texts, so that a former one is shown as text. */
export function controlFor(field: LayerField, value: FieldValue): FieldControl {
  if (field.type === 'boolean' || field.type === 'choice') return 'choice';
  const isDate = field.type === 'date' && (isBlank(value) || valueFault(field, value) === null);
  return isDate ? 'date' : 'text';
}

/** Chooses no value. A choice can't be called so, because its text is trimmed. */
const none = { id: ' ', label: 'No value' };

/**
 * The choices of a field, each with the text by which it is chosen. A former value that is none of them
 * can be read there, too.
 * @param canBeEmpty whether no value is among the choices
 */
export function optionsFor(
  field: LayerField,
  value: FieldValue,
  canBeEmpty = false,
): { id: string; label: string }[] {
  const ids = field.type === 'boolean' ? ['true', 'false'] : field.choices;
  const former = textOfValue(value);
  const shown = former === '' || ids.includes(former) ? ids : [...ids, former];
  const options = shown.map((id) => ({ id, label: wordOfValue(field, id) }));
  return canBeEmpty ? [none, ...options] : options;
}

/** A value as people read it: yes or no in a field for that, and in others the value itself. */
export function wordOfValue(
  field: Pick<LayerField, 'type'> | undefined,
  value: FieldValue,
): string {
  const text = textOfValue(value);
  const words: Record<string, string> = { true: 'Yes', false: 'No' };
  return (field?.type === 'boolean' && words[text]) || text;
}

/** Sets one of a feature's attributes. A blank value removes the attribute. */
export function withAttribute(
  properties: FeatureState['properties'],
  key: string,
  value: FieldValue,
): FeatureState['properties'] {
  const { [key]: _before, ...others } = properties;
  return isBlank(value) ? others : { ...properties, [key]: value };
}
