import { messages } from '@refugia/contract/messages.ts';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { RouterProvider as AriaRouterProvider } from 'react-aria-components';
import {
  type Location,
  Outlet,
  ScrollRestoration,
  useHref,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
} from 'react-router';
import { useTitleOfPage } from '../lib/document-title.ts';
import { type ModalName, useModalAddress } from '../lib/modal-address.ts';
import { session, useSession, useSessionUpkeep } from '../lib/session.ts';
import { siteSettings } from '../lib/site-settings.ts';
import { chooseTheme, useThemeChoice } from '../lib/theme.ts';
import { useFocusUpkeep, useLanding } from '../lib/use-landing.ts';
import { Spinner } from '../ui/media/spinner.tsx';
import { showToast, ToastRegion } from '../ui/overlays/toast.tsx';
import { Footer } from '../ui/site/footer.tsx';
import { Navbar } from '../ui/site/navbar.tsx';
import type { NavbarAccount } from '../ui/site/navbar-sheet.tsx';
import { classNames } from '../ui/style/class-names.ts';
import {
  type AppName,
  appSwitcher,
  footerColumns,
  footnotes,
  helpMenu,
  siteMenus,
} from './navigation.ts';
import styles from './shell.module.css';

/** What a route tells the shell about its page. */
export interface RouteHandle {
  /** The app that the page belongs to: the navbar's subtitle, app switcher and help menu. */
  app?: AppName;
  /** A map below a slim navbar: no footer, no page scroll. */
  fullBleed?: boolean;
}

const AccountModals = lazy(async () => ({
  default: (await import('../features/account/signing-in/account-modals.tsx')).AccountModals,
}));

const PrivateMapModal = lazy(async () => ({
  default: (await import('../features/collaborative-mapper/private/private-map-modal.tsx'))
    .PrivateMapModal,
}));

const Bell = lazy(async () => ({
  default: (await import('../features/notifications/bell.tsx')).Bell,
}));

/** The frame around every page: navbar, page, footer, toasts, modals. */
export function Shell() {
  const navigate = useNavigate();
  const { modal } = useModalAddress();
  const handle = useRouteHandle();
  const mainRef = useFocusOnNewPage();
  useTitleOfPage(useLocation().pathname);
  useSessionUpkeep();
  useExpiryNotice();
  useFocusUpkeep();
  useLanding(mainRef, (main) => main);

  return (
    <AriaRouterProvider navigate={navigate} useHref={useSiteHref}>
      <a className={styles.skip} href="#main">
        Skip to the content
      </a>
      <div className={classNames(styles.shell, handle.fullBleed && styles.fullBleed)}>
        <ShellNavbar app={handle.app} />
        <NavigationBar />
        <main id="main" ref={mainRef} tabIndex={-1} className={styles.main}>
          <Suspense fallback={<PageFallback />}>
            <Outlet />
          </Suspense>
        </main>
        {!handle.fullBleed && (
          <Footer
            brandName={siteSettings.brandName}
            tagline="Open maps for people who look after land and the life on it."
            columns={footerColumns}
            footnotes={footnotes}
          />
        )}
      </div>
      <Suspense>
        {modal === 'private-map' ? <PrivateMapModal /> : modal !== null && <AccountModals />}
      </Suspense>
      <ToastRegion />
      <ScrollRestoration getKey={scrollKeyOf} />
    </AriaRouterProvider>
  );
}

/**
 * The key under which a scroll position is remembered. Every page that is loaded anew has the
 * router's key `default`, with which alone a page would open at the position of another one, and
 * not at its anchor.
 */
function scrollKeyOf({ key, pathname, hash }: Location): string {
  return key === 'default' ? `${pathname}${hash}` : key;
}

function useRouteHandle(): RouteHandle {
  const matches = useMatches();
  return Object.assign({}, ...matches.map((match) => match.handle));
}

function ShellNavbar({ app }: Pick<RouteHandle, 'app'>) {
  const { openModal } = useModalAddress();
  const current = useSession();
  const theme = useThemeChoice();
  const account = navbarAccount(current, openModal);
  return (
    <Navbar
      brandName={siteSettings.brandName}
      brandHref={account.status === 'authenticated' ? account.profileHref : '/landing'}
      menus={siteMenus(current.account)}
      {...(app !== undefined && {
        subtitle: app,
        appSwitcher: appSwitcher(app, current.account),
        help: helpMenu(app),
      })}
      account={account}
      {...(account.status === 'authenticated' && {
        bell: (
          <Suspense>
            <Bell key={account.username} profileHref={account.profileHref} />
          </Suspense>
        ),
      })}
      theme={theme}
      onThemeChange={chooseTheme}
    />
  );
}

function navbarAccount(
  current: ReturnType<typeof useSession>,
  openModal: (modal: ModalName) => void,
): NavbarAccount {
  switch (current.status) {
    case 'checking':
      return { status: 'checking' };
    case 'visitor':
      return {
        status: 'visitor',
        onLogIn: () => openModal('login'),
        onSignUp: () => openModal('signup'),
      };
    case 'authenticated': {
      const { username, email, photo } = current.account;
      return {
        status: 'authenticated',
        username,
        email,
        photo,
        profileHref: `/profile/${encodeURIComponent(username)}`,
        onLogOut: () => {
          session.logOut();
          showToast('success', messages.loggedOut);
        },
      };
    }
  }
}

/** A thin line while the next page's code is on its way, so that a press is seen to have worked. */
function NavigationBar() {
  const { state } = useNavigation();
  return state === 'idle' ? null : <div className={styles.loading} role="presentation" />;
}

/** Shown while the code of the first page is loading. */
export function PageFallback() {
  return (
    <div className={styles.fallback}>
      <Spinner size="lg" />
    </div>
  );
}

/** Moves the focus to the top of a new page, where a full page load would put it. */
function useFocusOnNewPage() {
  const { pathname } = useLocation();
  const mainRef = useRef<HTMLElement>(null);
  const lastPathname = useRef(pathname);
  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    mainRef.current?.focus({ preventScroll: true });
  }, [pathname]);
  return mainRef;
}

function useExpiryNotice(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      session.onExpired(() => {
        // The refused call has shown a sentence of its own, which this toast replaces.
        showToast('message', messages.sessionExpired, { insteadOf: messages.notAuthenticated });
        navigate('/landing');
      }),
    [navigate],
  );
}

/** An address with a scheme of its own (`https:`, `mailto:` …), or one that begins with a host. */
const leadsOffTheSite = (href: string): boolean => /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(href);

/**
 * The `href` of a link. The router would resolve an address that leads off the site against the
 * open page.
 */
function useSiteHref(href: string): string {
  const resolved = useHref(leadsOffTheSite(href) ? '/' : href);
  return leadsOffTheSite(href) ? href : resolved;
}
