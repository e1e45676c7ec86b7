import { isCalendarDate } from '../date-text.ts';

/**
 * The types of a layer's fields. A `text` takes any value, because attributes had no types before. A
 * `date` is a text such as 2026-05-31, and a `choice` one of the texts that its field lists.
 */
export const fieldTypes = ['text', 'number', 'date', 'boolean', 'choice'] as const;
export type FieldType = (typeof fieldTypes)[number];

/** What decides which values a field takes. */
export interface TypedField {
  readonly key: string;
  readonly name: string;
  readonly is_removed: boolean;
  readonly type: FieldType;
  readonly choices: readonly string[];
  readonly is_required: boolean;
}

/** The value of an attribute. It is undefined where the feature has no such attribute. */
export type FieldValue = string | number | boolean | null | undefined;
type Values = Readonly<Record<string, FieldValue>>;

/** Whether a value counts as none. */
export function isBlank(value: FieldValue): value is undefined | null | '' {
  return value === undefined || value === null || value === '';
}

/** Why a field can't take a value, as a sentence that names the field; null when it can. */
export function valueFault(field: TypedField, value: FieldValue): string | null {
  const { name, type, choices } = field;
  if (isBlank(value)) return field.is_required ? `“${name}” needs a value.` : null;
  switch (type) {
    case 'text':
      return null;
    case 'number':
      return typeof value === 'number' ? null : `“${name}” must be a number.`;
    case 'date':
      return typeof value === 'string' && isCalendarDate(value)
        ? null
        : `“${name}” must be a date such as 2026-05-31.`;
    case 'boolean':
      return typeof value === 'boolean' ? null : `“${name}” must be yes or no (true or false).`;
    case 'choice':
      return typeof value === 'string' && choices.includes(value)
        ? null
        : `“${name}” must be one of: ${choices.join(', ')}.`;
  }
}

/**
 * Why the attributes of a feature do not fit the fields of its layer, by the fields' keys. Of a feature
 * that was there before, only values that changed are judged: older ones may stay as they are.
 * @param before the attributes before the change; null for a new feature, which needs a value in each
 * required field
 */
export function faultsOfValues(
  fields: readonly TypedField[],
  before: Values | null,
  after: Values,
): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const field of fields) {
    const value = valueIn(after, field.key);
    const isJudged = before === null || valueIn(before, field.key) !== value;
    const fault = !field.is_removed && isJudged ? valueFault(field, value) : null;
    if (fault !== null) faults[field.key] = fault;
  }
  return faults;
}

/** An attribute may be called like a member of each object, such as `constructor`. */
function valueIn(values: Values, key: string): FieldValue {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}

/**
 * Puts attributes into the order of their layer's fields, and those that are none after them by name.
 * The database keeps no order of attributes, so that tables, cards and files would otherwise differ.
 */
export function inFieldOrder(
  keys: readonly string[],
  fields: readonly { readonly key: string }[] = [],
): string[] {
  const places = new Map(fields.map(({ key }, index) => [key, index]));
  const placeOf = (key: string) => places.get(key) ?? fields.length;
  return keys.toSorted(
    (one, other) => placeOf(one) - placeOf(other) || one.localeCompare(other, 'en'),
  );
}
