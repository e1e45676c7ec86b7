import { expect, test } from 'vitest';
import { valueMapperFor } from './site-settings.ts';

const user = { is_app_tester: false };
const tester = { is_app_tester: true };

test.each([
  ['visitors', null, { isInMenus: false, hasCard: false }],
  ['people who are signed in', user, { isInMenus: true, hasCard: false }],
  ['testers', tester, { isInMenus: true, hasCard: true }],
])('in beta it is shown to %s as far as they may know it', (_, account, seen) => {
  expect(valueMapperFor(account, ['conservation-value-mapper'])).toEqual({
    isInBeta: true,
    ...seen,
  });
});

test.each([[null], [user], [tester]])('with an empty setting it is shown to all: %j', (account) => {
  expect(valueMapperFor(account, [])).toEqual({ isInBeta: false, isInMenus: true, hasCard: true });
});
