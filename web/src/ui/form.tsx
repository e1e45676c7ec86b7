import type { FormEvent, ReactNode } from 'react';
import styles from './form.module.css';

export { useValidatedForm } from '../lib/validated-form.ts';

interface FormProps {
  /** Called with the form on Enter in a field and by a submit button; the page stays. */
  onSubmit: (form: HTMLFormElement) => void;
  children: ReactNode;
}

/**
 * Fields one below the other. `useValidatedForm` gives each its value and its error: judged when the
 * field is left, hidden again while it is changed. The browser's own validation stays out of it.
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
