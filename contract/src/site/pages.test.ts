import { describe, expect, test } from 'vitest';
import { pageAt, pages } from './pages.ts';

describe('the page at an address', () => {
  test.each([
    ['/', 'See what changed on the land'],
    ['/landing', 'See what changed on the land'],
    ['/Landing/', 'See what changed on the land'],
    ['/profile', 'Profile'],
    ['/profile/', 'Profile'],
    ['/profile/a.b-c', 'Profile'],
    ['/apps/habitatpatrol/map', 'Habitat Patrol map'],
    ['/apps/conservationvaluemapper/projects/12', 'Conservation Value Mapper project'],
    ['/support/sitemap', 'Site map'],
  ])('%s is %s', (path, title) => {
    expect(pageAt(path)?.title).toBe(title);
  });

  test.each([
    '/nowhere',
    '/apps',
    '/profile/a/b',
    '/landing/more',
    '/landingx',
    '/apps/conservationvaluemapper/projects',
  ])('there is none at %s', (path) => {
    expect(pageAt(path)).toBeUndefined();
  });
});

test('descriptions fit what search results show of them', () => {
  for (const { path, description } of pages) {
    expect(description.length, path).toBeGreaterThan(20);
    expect(description.length, path).toBeLessThanOrEqual(160);
  }
});
