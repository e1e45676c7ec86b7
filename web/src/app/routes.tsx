import { organisationsPath } from '@refugia/contract/site/site.ts';
import type { ComponentType } from 'react';
import { Navigate, type RouteObject } from 'react-router';
import { apps } from './navigation.ts';
import {
  LandingRoute,
  NotAuthenticatedPage,
  NotFoundPage,
  RootRoute,
  RouteFailure,
} from './pages.tsx';
import { PageFallback, type RouteHandle, Shell } from './shell.tsx';

function page(path: string, load: () => Promise<ComponentType>, handle?: RouteHandle): RouteObject {
  return { path, handle, lazy: async () => ({ Component: await load() }) };
}

function redirect(path: string, to: string): RouteObject {
  return { path, element: <Navigate to={to} replace /> };
}

const habitatPatrol: RouteHandle = { app: apps.habitatPatrol.name };
const collaborativeMapper: RouteHandle = { app: apps.collaborativeMapper.name };
const valueMapper: RouteHandle = { app: apps.valueMapper.name };

/** The screens that talk to the server through the query cache. */
const pagesThatFetch: RouteObject = {
  lazy: async () => ({ Component: (await import('./query-layout.tsx')).QueryLayout }),
  children: [
    page(
      '/profile/:username?',
      async () => (await import('../features/account/profile/profile-page.tsx')).ProfilePage,
    ),
    page(
      '/accounts/activate',
      async () =>
        (await import('../features/account/mailed-links/activation-page.tsx')).ActivationPage,
    ),
    page(
      '/accounts/passwordreset',
      async () =>
        (await import('../features/account/mailed-links/password-reset-page.tsx'))
          .PasswordResetPage,
    ),
    page(
      '/unsubscribe',
      async () =>
        (await import('../features/account/mailed-links/unsubscribe-page.tsx')).UnsubscribePage,
    ),
    page(
      '/accounts/email',
      async () => (await import('../features/account/mailed-links/email-page.tsx')).EmailPage,
    ),
    page(
      '/apps/collaborativemapper/dashboard',
      async () =>
        (await import('../features/collaborative-mapper/dashboard/dashboard-page.tsx'))
          .DashboardPage,
      collaborativeMapper,
    ),
    page(
      '/invitations/:token',
      async () =>
        (await import('../features/collaborative-mapper/invitation/invitation-page.tsx'))
          .InvitationPage,
      collaborativeMapper,
    ),
    page(
      '/apps/collaborativemapper/map',
      async () =>
        (await import('../features/collaborative-mapper/screen/map-screen.tsx')).MapScreen,
      { ...collaborativeMapper, fullBleed: true },
    ),
    page(
      '/apps/conservationvaluemapper/dashboard',
      async () =>
        (await import('../features/value-mapper/dashboard/dashboard-page.tsx')).DashboardPage,
      valueMapper,
    ),
    page(
      '/apps/conservationvaluemapper/projects/:projectID',
      async () => (await import('../features/value-mapper/screen/project-page.tsx')).ProjectPage,
      { ...valueMapper, fullBleed: true },
    ),
    page(
      '/apps/habitatpatrol/map',
      async () => (await import('../features/habitat-patrol/screen/map-screen.tsx')).MapScreen,
      { ...habitatPatrol, fullBleed: true },
    ),
    page(
      '/apps/habitatpatrol/runs',
      async () => (await import('../features/habitat-patrol/runs/my-runs-page.tsx')).MyRunsPage,
      habitatPatrol,
    ),
    page(
      '/apps/habitatpatrol/places',
      async () => (await import('../features/habitat-patrol/places/places-page.tsx')).PlacesPage,
      habitatPatrol,
    ),
    page(
      '/apps/habitatpatrol/places/:id',
      async () => (await import('../features/habitat-patrol/places/place-page.tsx')).PlacePage,
      habitatPatrol,
    ),
    page(
      '/apps/habitatpatrol/batches/:id',
      async () => (await import('../features/habitat-patrol/batches/batch-page.tsx')).BatchPage,
      habitatPatrol,
    ),
    page(
      '/apps/habitatpatrol/compare',
      async () =>
        (await import('../features/habitat-patrol/comparison/comparison-page.tsx')).ComparisonPage,
      { ...habitatPatrol, fullBleed: true },
    ),
    page(
      '/apps/habitatpatrol/report',
      async () => (await import('../features/habitat-patrol/report/report-page.tsx')).ReportPage,
      habitatPatrol,
    ),
  ],
};

const habitatPatrolHome = async () =>
  (await import('../features/habitat-patrol/home/home-page.tsx')).HomePage;

const otherPages: RouteObject[] = [
  { path: '/', Component: RootRoute },
  { path: '/landing', Component: LandingRoute },
  redirect('/apps/collaborativemapper', '/apps/collaborativemapper/dashboard'),
  page(
    '/apps/collaborativemapper/home',
    async () => (await import('../features/collaborative-mapper/home/home-page.tsx')).HomePage,
    collaborativeMapper,
  ),
  redirect('/apps/conservationvaluemapper', '/apps/conservationvaluemapper/dashboard'),
  page('/apps/habitatpatrol', habitatPatrolHome, habitatPatrol),
  page('/apps/habitatpatrol/home', habitatPatrolHome, habitatPatrol),
  page(
    '/betatesting',
    async () =>
      (await import('../features/site/beta-testing/beta-testing-page.tsx')).BetaTestingPage,
  ),
  page(
    '/support/contact',
    async () => (await import('../features/site/contact/contact-page.tsx')).ContactPage,
  ),
  page('/support/help', async () => (await import('../features/site/help/help-page.tsx')).HelpPage),
  page(
    organisationsPath,
    async () => (await import('../features/site/about/about-page.tsx')).AboutPage,
  ),
  page(
    '/support/sitemap',
    async () => (await import('../features/site/help/site-map-page.tsx')).SiteMapPage,
  ),
  page(
    '/support/creativecommonslicense',
    async () => (await import('../features/site/legal/license-page.tsx')).LicensePage,
  ),
  page(
    '/support/privacy',
    async () => (await import('../features/site/legal/privacy-page.tsx')).PrivacyPage,
  ),
  page(
    '/support/cookies',
    async () => (await import('../features/site/legal/cookies-page.tsx')).CookiesPage,
  ),
  page(
    '/styleguide',
    async () => (await import('../features/style-guide/style-guide-page.tsx')).StyleGuidePage,
  ),
  { path: '/401', Component: NotAuthenticatedPage },
  { path: '*', Component: NotFoundPage },
];

/** The route table of the specification. */
export const routes: RouteObject[] = [
  {
    Component: Shell,
    HydrateFallback: PageFallback,
    errorElement: <RouteFailure />,
    children: [
      {
        // Catches what a page throws, so that the navbar stays usable around the message.
        errorElement: <RouteFailure />,
        children: [pagesThatFetch, ...otherPages],
      },
    ],
  },
];
