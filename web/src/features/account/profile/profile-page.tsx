import type { CurrentAccount } from '@refugia/contract/account/account.ts';
import type { PublicAccount } from '@refugia/contract/account/profile.ts';
import { messages } from '@refugia/contract/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { failureText, RequestRefusedError } from '../../../lib/api-errors.ts';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { useModalAddress } from '../../../lib/modal-address.ts';
import { callApi, useSession } from '../../../lib/session.ts';
import { valueMapperFor } from '../../../lib/site-settings.ts';
import { ButtonLink } from '../../../ui/actions/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { MapperDrawing, PatrolDrawing, ValueDrawing } from '../../../ui/media/app-drawings.tsx';
import { Avatar } from '../../../ui/media/avatar.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { LogInInvitation } from '../../../ui/states/empty-state.tsx';
import { Badge } from '../../../ui/style/badge.tsx';
import { Heading, PartHeading, Text } from '../../../ui/style/typography.tsx';
import { namesTab, tabOf, withTab } from '../account-address.ts';
import { AccountTab } from '../settings/account-tab.tsx';
import styles from './profile-page.module.css';

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
  // Everybody may open the address of a name, but only an owner one of a tab, or one without a
  // name.
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

function OwnerProfile({ account }: { account: CurrentAccount }) {
  const [parameters, setParameters] = useSearchParams();
  const { username, organization, bio, photo } = account;
  return (
    <>
      <ProfileBanner username={username} organization={organization} photo={photo} />
      <Tabs
        label="Parts of your profile"
        selected={tabOf(parameters)}
        onSelect={(tab) => {
          if (tab === tabOf(parameters)) return;
          setParameters((current) => withTab(current, tab), { preventScrollReset: true });
        }}
        tabs={[
          { id: 'apps', label: 'Apps', content: <AppsTab account={account} /> },
          { id: 'profile', label: 'Profile', content: <AboutPerson bio={bio} /> },
          { id: 'account', label: 'Account', content: <AccountTab account={account} /> },
        ]}
      />
    </>
  );
}

/**
 * What anyone sees of an account. An account that cannot be found leads to the site's root, where a
 * toast says why.
 */
function PublicProfile({ username }: { username: string }) {
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

interface ProfileBannerProps {
  username: string;
  organization: string;
  photo: string | null;
}

function ProfileBanner({ username, organization, photo }: ProfileBannerProps) {
  return (
    <header className={styles.header}>
      <div className={styles.banner}>
        <div className={styles.contours} />
      </div>
      <div className={styles.person}>
        <div className={styles.photo}>
          <Avatar size="xl" photo={photo} name={username} />
        </div>
        <div className={styles.words}>
          <Heading level={1} visualLevel={2}>
            {username}
          </Heading>
          {organization !== '' && <Text tone="soft">{organization}</Text>}
        </div>
      </div>
    </header>
  );
}

function AboutPerson({ bio }: { bio: string }) {
  return (
    <section className={styles.about}>
      <PartHeading level={2}>About</PartHeading>
      <div className={styles.bio}>
        <Text tone={bio === '' ? 'faint' : 'normal'}>
          {bio === '' ? messages.profile.noDescription : bio}
        </Text>
      </div>
    </section>
  );
}

interface AppEntry {
  name: string;
  text: string;
  drawing: ReactNode;
  href: string;
  /** A link to the account's own things in the app. */
  own?: { label: string; href: string };
}

const apps: readonly AppEntry[] = [
  {
    name: 'Collaborative Mapper',
    text: 'Edit maps and geospatial data as a team: everyone proposes, the owner decides.',
    drawing: <MapperDrawing />,
    href: '/apps/collaborativemapper/dashboard',
  },
  {
    name: 'Habitat Patrol',
    text: 'Pick an area and two dates, and see on the map what changed on the land between them.',
    drawing: <PatrolDrawing />,
    href: '/apps/habitatpatrol/map',
    own: { label: 'My runs', href: '/apps/habitatpatrol/runs' },
  },
];

const valueMapper: AppEntry = {
  name: 'Conservation Value Mapper',
  text: 'Combine maps of what matters into one map of conservation value.',
  drawing: <ValueDrawing />,
  href: '/apps/conservationvaluemapper/dashboard',
};

/** The apps that the account may open. Each opens in a browser tab of its own. */
function AppsTab({ account }: { account: CurrentAccount }) {
  const { hasCard, isInBeta } = valueMapperFor(account);
  const open = hasCard ? [...apps, valueMapper] : apps;
  return (
    <div className={styles.cards}>
      {open.map(({ name, text, drawing, href, own }) => (
        <Card
          key={name}
          as="article"
          media={drawing}
          actions={
            <>
              <ButtonLink
                href={href}
                target="_blank"
                icon={ExternalLink}
                aria-label={`Open App: ${name} (opens in a new tab)`}
              >
                Open App
              </ButtonLink>
              {own && (
                <ButtonLink href={own.href} kind="secondary">
                  {own.label}
                </ButtonLink>
              )}
            </>
          }
        >
          <Heading level={2} visualLevel={3}>
            {name}
            {isInBeta && name === valueMapper.name && <Badge>Beta</Badge>}
          </Heading>
          <Text tone="soft">{text}</Text>
        </Card>
      ))}
    </div>
  );
}
