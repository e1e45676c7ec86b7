import { describe, expect, test } from 'vitest';
import { modalOf, withModal } from './modal-address.ts';

describe('the modal in the address', () => {
  test.each([
    ['?modal=login', 'login'],
    ['?modal=signup&run=5', 'signup'],
    ['?modal=unknown', null],
    ['', null],
  ])('%j names %j', (search, modal) => {
    expect(modalOf(new URLSearchParams(search))).toBe(modal);
  });

  test('opens and closes beside whatever else the address holds', () => {
    const address = new URLSearchParams('area=1,2&run=5');
    const opened = withModal(address, 'login');
    expect(opened.toString()).toBe('area=1%2C2&run=5&modal=login');
    expect(withModal(opened, null).toString()).toBe('area=1%2C2&run=5');
    expect(address.toString()).toBe('area=1%2C2&run=5');
  });
});
