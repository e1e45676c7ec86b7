import { useState } from 'react';
import { afterPress } from './after-press.ts';

export type FieldErrors<Name extends string> = Partial<Record<Name, string>>;

interface FormState<Name extends string> {
  readonly values: Readonly<Record<Name, string>>;
  /** Left since they were last changed: only these show their error. */
  readonly blurred: ReadonlySet<Name>;
  /** What the server said of a value; forgotten when the value changes. */
  readonly serverErrors: FieldErrors<Name>;
}

export function startForm<Name extends string>(values: Record<Name, string>): FormState<Name> {
  return { values, blurred: new Set(), serverErrors: {} };
}

/** The value changed: its error hides until the field is left again. */
export function changeField<Name extends string>(
  state: FormState<Name>,
  name: Name,
  value: string,
): FormState<Name> {
  const blurred = new Set(state.blurred);
  blurred.delete(name);
  const { [name]: _forgotten, ...serverErrors } = state.serverErrors;
  return {
    values: { ...state.values, [name]: value },
    blurred,
    serverErrors: serverErrors as FieldErrors<Name>,
  };
}

/** These fields were left, or the form was submitted: their errors show. */
export function blurFields<Name extends string>(
  state: FormState<Name>,
  names: readonly Name[],
): FormState<Name> {
  return { ...state, blurred: new Set([...state.blurred, ...names]) };
}

/**
 * Notes what the server said of this value, unless the value has changed meanwhile.
 * `undefined` says that nothing is wrong with it.
 */
export function noteServerError<Name extends string>(
  state: FormState<Name>,
  name: Name,
  value: string,
  error: string | undefined,
): FormState<Name> {
  if (state.values[name] !== value) return state;
  return { ...state, serverErrors: { ...state.serverErrors, [name]: error } };
}

/** Puts the focus into the first field, in the form's own order, that something is wrong with. */
export function focusFirstError(form: HTMLFormElement, errors: FieldErrors<string>): void {
  for (const element of form.elements) {
    if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) continue;
    if (errors[element.name] === undefined) continue;
    element.focus();
    return;
  }
}

interface ValidatedForm<Name extends string> {
  values: Readonly<Record<Name, string>>;
  /** What is wrong, shown or not; what is right is left out. Empty when the form may be sent. */
  errors: FieldErrors<Name>;
  /** The props of one input. `whenLeft` is called with the value when the field is left. */
  field: (
    name: Name,
    whenLeft?: (value: string) => void,
  ) => {
    name: Name;
    value: string;
    onChange: (value: string) => void;
    onBlur: () => void;
    error: string | undefined;
  };
  /** Shows every error there is: on submit. */
  showErrors: () => void;
  noteServerError: (name: Name, value: string, error: string | undefined) => void;
}

/**
 * A form whose fields are judged when they are left. Changing a field hides its error until it is
 * left again. Both arguments may be new on each render.
 * @param validate what is wrong with each field, by the form's own rules; `undefined` is right too
 */
export function useValidatedForm<Name extends string>(
  initial: Record<Name, string>,
  validate: (values: Readonly<Record<Name, string>>) => FieldErrors<Name>,
): ValidatedForm<Name> {
  const [state, setState] = useState(() => startForm(initial));
  const errors: FieldErrors<Name> = {};
  for (const [name, error] of Object.entries(validate(state.values)) as [
    Name,
    string | undefined,
  ][]) {
    if (error !== undefined) errors[name] = error;
  }
  for (const [name, error] of Object.entries(state.serverErrors) as [Name, string | undefined][]) {
    if (error !== undefined) errors[name] ??= error;
  }

  return {
    values: state.values,
    errors,
    field: (name, whenLeft) => ({
      name,
      value: state.values[name],
      onChange: (value) => setState((current) => changeField(current, name, value)),
      onBlur: () => {
        afterPress(() => setState((current) => blurFields(current, [name])));
        whenLeft?.(state.values[name]);
      },
      error: state.blurred.has(name) ? errors[name] : undefined,
    }),
    showErrors: () =>
      setState((current) => blurFields(current, Object.keys(current.values) as Name[])),
    noteServerError: (name, value, error) =>
      setState((current) => noteServerError(current, name, value, error)),
  };
}
