import { expect, test } from 'vitest';
import { shrunkSize } from './shrink-photo.ts';

// The numbers are calculated by hand. The whole upload is tested in e2e/account-profile.spec.ts.
test('keeps the shape and shortens the longer side', () => {
  expect(shrunkSize({ width: 6000, height: 4000 }, 2400)).toEqual({ width: 2400, height: 1600 });
  expect(shrunkSize({ width: 3000, height: 6000 }, 1200)).toEqual({ width: 600, height: 1200 });
  expect(shrunkSize({ width: 300, height: 200 }, 2400)).toEqual({ width: 300, height: 200 });
  expect(shrunkSize({ width: 9000, height: 1 }, 800)).toEqual({ width: 800, height: 1 });
});
