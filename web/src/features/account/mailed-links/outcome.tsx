import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { callApi, useSession } from '../../../lib/session.ts';
import { ButtonLink } from '../../../ui/actions/button.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { Heading, Text } from '../../../ui/style/typography.tsx';
import { accountTabAddress, landingWithLogIn } from '../account-address.ts';
import styles from './outcome.module.css';

/** A page that tells the outcome of a mailed link. Screen readers announce each change of it. */
export function OutcomePage({ children }: { children: ReactNode }) {
  return (
    <Page width="narrow">
      <div className={styles.outcome} aria-live="polite">
        {children}
      </div>
    </Page>
  );
}

export function OutcomePending({ title }: { title: string }) {
  return (
    <>
      <span className={styles.waiting}>
        <Spinner size="lg" label="" />
      </span>
      <Heading level={1} visualLevel={3}>
        {title}
      </Heading>
    </>
  );
}

interface OutcomeProps {
  title: string;
  text: ReactNode;
  action?: ReactNode;
}

/** Leads to the account of who is logged in, or to the log-in. */
export function AccountLink() {
  const { account } = useSession();
  return account === null ? (
    <ButtonLink href={landingWithLogIn}>Log In</ButtonLink>
  ) : (
    <ButtonLink href={accountTabAddress(account.username)}>Your account</ButtonLink>
  );
}

export function Outcome({ title, text, action }: OutcomeProps) {
  return (
    <>
      <Heading level={1}>{title}</Heading>
      <Text tone="soft">{text}</Text>
      {action}
    </>
  );
}

/** Options of a query that is sent once, since a link that was used up would look expired. */
export const sentOnce = {
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/**
 * Follows the mailed link whose `uid` and `token` stand in the address, by a POST to this path. It is
 * a query, though it changes something, because it is sent once however often the page renders.
 */
export function useMailedLink<Reply>(path: string): UseQueryResult<Reply> {
  const [parameters] = useSearchParams();
  const uid = parameters.get('uid') ?? '';
  const token = parameters.get('token') ?? '';
  return useQuery({
    queryKey: ['account', 'mailed link', path, uid, token],
    queryFn: () =>
      callApi<Reply>(path, { method: 'POST', body: { uid, token }, authenticated: false }),
    ...sentOnce,
  });
}

/**
 * Goes to this address after a while, unless the page is left before. With `null` the page stays.
 */
export function useRedirectLater(to: string | null, milliseconds: number): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (to === null) return;
    const timer = setTimeout(() => navigate(to), milliseconds);
    return () => clearTimeout(timer);
  }, [to, milliseconds, navigate]);
}
