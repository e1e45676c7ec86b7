import { CircleHelp, type LucideIcon, Menu as MenuIcon, Monitor, Moon, Sun } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button as AriaButton, Link as AriaLink } from 'react-aria-components';
import { Button, TextButton } from '../actions/button.tsx';
import { Avatar } from '../media/avatar.tsx';
import { BrandMark } from '../media/brand-mark.tsx';
import { Icon } from '../media/icon.tsx';
import { Menu, type MenuEntry } from '../overlays/menu.tsx';
import styles from './navbar.module.css';
import type { NavbarAccount, NavbarMenu } from './navbar-sheet.tsx';

const NavbarSheet = lazy(async () => ({
  default: (await import('./navbar-sheet.tsx')).NavbarSheet,
}));

type NavbarTheme = 'system' | 'light' | 'dark';

interface NavbarProps {
  brandName: string;
  brandHref: string;
  /** The app's name beside the brand, on an app's pages. */
  subtitle?: string;
  menus: readonly NavbarMenu[];
  /** The menu of the other apps, in place of the site's menus, on an app's pages. */
  appSwitcher?: NavbarMenu;
  help?: NavbarMenu;
  /** What stands before the account's menu, for a person who is logged in. */
  bell?: ReactNode;
  account: NavbarAccount;
  theme: NavbarTheme;
  onThemeChange: (theme: NavbarTheme) => void;
}

/** The bar at the top of every page, which knows neither the session nor the router. */
export function Navbar(props: NavbarProps) {
  const { brandName, brandHref, subtitle, menus, appSwitcher, help, bell, account } = props;
  const themeEntries = themeMenu(props);
  return (
    <header className={styles.bar}>
      <AriaLink className={styles.brand} href={brandHref} aria-label={`${brandName} home`}>
        <BrandMark />
        <span className={styles.name}>{brandName}</span>
      </AriaLink>
      {subtitle && <span className={styles.subtitle}>{subtitle}</span>}

      <nav className={styles.menus} aria-label="Main">
        {(appSwitcher ? [appSwitcher] : menus).map((menu) => (
          <Menu key={menu.label} {...menu} />
        ))}
      </nav>

      <div className={styles.end}>
        {help && (
          <div className={styles.roomy}>
            <Menu {...help} align="end" trigger={<Icon of={CircleHelp} />} />
          </div>
        )}
        <div className={styles.roomy}>
          <Menu
            label="Theme"
            align="end"
            entries={themeEntries}
            trigger={<ThemeIcon {...props} />}
          />
        </div>
        {bell}
        <AccountCorner account={account} />
        <NarrowMenu
          menus={[
            ...(appSwitcher ? [appSwitcher] : []),
            ...menus.filter((menu) => !appSwitcher || menu.label !== 'Apps'),
            ...(help ? [help] : []),
            { label: 'Theme', entries: themeEntries },
          ]}
          account={account}
        />
      </div>
    </header>
  );
}

const themes: Record<NavbarTheme, { label: string; icon: LucideIcon }> = {
  system: { label: 'As the system', icon: Monitor },
  light: { label: 'Light', icon: Sun },
  dark: { label: 'Dark', icon: Moon },
};

function ThemeIcon({ theme }: Pick<NavbarProps, 'theme'>) {
  return <Icon of={themes[theme].icon} />;
}

function themeMenu({ theme, onThemeChange }: Pick<NavbarProps, 'theme' | 'onThemeChange'>) {
  return (['system', 'light', 'dark'] as const).map(
    (choice): MenuEntry => ({
      ...themes[choice],
      isCurrent: choice === theme,
      onAction: () => onThemeChange(choice),
    }),
  );
}

function AccountCorner({ account }: { account: NavbarAccount }): ReactNode {
  switch (account.status) {
    case 'checking':
      return <span className={styles.checking} />;
    case 'visitor':
      return (
        <>
          <div className={styles.roomy}>
            <TextButton onPress={account.onLogIn}>Log In</TextButton>
          </div>
          <div className={styles.signUp}>
            <Button size="sm" onPress={account.onSignUp}>
              Sign Up
            </Button>
          </div>
        </>
      );
    case 'authenticated':
      return (
        <Menu
          label="Profile"
          align="end"
          trigger={<Avatar photo={account.photo} name={account.username} />}
          header={
            <span className={styles.person}>
              <strong>{account.username}</strong>
              <span>{account.email}</span>
            </span>
          }
          entries={[
            { label: 'Visit Profile', href: account.profileHref },
            { label: 'Log Out', onAction: account.onLogOut },
          ]}
        />
      );
  }
}

/** The menu of a narrow screen, with everything that does not fit into the bar. */
function NarrowMenu(props: { menus: readonly NavbarMenu[]; account: NavbarAccount }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <AriaButton
        className={styles.narrowButton}
        aria-label="Menu"
        aria-expanded={isOpen}
        onPress={() => setIsOpen(true)}
      >
        <Icon of={MenuIcon} />
      </AriaButton>
      {isOpen && (
        <Suspense>
          <NavbarSheet {...props} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
