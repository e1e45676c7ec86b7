import { expect, test } from 'vitest';
import { nextOf, withNext } from './next-address.ts';

const map = '/apps/collaborativemapper/map?id=7';

test('leads to a page of our own, and back to nothing else', () => {
  const address = withNext('/landing?modal=login', map);
  expect(address).toBe('/landing?modal=login&next=%2Fapps%2Fcollaborativemapper%2Fmap%3Fid%3D7');
  expect(nextOf(new URL(address, 'http://a.invalid').searchParams)).toBe(map);
  expect(withNext('/landing', null)).toBe('/landing');
});

test.each([
  'https://elsewhere.invalid/apps/a',
  '//elsewhere.invalid/apps/a',
  '/\\elsewhere.invalid/apps/a',
  '/\t/elsewhere.invalid/apps/a',
  '/.//elsewhere.invalid/apps/',
  'javascript:alert(1)',
  '/profile/someone',
  '',
])('refuses %j', (next) => {
  expect(nextOf(new URLSearchParams({ next }))).toBeNull();
});
