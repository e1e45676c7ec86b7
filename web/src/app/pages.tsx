import { RotateCw, TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { Navigate, useLocation, useRouteError, useSearchParams } from 'react-router';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useModalAddress } from '../lib/modal-address.ts';
import { nextOf } from '../lib/next-address.ts';
import { useSession } from '../lib/session.ts';
import { Button, ButtonLink } from '../ui/actions/button.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { ErrorScreen } from '../ui/states/error-screen.tsx';
import { appEntries } from './navigation.ts';
import { PageFallback } from './shell.tsx';

const LandingPage = lazy(async () => ({
  default: (await import('../features/site/landing/landing-page.tsx')).LandingPage,
}));

/** The root leads to the landing page, with the modal that the address names. */
export function RootRoute() {
  return <Navigate to={`/landing${useLocation().search}`} replace />;
}

/**
 * The landing page is for visitors. Somebody who is logged in is sent on: to the page that the address
 * names, or to their own profile.
 */
export function LandingRoute() {
  const { status, account } = useSession();
  const { modal } = useModalAddress();
  const next = nextOf(useSearchParams()[0]);
  if (status === 'checking') return <PageFallback />;
  // An open modal closes first: two navigations at once would cancel each other.
  if (status === 'authenticated' && modal === null) {
    return <Navigate to={next ?? `/profile/${encodeURIComponent(account.username)}`} replace />;
  }
  return <LandingPage />;
}

// Few people come here: the search is not part of what every page loads.
const PageFinder = lazy(async () => ({
  default: (await import('../features/site/help/page-search.tsx')).PageFinder,
}));

export function NotFoundPage() {
  const { account } = useSession();
  const { pathname } = useLocation();
  return (
    <ErrorScreen code={404} username={account?.username ?? null}>
      <Suspense>
        <PageFinder key={pathname} path={pathname} apps={appEntries(account)} />
      </Suspense>
    </ErrorScreen>
  );
}

/** The page of the address that is named after the error of who may not see a page. */
export function NotAuthenticatedPage() {
  const { account } = useSession();
  return <ErrorScreen code={401} username={account?.username ?? null} />;
}

/** In place of a page that threw, or whose code could not be fetched. */
export function RouteFailure() {
  const error = useRouteError();
  useDocumentTitle('Something went wrong');
  useEffect(() => {
    console.error(error);
  }, [error]);
  return (
    <EmptyState
      icon={TriangleAlert}
      headingLevel={1}
      title="This page could not be shown"
      actions={
        <>
          <Button onPress={() => window.location.reload()} icon={RotateCw}>
            Reload
          </Button>
          <ButtonLink kind="secondary" href="/landing">
            Landing page
          </ButtonLink>
        </>
      }
    >
      Either the connection broke while it was loading, or it has a fault. Reloading often helps.
    </EmptyState>
  );
}
