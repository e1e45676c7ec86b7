import { describe, expect, test } from 'vitest';
import { accountTabAddress, tabOf, withTab } from './account-address.ts';

// The tabs of the specification, part 1 §2; Apps is its default.
describe('the tab in the address of a profile', () => {
  test.each([
    ['', 'apps'],
    ['?tab=apps', 'apps'],
    ['?tab=profile', 'profile'],
    ['?tab=account', 'account'],
    ['?tab=else', 'apps'],
  ])('%j is %s', (search, tab) => {
    expect(tabOf(new URLSearchParams(search))).toBe(tab);
  });

  test('changes beside whatever else the address holds, and the default is left out', () => {
    const address = new URLSearchParams('modal=login');
    const account = withTab(address, 'account');
    expect(account.toString()).toBe('modal=login&tab=account');
    expect(withTab(account, 'apps').toString()).toBe('modal=login');
  });

  test('leads to the account of whoever is named', () => {
    expect(accountTabAddress('field_one')).toBe('/profile/field_one?tab=account');
  });
});
