import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { RequestRefusedError } from '../../../lib/api-errors.ts';
import { contactAddresses } from '../../../lib/contact-addresses.ts';
import { callApi } from '../../../lib/session.ts';
import { Link } from '../../../ui/actions/link.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Heading, Text } from '../../../ui/style/typography.tsx';
import { landingWithLogIn } from '../account-address.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import { Outcome, OutcomePage, OutcomePending } from './outcome.tsx';
import styles from './password-reset-page.module.css';
import { useRedirectLater } from './use-redirect-later.ts';

/** The page of the mailed link, on which the account that the address names gets a new password. */
export function PasswordResetPage() {
  const [parameters] = useSearchParams();
  const token = parameters.get('token') ?? '';
  const username = parameters.get('username') ?? '';
  const [isDone, setIsDone] = useState(false);
  const check = useQuery({
    queryKey: ['account', 'reset token', token],
    queryFn: ({ signal }) =>
      callApi('/api/accounts/pass_reset', { query: { token }, authenticated: false, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
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
            <Heading level={1} look={2}>
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
