/** The text in a field while others may change its value. */
export interface FieldText {
  readonly text: string;
  /** The value on the map. */
  readonly value: string;
  /** Whether somebody else changed the value since this person began to write. */
  readonly isOvertaken: boolean;
}

export function fieldOf(value: string): FieldText {
  return { text: value, value, isOvertaken: false };
}

/** The field after the person wrote something. */
export function withText(field: FieldText, text: string): FieldText {
  return { ...field, text, isOvertaken: field.isOvertaken && text !== field.value };
}

/**
 * A field that nobody writes in shows the new value of the map. A text that was begun stays,
 * because the person would lose it otherwise.
 */
export function withValue(field: FieldText, value: string): FieldText {
  if (value === field.value) return field;
  const isUntouched = field.text === field.value;
  return isUntouched || field.text === value
    ? fieldOf(value)
    : { ...field, value, isOvertaken: true };
}
