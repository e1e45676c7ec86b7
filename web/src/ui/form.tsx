import type { FormEvent, MouseEvent, ReactNode } from 'react';
import styles from './form.module.css';

export { useValidatedForm } from '../lib/validated-form.ts';

interface FormProps {
  /** Called on Enter in a field and by a submit button; the page stays. */
  onSubmit: () => void;
  children: ReactNode;
}

/**
 * Fields one below the other. `useValidatedForm` gives each its value and its error: judged when the
 * field is left, hidden again while it is changed. The browser's own validation stays out of it.
 */
export function Form({ onSubmit, children }: FormProps) {
  function submit(event: FormEvent): void {
    event.preventDefault();
    onSubmit();
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: it only listens to what bubbles up
    <form className={styles.form} onSubmit={submit} onMouseDown={keepFocus} noValidate>
      {children}
    </form>
  );
}

/**
 * Pressing the submit button leaves the focus in the field: the error that leaving it may show would
 * push the button away from under the pointer before the press is whole.
 */
function keepFocus(event: MouseEvent): void {
  if ((event.target as Element).closest('button[type="submit"]')) event.preventDefault();
}

/** The buttons below a form's fields. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
