import { useEffect, useRef } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { useModalAddress } from '../../../lib/modal-address.ts';
import { useSession } from '../../../lib/session.ts';
import { Page } from '../../../ui/layout/page.tsx';
import { LogInInvitation } from '../../../ui/states/log-in-invitation.tsx';
import { Spinner } from '../../../ui/states/spinner.tsx';
import { namesTab } from '../account-address.ts';
import { OwnerProfile } from './owner-profile.tsx';
import styles from './profile-page.module.css';
import { PublicProfile } from './public-profile.tsx';

/**
 * The page of `/profile/{username}`. It shows the owner what is private, and anyone else what is
 * public. Without a name it leads to one's own profile, after logging in where that is needed.
 */
export function ProfilePage() {
  const { username } = useParams();
  const [parameters] = useSearchParams();
  const { status, account } = useSession();
  const { modal } = useModalAddress();
  useDocumentTitle(username ?? 'Profile');
  // Everybody may open the address of a name. Only an owner opens an address of a tab, or one
  // without a name.
  useLogInOnArrival(username === undefined || namesTab(parameters));

  if (status === 'checking') {
    return (
      <Page>
        <div className={styles.waiting}>
          <Spinner size="lg" />
        </div>
      </Page>
    );
  }
  if (username === undefined && account !== null && modal === null) {
    const search = parameters.size === 0 ? '' : `?${parameters}`;
    return <Navigate to={`/profile/${encodeURIComponent(account.username)}${search}`} replace />;
  }
  return (
    <Page>
      {username === undefined ? (
        account === null && <LogInInvitation title="Please log in to see your profile." />
      ) : account?.username === username ? (
        <OwnerProfile account={account} />
      ) : (
        <PublicProfile username={username} />
      )}
    </Page>
  );
}

/**
 * Opens the log-in modal once for somebody who arrives logged out, but not for somebody who logs
 * out here.
 */
function useLogInOnArrival(isWanted: boolean): void {
  const { status } = useSession();
  const { openModal } = useModalAddress();
  const hasArrived = useRef(false);
  useEffect(() => {
    if (status === 'checking' || hasArrived.current) return;
    hasArrived.current = true;
    if (isWanted && status === 'visitor') openModal('login');
  }, [status, isWanted, openModal]);
}
