import { House, Radar } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { Navbar } from '../../../ui/site/navbar.tsx';
import type { NavbarAccount, NavbarMenu } from '../../../ui/site/navbar-entries.ts';
import { Text } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import frame from './frame.module.css';

const apps: NavbarMenu = {
  label: 'Apps',
  entries: [{ label: 'Habitat Patrol', icon: Radar, href: '#navbar', isCurrent: true }],
};
const discover: NavbarMenu = {
  label: 'Discover',
  entries: [{ label: 'Landing page', icon: House, href: '#navbar' }],
};
const help: NavbarMenu = { label: 'Help', entries: [{ label: 'Report a bug', href: '#navbar' }] };

const visitor: NavbarAccount = {
  status: 'visitor',
  onLogIn: () => undefined,
  onSignUp: () => undefined,
};
const member: NavbarAccount = {
  status: 'authenticated',
  username: 'field_notes',
  email: 'field.notes@example.org',
  photo: null,
  profileHref: '#navbar',
  onLogOut: () => undefined,
};

/** The style guide's section 'navbar'. */
export function NavbarSection() {
  const [isShown, setIsShown] = useState(false);
  const common = {
    brandName: 'Sample',
    brandHref: '#navbar',
    menus: [apps, discover],
    theme: 'system',
    onThemeChange: () => undefined,
  } as const;
  return (
    <div className={utilities.stack}>
      <div className={utilities.cluster}>
        <Button kind="secondary" aria-expanded={isShown} onPress={() => setIsShown(!isShown)}>
          {isShown ? 'Hide the sample navbar' : 'Show the sample navbar'}
        </Button>
      </div>
      {isShown && (
        <>
          <Text number={2} tone="soft">
            For a visitor
          </Text>
          <div className={frame.frame}>
            <Navbar {...common} account={visitor} />
          </div>
          <Text number={2} tone="soft">
            For who is logged in, on an app's pages
          </Text>
          <div className={frame.frame}>
            <Navbar
              {...common}
              subtitle="Habitat Patrol"
              appSwitcher={apps}
              help={help}
              account={member}
            />
          </div>
        </>
      )}
    </div>
  );
}
