import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { CallFailedError, RequestRefusedError } from '../../lib/api-errors.ts';
import { callApi } from '../../lib/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Heading, Text } from '../../ui/typography.tsx';
import styles from './account.module.css';

const landingWithLogIn = '/landing?modal=login';

/** Goes to this address after a while, unless the page is left before. */
function useRedirectLater(to: string | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (to === null) return;
    const timer = setTimeout(() => navigate(to), limits.account.activationRedirectMilliseconds);
    return () => clearTimeout(timer);
  }, [to, navigate]);
}

/** Where the mailed link leads: activates the account and says what came of it. */
export function ActivationPage() {
  const [parameters] = useSearchParams();
  const uid = parameters.get('uid') ?? '';
  const token = parameters.get('token') ?? '';

  // A query, though it changes something: it is asked once however often the page renders, and a
  // link that was used up by a second asking would look expired.
  const activation = useQuery({
    queryKey: ['account', 'activate', uid, token],
    queryFn: () =>
      callApi<{ username: string }>('/api/accounts/activate', {
        method: 'POST',
        body: { uid, token },
        authenticated: false,
      }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const isExpired = activation.error instanceof RequestRefusedError;
  const isCallFailed = activation.error instanceof CallFailedError;
  useRedirectLater(activation.isSuccess ? landingWithLogIn : isExpired ? '/landing' : null);

  return (
    <Page width="narrow">
      <div className={styles.outcome} aria-live="polite">
        {activation.isPending && (
          <>
            <span className={styles.waiting}>
              <Spinner size="lg" label="" />
            </span>
            <Heading level={1} look={3}>
              {messages.activating}
            </Heading>
          </>
        )}
        {activation.isSuccess && (
          <>
            <Heading level={1}>Welcome, {activation.data.username}.</Heading>
            <Text tone="soft">{messages.activated}</Text>
            <ButtonLink href={landingWithLogIn}>Log In</ButtonLink>
          </>
        )}
        {isExpired && (
          <>
            <Heading level={1}>Error</Heading>
            <Text tone="soft">{messages.activationExpired}</Text>
            <ButtonLink href="/landing" kind="secondary">
              Landing page
            </ButtonLink>
          </>
        )}
        {isCallFailed && (
          <>
            <Heading level={1}>Error</Heading>
            <Text tone="soft">{messages.somethingWentWrong}</Text>
            <Button onPress={() => void activation.refetch()}>Try again</Button>
          </>
        )}
      </div>
    </Page>
  );
}
