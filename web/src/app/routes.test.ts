import { pages } from '@refugia/contract/site/pages.ts';
import type { RouteObject } from 'react-router';
import { matchRoutes } from 'react-router';
import { describe, expect, test } from 'vitest';
import { routes } from './routes.tsx';

/** The pattern of the innermost route that answers an address. */
function routeOf(address: string): string | undefined {
  return matchRoutes(routes, address)?.at(-1)?.route.path;
}

// The addresses of the specification, part 1 §2 and part 2 §2, and of the design, written out again.
describe('the route table', () => {
  test.each([
    '/',
    '/landing',
    '/profile/',
    '/profile/Some_One',
    '/apps/collaborativemapper',
    '/apps/collaborativemapper/home',
    '/apps/collaborativemapper/dashboard',
    '/apps/collaborativemapper/map?id=7&token=abc',
    '/apps/conservationvaluemapper',
    '/apps/conservationvaluemapper/dashboard',
    '/apps/conservationvaluemapper/projects/12',
    '/apps/habitatpatrol',
    '/apps/habitatpatrol/home',
    '/apps/habitatpatrol/map',
    '/apps/habitatpatrol/runs?page=2',
    '/apps/habitatpatrol/places',
    '/apps/habitatpatrol/places/abc',
    '/apps/habitatpatrol/batches/abc',
    '/apps/habitatpatrol/compare?run=abc&with=def',
    '/apps/habitatpatrol/report?run=abc',
    '/accounts/activate?uid=a&token=b',
    '/accounts/passwordreset?token=a&username=b',
    '/accounts/email',
    '/unsubscribe?token=abc',
    '/invitations/abc',
    '/betatesting#learnmore',
    '/support/contact',
    '/support/about#provider',
    '/401',
    '/support/sitemap',
    '/support/creativecommonslicense',
    '/support/privacy',
    '/support/cookies',
    '/styleguide',
  ])('knows %s', (address) => {
    expect(routeOf(address)).toBeDefined();
    expect(routeOf(address)).not.toBe('*');
  });

  test.each([
    '/nowhere',
    '/apps',
    '/apps/habitatpatrol/elsewhere',
    '/landing/more',
    '/profile/a/b',
  ])('answers %s with the 404 page', (address) => {
    expect(routeOf(address)).toBe('*');
  });

  test('puts the map below a slim navbar of its app', () => {
    const matches = matchRoutes(routes, '/apps/habitatpatrol/map')!;
    expect(Object.assign({}, ...matches.map((match) => match.route.handle))).toEqual({
      app: 'Habitat Patrol',
      fullBleed: true,
    });
  });
});

/** Every pattern of the router except the one for unknown addresses. */
function pathsOf(all: readonly RouteObject[]): string[] {
  return all.flatMap(({ path, children }) => [
    ...(path === undefined || path === '*' ? [] : [path]),
    ...pathsOf(children ?? []),
  ]);
}

// The server answers 404 for what is not in the table of pages: the two must not drift apart.
test('router and table of pages know the same addresses', () => {
  expect(pathsOf(routes).sort()).toEqual(pages.map(({ path }) => path).sort());
});
