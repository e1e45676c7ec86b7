import type { FormEvent, ReactNode } from 'react';
import styles from './form.module.css';

export { firstIssue, useValidatedForm } from '../../lib/validated-form.ts';

interface FormProps {
  /** Called with the form by Enter in a field and by a submit button. The page stays. */
  onSubmit: (form: HTMLFormElement) => void;
  children: ReactNode;
}

/**
 * A form whose fields are stacked. `useValidatedForm` gives each field its value and its error,
 * which shows when the field is left and hides while it is changed. The browser's own validation is
 * off.
 */
export function Form({ onSubmit, children }: FormProps) {
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    onSubmit(event.currentTarget);
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {children}
    </form>
  );
}

/** The buttons below a form's fields. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
