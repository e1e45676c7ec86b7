import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '../lib/session.ts';
import { ErrorScreen } from '../ui/states/error-screen.tsx';
import { appsFor } from './navigation.ts';

// Few people come here: the search is not part of what every page loads.
const PageFinder = lazy(async () => ({
  default: (await import('../features/site/help/page-finder.tsx')).PageFinder,
}));

/** The page of an unknown address. */
export function NotFoundPage() {
  const { account } = useSession();
  const { pathname } = useLocation();
  return (
    <ErrorScreen code={404} username={account?.username ?? null}>
      <Suspense>
        <PageFinder key={pathname} path={pathname} apps={appsFor(account)} />
      </Suspense>
    </ErrorScreen>
  );
}

/** The page of the address that is named after the error of who may not see a page. */
export function NotAuthenticatedPage() {
  const { account } = useSession();
  return <ErrorScreen code={401} username={account?.username ?? null} />;
}
