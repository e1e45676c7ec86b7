import { lazy } from 'react';
import { Navigate } from 'react-router';
import { useModalAddress } from '../lib/modal-address.ts';
import { useSession } from '../lib/session.ts';
import { PageFallback } from './shell.tsx';

const LandingPage = lazy(async () => ({
  default: (await import('../features/site/landing/landing-page.tsx')).LandingPage,
}));

/** The landing page is for visitors. Somebody who is logged in is sent on to their own profile. */
export function LandingRoute() {
  const { status, account } = useSession();
  const { modal } = useModalAddress();
  if (status === 'checking') return <PageFallback />;
  // An open modal closes first: two navigations at once would cancel each other.
  if (status === 'authenticated' && modal === null) {
    return <Navigate to={`/profile/${encodeURIComponent(account.username)}`} replace />;
  }
  return <LandingPage />;
}
