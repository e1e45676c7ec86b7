import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { providerOrigins } from './providers.ts';

const originsWith = (environment: Record<string, string>, isDemonstration = false) =>
  providerOrigins(readConfig(environment).basemap, isDemonstration);

test('pages may load tiles from the configured host and from nowhere else', () => {
  expect(originsWith({ BASEMAP_SATELLITE: 'embedded' })).toEqual([]);
  expect(originsWith({}, true)).toEqual([]);
  expect(originsWith({})).toEqual(['https://basemap.nationalmap.gov']);
  expect(originsWith({ BASEMAP_PROVIDER: 'mapbox', BASEMAP_KEY: 'k' })).toEqual([
    'https://api.mapbox.com',
  ]);
  expect(
    originsWith({
      BASEMAP_PROVIDER: 'custom',
      BASEMAP_URL: 'http://127.0.0.1:8080/{style}/{z}/{x}/{y}.png',
      BASEMAP_ATTRIBUTION: 'Example',
    }),
  ).toEqual(['http://127.0.0.1:8080']);
});
