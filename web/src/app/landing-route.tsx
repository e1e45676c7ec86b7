import { lazy } from 'react';
import { Navigate } from 'react-router';
import { useSession } from '../lib/session.ts';
import { PageFallback } from './shell.tsx';

const LandingPage = lazy(async () => ({
  default: (await import('../features/site/landing-page.tsx')).LandingPage,
}));

/** The landing page is for visitors: who is logged in goes on to the own profile. */
export function LandingRoute() {
  const { status, account } = useSession();
  if (status === 'checking') return <PageFallback />;
  if (status === 'authenticated') {
    return <Navigate to={`/profile/${encodeURIComponent(account.username)}`} replace />;
  }
  return <LandingPage />;
}
