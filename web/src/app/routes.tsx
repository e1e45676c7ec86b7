import { organisationsPath } from '@refugia/contract/site/site.ts';
import type { ComponentType } from 'react';
import { Navigate, type RouteObject } from 'react-router';
import { LandingRoute } from './landing-route.tsx';
import { apps, valueMapperName } from './navigation.ts';
import { NotAuthenticatedPage, NotFoundPage } from './not-found-page.tsx';
import { RouteFailure } from './route-failure.tsx';
import { PageFallback, type RouteHandle, Shell } from './shell.tsx';

/** A route whose page is loaded when it is first visited. */
function lazyPage(load: () => Promise<ComponentType>): Pick<RouteObject, 'lazy'> {
  return { lazy: async () => ({ Component: await load() }) };
}

function redirect(path: string, to: string): RouteObject {
  return { path, element: <Navigate to={to} replace /> };
}

const habitatPatrol: RouteHandle = { app: apps.habitatPatrol.name };
const collaborativeMapper: RouteHandle = { app: apps.collaborativeMapper.name };
const valueMapper: RouteHandle = { app: valueMapperName };

/** The screens that talk to the server through the query cache. */
const pagesThatFetch: RouteObject = {
  ...lazyPage(async () => (await import('./query-layout.tsx')).QueryLayout),
  children: [
    {
      path: '/profile/:username?',
      ...lazyPage(
        async () => (await import('../features/account/profile/profile-page.tsx')).ProfilePage,
      ),
    },
    {
      path: '/accounts/activate',
      ...lazyPage(
        async () =>
          (await import('../features/account/mailed-links/activation-page.tsx')).ActivationPage,
      ),
    },
    {
      path: '/accounts/passwordreset',
      ...lazyPage(
        async () =>
          (await import('../features/account/mailed-links/password-reset-page.tsx'))
            .PasswordResetPage,
      ),
    },
    {
      path: '/accounts/email',
      ...lazyPage(
        async () => (await import('../features/account/mailed-links/email-page.tsx')).EmailPage,
      ),
    },
    {
      path: '/apps/collaborativemapper/dashboard',
      handle: collaborativeMapper,
      ...lazyPage(
        async () =>
          (await import('../features/collaborative-mapper/dashboard/dashboard-page.tsx'))
            .DashboardPage,
      ),
    },
    {
      path: '/apps/conservationvaluemapper/dashboard',
      handle: valueMapper,
      ...lazyPage(
        async () =>
          (await import('../features/value-mapper/dashboard/dashboard-page.tsx')).DashboardPage,
      ),
    },
    {
      path: '/apps/conservationvaluemapper/projects/:projectID',
      handle: { ...valueMapper, fullBleed: true } satisfies RouteHandle,
      ...lazyPage(
        async () => (await import('../features/value-mapper/screen/project-page.tsx')).ProjectPage,
      ),
    },
    {
      path: '/apps/habitatpatrol/map',
      handle: { app: apps.habitatPatrol.name, fullBleed: true } satisfies RouteHandle,
      ...lazyPage(
        async () => (await import('../features/habitat-patrol/screen/map-screen.tsx')).MapScreen,
      ),
    },
    {
      path: '/apps/collaborativemapper/map',
      handle: { app: apps.collaborativeMapper.name, fullBleed: true } satisfies RouteHandle,
      ...lazyPage(
        async () =>
          (await import('../features/collaborative-mapper/screen/map-screen.tsx')).MapScreen,
      ),
    },
    {
      path: '/apps/habitatpatrol/runs',
      handle: habitatPatrol,
      ...lazyPage(
        async () => (await import('../features/habitat-patrol/runs/my-runs-page.tsx')).MyRunsPage,
      ),
    },
    {
      path: '/apps/habitatpatrol/report',
      handle: habitatPatrol,
      ...lazyPage(
        async () => (await import('../features/habitat-patrol/report/report-page.tsx')).ReportPage,
      ),
    },
  ],
};

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
        children: [
          redirect('/', '/landing'),
          { path: '/landing', Component: LandingRoute },
          pagesThatFetch,

          redirect('/apps/collaborativemapper', '/apps/collaborativemapper/dashboard'),
          {
            path: '/apps/collaborativemapper/home',
            handle: collaborativeMapper,
            ...lazyPage(
              async () =>
                (await import('../features/collaborative-mapper/home/home-page.tsx')).HomePage,
            ),
          },

          redirect('/apps/conservationvaluemapper', '/apps/conservationvaluemapper/dashboard'),

          ...['/apps/habitatpatrol', '/apps/habitatpatrol/home'].map(
            (path): RouteObject => ({
              path,
              handle: habitatPatrol,
              ...lazyPage(
                async () =>
                  (await import('../features/habitat-patrol/home/home-page.tsx')).HomePage,
              ),
            }),
          ),

          {
            path: '/betatesting',
            ...lazyPage(
              async () =>
                (await import('../features/site/beta-testing/beta-testing-page.tsx'))
                  .BetaTestingPage,
            ),
          },
          {
            path: '/support/contact',
            ...lazyPage(
              async () => (await import('../features/site/contact/contact-page.tsx')).ContactPage,
            ),
          },
          {
            path: '/support/help',
            ...lazyPage(async () => (await import('../features/site/help/help-page.tsx')).HelpPage),
          },
          {
            path: organisationsPath,
            ...lazyPage(
              async () => (await import('../features/site/about/about-page.tsx')).AboutPage,
            ),
          },
          {
            path: '/support/sitemap',
            ...lazyPage(
              async () => (await import('../features/site/help/site-map-page.tsx')).SiteMapPage,
            ),
          },
          {
            path: '/support/creativecommonslicense',
            ...lazyPage(
              async () => (await import('../features/site/legal/license-page.tsx')).LicensePage,
            ),
          },
          {
            path: '/support/privacy',
            ...lazyPage(
              async () => (await import('../features/site/legal/privacy-page.tsx')).PrivacyPage,
            ),
          },
          {
            path: '/support/cookies',
            ...lazyPage(
              async () => (await import('../features/site/legal/cookies-page.tsx')).CookiesPage,
            ),
          },
          {
            path: '/styleguide',
            ...lazyPage(
              async () =>
                (await import('../features/style-guide/style-guide-page.tsx')).StyleGuidePage,
            ),
          },
          { path: '/401', Component: NotAuthenticatedPage },
          { path: '*', Component: NotFoundPage },
        ],
      },
    ],
  },
];
