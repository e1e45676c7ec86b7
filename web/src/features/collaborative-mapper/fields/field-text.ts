/** What stands in a field while others may change its value. */
export interface FieldText {
  readonly text: string;
  /** The value of the map when it was last looked at. */
  readonly value: string;
  /** Whether somebody else changed the value since this person began to write. */
  readonly isOvertaken: boolean;
}

/** A field that shows a value. */
export function fieldOf(value: string): FieldText {
  return { text: value, value, isOvertaken: false };
}

/** The field after the person wrote something. */
export function withText(field: FieldText, text: string): FieldText {
  return { ...field, text, isOvertaken: field.isOvertaken && text !== field.value };
}

/**
 * The field after its value may have changed on the map. A field that nobody writes in shows the
 * new value. A text that was begun stays, because the person would lose it otherwise.
 */
export function withValue(field: FieldText, value: string): FieldText {
  if (value === field.value) return field;
  const isUntouched = field.text === field.value;
  return isUntouched || field.text === value
    ? fieldOf(value)
    : { ...field, value, isOvertaken: true };
}
