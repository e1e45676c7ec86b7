import { Navigate, useParams } from 'react-router';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { useSession } from '../../lib/session.ts';
import { Page } from '../../ui/page.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { OwnerProfile } from './owner-profile.tsx';
import styles from './profile-page.module.css';
import { PublicProfile } from './public-profile.tsx';

/** `/profile/{username}`: one's own with what is private, anyone else's with what is public. */
export function ProfilePage() {
  const { username } = useParams();
  const { status, account } = useSession();
  useDocumentTitle(username ?? 'Profile');

  if (status === 'checking') {
    return (
      <Page>
        <div className={styles.waiting}>
          <Spinner size="lg" />
        </div>
      </Page>
    );
  }
  if (username === undefined) {
    const home = account === null ? '/landing' : `/profile/${encodeURIComponent(account.username)}`;
    return <Navigate to={home} replace />;
  }
  return (
    <Page>
      {account?.username === username ? (
        <OwnerProfile account={account} />
      ) : (
        <PublicProfile username={username} />
      )}
    </Page>
  );
}
