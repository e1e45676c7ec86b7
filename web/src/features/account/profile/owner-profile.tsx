import type { CurrentAccount } from '@refugia/contract/account/account.ts';
import { useSearchParams } from 'react-router';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { tabOf, withTab } from '../account-address.ts';
import { AccountTab } from '../settings/account-tab.tsx';
import { AboutPerson } from './about-person.tsx';
import { AppsTab } from './apps-tab.tsx';
import { ProfileBanner } from './profile-banner.tsx';

/** What the owner of the account sees: the apps, the own profile, and what can be changed. */
export function OwnerProfile({ account }: { account: CurrentAccount }) {
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
