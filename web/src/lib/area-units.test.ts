import type { CurrentAccount } from '@refugia/contract/account/account.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { chooseAreaUnits, readAreaUnits, usualUnits } from './area-units.ts';
import { session } from './session.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  session.logOut();
});

/** Simulates a browser of this language, whose storage starts empty. */
function browserOf(language: string): void {
  const stored = new Map<string, string>();
  vi.stubGlobal('navigator', { language });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
}

// Acres are customary in the United States alone; CLDR's likely subtags make "en" that of the US.
test.each([
  ['en-US', 'both'],
  ['es-US', 'both'],
  ['en', 'both'],
  ['en-CA', 'hectares'],
  ['de', 'hectares'],
] as const)('the language %s suggests %s', (language, units) => {
  expect(usualUnits(language)).toBe(units);
});

test('a choice counts more than the language, and that of the account more than the browser', async () => {
  browserOf('de-DE');
  expect(readAreaUnits()).toBe('hectares');
  await chooseAreaUnits('acres');
  expect(readAreaUnits()).toBe('acres');
  session.replaceAccount({ area_units: null } as CurrentAccount);
  expect(readAreaUnits()).toBe('acres');
  session.replaceAccount({ area_units: 'both' } as CurrentAccount);
  expect(readAreaUnits()).toBe('both');
});
