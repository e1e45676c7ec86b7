import { messages } from '@refugia/contract/messages.ts';
import { useState } from 'react';
import { RequestRefusedError } from '../../../lib/api-errors.ts';
import { callApi, session } from '../../../lib/session.ts';
import { focusFirstError, useValidatedForm } from '../../../lib/validated-form.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { failureText } from '../failure-text.ts';
import { judgeNewPassword, passwordHelp } from '../password-rules.ts';

interface NewPasswordFormProps {
  username: string;
  /** The token of the mailed link, which is not used up yet. */
  token: string;
  /** Called when the password has been set. */
  onDone: () => void;
}

/**
 * Logs in with the password that was just set. Another person who is logged in here stays logged
 * in. The log-in of the same person is renewed, because their token ended with the old password.
 * @returns the sentence that tells the outcome
 */
async function logInAnew(credentials: { username: string; password: string }): Promise<string> {
  const before = session.getState().account;
  if (before !== null && before.username !== credentials.username) {
    return messages.passwordReset.done;
  }
  try {
    const outcome = await session.logIn(credentials);
    return before === null && outcome === 'authenticated'
      ? messages.passwordReset.doneAndLoggedIn
      : messages.passwordReset.done;
  } catch {
    // The password is set all the same: they log in by hand.
    session.logOut();
    return messages.passwordReset.done;
  }
}

/** The two fields of a new password. */
export function NewPasswordForm({ username, token, onDone }: NewPasswordFormProps) {
  const form = useValidatedForm({ password: '', password2: '' }, judgeNewPassword);
  const [isPending, setIsPending] = useState(false);

  async function submit(element: HTMLFormElement): Promise<void> {
    if (isPending) return;
    form.showErrors();
    if (Object.keys(form.errors).length > 0) {
      showToast('error', messages.passwordReset.incomplete);
      focusFirstError(element, form.errors);
      return;
    }
    setIsPending(true);
    const { password } = form.values;
    try {
      await callApi('/api/accounts/pass_reset', {
        method: 'POST',
        body: { username, password, token },
        authenticated: false,
      });
    } catch (error) {
      setIsPending(false);
      explain(error);
      return;
    }
    showToast('success', await logInAnew({ username, password }));
    onDone();
  }

  function explain(error: unknown): void {
    const fault = error instanceof RequestRefusedError ? error.fields.password : undefined;
    if (fault !== undefined) form.noteServerError('password', form.values.password, fault);
    showToast('error', failureText(error));
  }

  return (
    <Form onSubmit={(element) => void submit(element)}>
      {/* Tells password managers whose password this is. */}
      <input type="hidden" name="username" autoComplete="username" value={username} />
      <PasswordField
        {...form.field('password')}
        label="New Password"
        autoComplete="new-password"
        description={passwordHelp}
      />
      <PasswordField
        {...form.field('password2')}
        label="Confirm Password"
        autoComplete="new-password"
      />
      <Button type="submit" size="lg" wide isPending={isPending}>
        Reset Password
      </Button>
    </Form>
  );
}
