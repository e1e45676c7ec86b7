import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { RequestRefusedError } from '../../../lib/api-errors.ts';
import { callApi, session } from '../../../lib/session.ts';
import { contactAddresses } from '../../../lib/site-settings.ts';
import { useValidatedForm } from '../../../lib/validated-form.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { showFailure, showToast } from '../../../ui/overlays/toast.tsx';
import { Heading, Text } from '../../../ui/style/typography.tsx';
import { landingWithLogIn } from '../account-address.ts';
import { judgeNewPassword, passwordHelp } from '../field-rules.ts';
import { Outcome, OutcomePage, OutcomePending, sentOnce, useRedirectLater } from './outcome.tsx';
import styles from './password-reset-page.module.css';

/** The page of the mailed link by which an account gets a new password. */
export function PasswordResetPage() {
  const [parameters] = useSearchParams();
  const token = parameters.get('token') ?? '';
  const username = parameters.get('username') ?? '';
  const [isDone, setIsDone] = useState(false);
  const check = useQuery({
    queryKey: ['account', 'reset token', token],
    queryFn: ({ signal }) =>
      callApi('/api/accounts/pass_reset', { query: { token }, authenticated: false, signal }),
    ...sentOnce,
  });
  const { isError, error } = check;
  const isUsed = error instanceof RequestRefusedError && error.code === 'reset_link_used';
  useEffect(() => {
    if (!isError) return;
    showToast('error', isUsed ? messages.linkUsed.reset : messages.passwordReset.failed);
  }, [isError, isUsed]);
  useRedirectLater(
    isError ? (isUsed ? landingWithLogIn : '/') : null,
    limits.account.resetFailureRedirectMilliseconds,
  );
  useRedirectLater(isDone ? '/' : null, limits.account.resetRedirectMilliseconds);

  if (check.isSuccess) {
    return (
      <Page width="narrow">
        <div className={styles.sheet}>
          <header className={styles.header}>
            <Heading level={1} visualLevel={2}>
              Hello, {username}.
            </Heading>
            <Text tone="soft">Choose a new password for your account.</Text>
          </header>
          <NewPasswordForm username={username} token={token} onDone={() => setIsDone(true)} />
        </div>
      </Page>
    );
  }
  return (
    <OutcomePage>
      {check.isPending && <OutcomePending title="Checking your link…" />}
      {isError && (
        <Outcome
          title={isUsed ? 'Already used' : 'Error'}
          text={
            isUsed
              ? 'This link set a password before. Redirecting to the landing page, where you can log in with it, or ask for a new link.'
              : 'This link could not be checked, or it is no longer valid: it works once, and for an hour. Redirecting to the landing page, where you can ask for a new one.'
          }
          action={
            <Text number={2}>
              <Link href={contactAddresses.bug}>Reporting a bug</Link>
            </Text>
          }
        />
      )}
    </OutcomePage>
  );
}

interface NewPasswordFormProps {
  username: string;
  /** The token of the mailed link, which is not used up yet. */
  token: string;
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

function NewPasswordForm({ username, token, onDone }: NewPasswordFormProps) {
  const form = useValidatedForm({ password: '', password2: '' }, judgeNewPassword);
  const [isPending, setIsPending] = useState(false);

  async function submit(element: HTMLFormElement): Promise<void> {
    if (isPending) return;
    if (!form.canSubmit(element)) {
      showToast('error', messages.passwordReset.incomplete);
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
    showFailure(error);
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
