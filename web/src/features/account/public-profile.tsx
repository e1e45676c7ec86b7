import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { callApi } from '../../lib/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Heading, Text } from '../../ui/typography.tsx';
import styles from './account.module.css';

interface PublicAccount {
  username: string;
  organization: string;
  bio: string;
  photo: string | null;
}

/** What anyone sees of an account. An account that cannot be found leads to the site's root. */
export function PublicProfile({ username }: { username: string }) {
  const lookup = useQuery({
    queryKey: ['account', 'public', username],
    queryFn: ({ signal }) =>
      callApi<PublicAccount>('/api/accounts/public_account', { query: { username }, signal }),
  });
  if (lookup.isError) return <Navigate to="/" replace />;
  if (lookup.isPending) {
    return (
      <div className={styles.outcome}>
        <Spinner size="lg" />
      </div>
    );
  }
  const { organization, bio, photo } = lookup.data;
  return (
    <>
      <header className={styles.owner}>
        <Avatar size="lg" photo={photo} name={username} />
        <div>
          <Heading level={1} look={2}>
            {username}
          </Heading>
          {organization !== '' && (
            <Text number={2} tone="soft">
              {organization}
            </Text>
          )}
        </div>
      </header>
      <Text tone={bio === '' ? 'faint' : 'normal'}>
        {bio === '' ? 'No description added yet' : bio}
      </Text>
    </>
  );
}
