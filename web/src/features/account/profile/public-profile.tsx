import type { PublicAccount } from '@refugia/contract/account/profile.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { RequestRefusedError } from '../../../lib/api-errors.ts';
import { callApi } from '../../../lib/session.ts';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Spinner } from '../../../ui/states/spinner.tsx';
import { failureText } from '../failure-text.ts';
import { AboutPerson } from './about-person.tsx';
import { ProfileBanner } from './profile-banner.tsx';
import styles from './profile-page.module.css';

/**
 * What anyone sees of an account. An account that cannot be found leads to the site's root, where a
 * toast says why.
 */
export function PublicProfile({ username }: { username: string }) {
  const lookup = useQuery({
    queryKey: ['account', 'public', username],
    queryFn: ({ signal }) =>
      callApi<PublicAccount>('/api/accounts/public_account', { query: { username }, signal }),
  });
  const { error } = lookup;
  useEffect(() => {
    if (error === null) return;
    const isUnknown = error instanceof RequestRefusedError && error.status === 404;
    showToast(
      isUnknown ? 'message' : 'error',
      isUnknown ? `There is no profile named “${username}”.` : failureText(error),
    );
  }, [error, username]);
  if (lookup.isError) return <Navigate to="/" replace />;
  if (lookup.isPending) {
    return (
      <div className={styles.waiting}>
        <Spinner size="lg" />
      </div>
    );
  }
  const { organization, bio, photo } = lookup.data;
  return (
    <>
      <ProfileBanner username={username} organization={organization} photo={photo} />
      <AboutPerson bio={bio} />
    </>
  );
}
