import { keysOf } from '@refugia/contract/members.ts';
import { useState } from 'react';

export type FieldErrors<Name extends string> = Partial<Record<Name, string>>;

interface FormState<Name extends string> {
  readonly values: Readonly<Record<Name, string>>;
  /** The fields that were left since their last change. Only these show their errors. */
  readonly blurred: ReadonlySet<Name>;
  /** The server's errors. Each is removed when its value changes. */
  readonly serverErrors: FieldErrors<Name>;
}

export function startForm<Name extends string>(values: Record<Name, string>): FormState<Name> {
  return { values, blurred: new Set(), serverErrors: {} };
}

/** Records that a value changed, which hides its error until the field is left again. */
export function changeField<Name extends string>(
  state: FormState<Name>,
  name: Name,
  value: string,
): FormState<Name> {
  const blurred = new Set(state.blurred);
  blurred.delete(name);
  return {
    values: { ...state.values, [name]: value },
    blurred,
    serverErrors: { ...state.serverErrors, [name]: undefined },
  };
}

/** Records that fields were left or the form was submitted, which shows their errors. */
export function blurFields<Name extends string>(
  state: FormState<Name>,
  names: readonly Name[],
): FormState<Name> {
  return { ...state, blurred: new Set([...state.blurred, ...names]) };
}

/**
 * Records the server's error for a value, unless the value has changed meanwhile. `undefined` means
 * that the value is valid.
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

function focusFirstError(form: HTMLFormElement, errors: FieldErrors<string>): void {
  for (const element of form.elements) {
    if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) continue;
    if (errors[element.name] === undefined) continue;
    element.focus();
    return;
  }
}

/**
 * A form whose fields are validated when they are left. Changing a field hides its error until it
 * is left again. Both arguments may be new on each render.
 * @param validate each field's error by the form's own rules, or `undefined` for a valid one
 */
export function useValidatedForm<Name extends string>(
  initial: Record<Name, string>,
  validate: (values: Readonly<Record<Name, string>>) => FieldErrors<Name>,
) {
  const [state, setState] = useState(() => startForm(initial));
  const names = keysOf(state.values);
  const ownErrors = validate(state.values);
  const errors: FieldErrors<Name> = {};
  for (const name of names) {
    const error = ownErrors[name] ?? state.serverErrors[name];
    if (error !== undefined) errors[name] = error;
  }

  const showErrors = () => setState((current) => blurFields(current, names));
  return {
    values: state.values,
    /** All errors, shown or not, without valid fields. */
    errors,
    /** The props of one input. `whenLeft` is called with the value when the field is left. */
    field: (name: Name, whenLeft?: (value: string) => void) => ({
      name,
      value: state.values[name],
      onChange: (value: string) => setState((current) => changeField(current, name, value)),
      onBlur: () => {
        afterPress(() => setState((current) => blurFields(current, [name])));
        whenLeft?.(state.values[name]);
      },
      error: state.blurred.has(name) ? errors[name] : undefined,
    }),
    showErrors,
    /** Shows every error, and moves the focus to the first. @returns whether there is none */
    canSubmit: (form: HTMLFormElement) => {
      showErrors();
      focusFirstError(form, errors);
      return Object.keys(errors).length === 0;
    },
    noteServerError: (name: Name, value: string, error: string | undefined) =>
      setState((current) => noteServerError(current, name, value, error)),
  };
}

interface FieldSchema {
  safeParse(value: string): { error?: { issues: readonly { message: string }[] } | undefined };
}

/** The first error message of a schema for a value, or undefined if the value is valid. */
export function firstIssue(schema: FieldSchema, value: string): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message;
}

/**
 * Runs an action at once or, while something is being pressed, as soon as the press ends. A
 * sentence that appeared in between could move the pressed element from under the pointer.
 */
function afterPress(action: () => void): void {
  if (document.querySelector(':is(button, a, [role="link"], [role="button"]):active') === null) {
    action();
    return;
  }
  const letGo = new AbortController();
  for (const type of ['pointerup', 'pointercancel', 'mouseup']) {
    window.addEventListener(
      type,
      () => {
        letGo.abort();
        // The click event follows in the same task.
        setTimeout(action);
      },
      { capture: true, signal: letGo.signal },
    );
  }
}
