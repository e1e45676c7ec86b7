import { House, Radar } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { Footer } from '../../../ui/site/footer.tsx';
import { Navbar } from '../../../ui/site/navbar.tsx';
import type { NavbarAccount, NavbarMenu } from '../../../ui/site/navbar-sheet.tsx';
import { SideNote } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import type { GuideSection } from '../sample.tsx';
import styles from './sections.module.css';

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

function NavbarSection() {
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
          <SideNote number={2}>For a visitor</SideNote>
          <div className={styles.frame}>
            <Navbar {...common} account={visitor} />
          </div>
          <SideNote number={2}>For who is logged in, on an app's pages</SideNote>
          <div className={styles.frame}>
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

function FooterSection() {
  return (
    <div className={styles.frame}>
      <Footer
        brandName="Sample"
        tagline="A sentence on what this is."
        columns={['Applications', 'Discover', 'Support'].map((title) => ({
          title,
          links: [
            { label: `A page of ${title}`, href: '#footer' },
            { label: 'Another site', href: '#footer', external: true },
          ],
        }))}
        footnotes={[
          { label: 'Site map', href: '#footer' },
          { label: 'License', href: '#footer' },
        ]}
      />
    </div>
  );
}

export const siteSections: readonly GuideSection[] = [
  { id: 'navbar', title: 'Navbar', Component: NavbarSection },
  { id: 'footer', title: 'Footer', Component: FooterSection },
];
