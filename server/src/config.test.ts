import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { limits } from '@refugia/contract/limits.ts';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

function problemsOf(
  environment: Record<string, string>,
  commandLine: string[] = [],
): readonly string[] {
  try {
    readConfig(environment, commandLine);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

const production = {
  DATABASE_URL: 'postgres://refugia:hunter2@db.example.org/refugia',
  SECRET_KEY: 'a'.repeat(32),
};

test('an empty environment is the embedded product on this machine', () => {
  expect(readConfig({})).toEqual({
    role: 'all',
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:3000',
    trustProxy: false,
    dataDirectory: resolve('data'),
    databaseUrl: undefined,
    smtpUrl: undefined,
    secretKey: undefined,
    imageryUrl: '',
    imageryAssetHosts: [],
    basemap: {
      provider: 'auto',
      files: [],
      tileJson: 'https://tiles.openfreemap.org/planet',
      cacheBytes: 1_000_000_000,
      key: undefined,
      url: undefined,
      attribution: undefined,
      satellite: 'auto',
    },
    geocoder: undefined,
    species: {
      services: 'on',
      ecosUrl: 'https://ecos.fws.gov/ecp',
      imageHosts: [],
      gbifUrl: 'https://api.gbif.org',
      criticalHabitatUrl:
        'https://services.arcgis.com/QVENGdaPbd4LUkLV/arcgis/rest/services/USFWS_Critical_Habitat/FeatureServer/0',
      criticalHabitatDesignation: 'final',
    },
    appTesters: ['tester_one', 'tester_two', 'tester_three'],
    runRetentionDays: 30,
    placeWatchHour: 8,
    isDatingPatches: true,
    minFreeBytes: 500_000_000,
    accountRasterBytes: 20_000_000_000,
    rateLimits: limits.rate,
    supportEmail: 'support@localhost',
    brandName: 'Refugia',
    site: {
      brandName: 'Refugia',
      supportEmail: 'support@localhost',
      provider: expect.objectContaining({ name: 'Wildlife Non-Profit' }),
      innovationCentre: expect.objectContaining({ name: 'Innovation Centre' }),
      partners: [
        expect.objectContaining({ name: 'Partner Organization One' }),
        expect.objectContaining({ name: 'Partner Organization Two' }),
      ],
      betaApps: ['conservation-value-mapper'],
      visitorRunDays: 30,
      geocoder: 'off',
      basemapServices: ['tiles.openfreemap.org', 'USGS The National Map'],
      hasBasemapFiles: false,
    },
  });
});

test('a geocoder is asked as its kind allows', () => {
  const { geocoder, site } = readConfig({ GEOCODER_URL: 'https://photon.example.org/' });
  expect(geocoder).toEqual({ kind: 'photon', url: 'https://photon.example.org' });
  expect(site.geocoder).toBe('as typed');
  // The public Nominatim's usage policy forbids auto-complete.
  const url = 'https://nominatim.example.org';
  expect(readConfig({ GEOCODER_URL: url, GEOCODER_KIND: 'nominatim' }).site.geocoder).toBe(
    'on request',
  );
});

test('an app is in beta unless the setting is empty', () => {
  expect(readConfig({ BETA_APPS: '' }).site.betaApps).toEqual([]);
  expect(readConfig({ BETA_APPS: 'conservation-value-mapper' }).site.betaApps).toEqual([
    'conservation-value-mapper',
  ]);
});

test('links of organizations that are not set lead to our own page', () => {
  const { provider, innovationCentre, partners } = readConfig({}).site;
  const hrefs = [provider, innovationCentre, ...partners].flatMap(({ links }) =>
    Object.values(links),
  );
  expect(hrefs).toHaveLength(24);
  for (const href of hrefs) expect(href).toMatch(/^\/support\/about#[a-z-]+$/);
});

test('settings are read as what they mean; empty ones are not set', () => {
  expect(
    readConfig(
      {
        ...production,
        PORT: '8080',
        HOST: '::1',
        TRUST_PROXY: 'true',
        PUBLIC_URL: 'https://maps.example.org/',
        IMAGERY_URL: 'demo',
        IMAGERY_ASSET_HOSTS: 'a.example.org, b.example.org:8443,',
        APP_TESTERS: 'Ada, Bob',
        SMTP_URL: '',
      },
      ['--role=worker'],
    ),
  ).toMatchObject({
    role: 'worker',
    port: 8080,
    trustProxy: true,
    publicUrl: 'https://maps.example.org',
    imageryUrl: 'demo',
    imageryAssetHosts: ['a.example.org', 'b.example.org:8443'],
    appTesters: ['Ada', 'Bob'],
    smtpUrl: undefined,
  });
  expect(readConfig({ HOST: '::1', PORT: '81' }).publicUrl).toBe('http://[::1]:81');
  expect(readConfig({ HOST: '0.0.0.0', PORT: '81' }).publicUrl).toBe('http://127.0.0.1:81');
});

test.each([
  [{ PORT: '99999' }, 'PORT must be a whole number from 0 to 65535, not "99999".'],
  [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535, not "http".'],
  [{ HOST: '[' }, 'HOST must be an address of this machine, not "[".'],
  [{ HOST: '256.1.1.1' }, 'HOST must be an address of this machine, not "256.1.1.1".'],
  [{ HOST: 'here/there' }, 'HOST must be an address of this machine, not "here/there".'],
  [{ DATA_DIR: ' ' }, 'DATA_DIR must be the path of a folder, not " ".'],
  [
    { RATE_LOGINS_PER_HOUR_PER_ACCOUNT: '0' },
    'RATE_LOGINS_PER_HOUR_PER_ACCOUNT must be a whole number from 1 to 1000000, not "0".',
  ],
  [
    { BETA_APPS: 'habitat' },
    'BETA_APPS must be empty, or app names among conservation-value-mapper, not "habitat".',
  ],
  [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be true or false, not "yes".'],
  [{ SPECIES_SERVICES: 'no' }, 'SPECIES_SERVICES must be on or off, not "no".'],
  [{ PATCH_DATING: 'no' }, 'PATCH_DATING must be on or off, not "no".'],
  [{ ECOS_URL: 'ecos' }, 'ECOS_URL must be a web address such as https://maps.example.org.'],
  [
    { CRITICAL_HABITAT_URL: 'ftp://gis.example.org/0' },
    'CRITICAL_HABITAT_URL must be a web address such as https://maps.example.org.',
  ],
  [
    { ECOS_IMAGE_HOSTS: 'https://a.example.org' },
    'ECOS_IMAGE_HOSTS must be host names separated by commas, not "https://a.example.org".',
  ],
  [
    { PUBLIC_URL: 'maps' },
    'PUBLIC_URL must be a web address such as https://maps.example.org, not "maps".',
  ],
  [
    { PUBLIC_URL: 'https://example.org/maps' },
    'PUBLIC_URL must have no path, not "https://example.org/maps".',
  ],
  [
    { IMAGERY_URL: 'demos' },
    'IMAGERY_URL must be the web address of a STAC API, or demo, not "demos".',
  ],
  [
    { IMAGERY_ASSET_HOSTS: 'https://a.org' },
    'IMAGERY_ASSET_HOSTS must be host names separated by commas, not "https://a.org".',
  ],
  [
    { PLACE_WATCH_HOUR: '24' },
    'PLACE_WATCH_HOUR must be an hour from 0 to 23 (UTC), or off, not "24".',
  ],
  [
    { RUN_RETENTION_DAYS: '0' },
    'RUN_RETENTION_DAYS must be a whole number from 1 to 3650, not "0".',
  ],
  [
    { BASEMAP_PROVIDER: 'google' },
    'BASEMAP_PROVIDER must be auto, embedded, maptiler, mapbox or custom, not "google".',
  ],
  [
    {
      BASEMAP_PROVIDER: 'custom',
      BASEMAP_URL: 'https://tiles.example.org/{z}.png',
      BASEMAP_ATTRIBUTION: 'Example',
    },
    'BASEMAP_URL must hold {z}, {x} and {y}.',
  ],
  [{ BASEMAP_PROVIDER: 'maptiler' }, 'BASEMAP_PROVIDER=maptiler needs BASEMAP_KEY.'],
  [
    { BASEMAP_KEY: 'hunter2' },
    'BASEMAP_KEY, BASEMAP_URL and BASEMAP_ATTRIBUTION need a BASEMAP_PROVIDER that says whose they are.',
  ],
  [
    { BASEMAP_PROVIDER: 'custom', BASEMAP_URL: 'https://tiles.example.org/{z}/{x}/{y}.png' },
    'BASEMAP_PROVIDER=custom needs BASEMAP_URL, its tiles, and BASEMAP_ATTRIBUTION, the credit that the map shows.',
  ],
  [{ SUPPORT_EMAIL: 'nobody' }, 'SUPPORT_EMAIL must be an email address, not "nobody".'],
])('%j stops the start with one sentence', (environment, sentence) => {
  expect(problemsOf(environment)).toEqual([sentence]);
});

test('every wrong setting has its own sentence, and secrets are not repeated', () => {
  const problems = problemsOf({
    PORT: '-1',
    DATABASE_URL: 'mysql://root:hunter2@db',
    SMTP_URL: 'hunter2',
    SECRET_KEY: 'hunter2',
  });
  expect(problems).toEqual([
    'PORT must be a whole number from 0 to 65535, not "-1".',
    'DATABASE_URL must be a PostgreSQL address such as postgres://user:password@host:5432/name.',
    'SMTP_URL must be a mail server such as smtp://user:password@host:587.',
    'SECRET_KEY must have at least 32 characters.',
  ]);
});

test('what contradicts another setting is told beside what is wrong by itself', () => {
  expect(problemsOf({ PORT: 'x', DATABASE_URL: production.DATABASE_URL }, ['--role=cook'])).toEqual(
    [
      '--role must be api, worker or all, not "cook".',
      'PORT must be a whole number from 0 to 65535, not "x".',
      expect.stringMatching(/^SECRET_KEY must be set together with DATABASE_URL/),
    ],
  );
});

test('how often something may be done is a setting', () => {
  const { rateLimits } = readConfig({ RATE_REGISTRATIONS_PER_HOUR_PER_ADDRESS: '3' });
  expect(rateLimits).toMatchObject({
    registrationsPerHourPerAddress: 3,
    loginsPerMinutePerAddress: 10,
  });
});

test('production needs a secret key, and separate roles need production', () => {
  expect(problemsOf({ DATABASE_URL: production.DATABASE_URL })).toEqual([
    expect.stringMatching(/^SECRET_KEY must be set together with DATABASE_URL/),
  ]);
  expect(problemsOf({}, ['--role=api'])).toEqual([
    '--role=api needs DATABASE_URL: the embedded database serves one process, which does everything.',
  ]);
  expect(problemsOf({}, ['--role=cook'])).toEqual([
    '--role must be api, worker or all, not "cook".',
  ]);
  expect(problemsOf(production, ['--role=api'])).toEqual([]);
});

test('who runs the site is a setting', () => {
  const provider = {
    name: 'Prairie Trust',
    links: { landing: 'https://prairie.example.org/', jobs: 'https://prairie.example.org/jobs' },
  };
  const { site } = readConfig({
    BRAND_NAME: 'Prairie Maps',
    SUPPORT_EMAIL: 'help@prairie.example.org',
    BRAND_PROVIDER: JSON.stringify(provider),
    BRAND_PARTNERS: '[]',
  });
  expect(site).toMatchObject({
    brandName: 'Prairie Maps',
    supportEmail: 'help@prairie.example.org',
    provider: { ...provider, about: '' },
    partners: [],
  });
});

test.each([
  ['{', 'BRAND_PROVIDER must be JSON, not "{".'],
  ['{"name":""}', /^BRAND_PROVIDER is wrong at "name"/],
  ['{"name":"A","links":{"jobs":"javascript:run()"}}', /^BRAND_PROVIDER is wrong at "links\.jobs"/],
  ['{"name":"A","links":{"shop":"https://a.org"}}', /^BRAND_PROVIDER is wrong at "links/],
])('a provider that reads %s is refused', (value, says) => {
  const [problem, ...others] = problemsOf({ BRAND_PROVIDER: value });
  expect(others).toEqual([]);
  expect(problem).toMatch(says);
});

describe('the table of settings in docs/settings.md', () => {
  async function readTable(): Promise<Map<string, string>> {
    const text = await readFile(join(import.meta.dirname, '../../docs/settings.md'), 'utf8');
    const rows = text.matchAll(/^\| `([A-Z][A-Z_]+)` \| (.*?) \|/gm);
    return new Map([...rows].map(([, name = '', fallback = '']) => [name, fallback]));
  }

  test('names each setting that is read, and no others', async () => {
    const source = await readFile(join(import.meta.dirname, 'config.ts'), 'utf8');
    const read = [...source.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name]) => name);
    expect(read).toContain('PORT');
    const rates = Object.keys(limits.rate).map(
      (name) => `RATE_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`,
    );
    expect([...(await readTable()).keys()].sort()).toEqual([...read, ...rates].sort());
  });

  test('gives the defaults that are used', async () => {
    const table = [...(await readTable())].flatMap(([name, fallback]) => {
      const [, value] = /^`(.*)`$/.exec(fallback) ?? [];
      return value === undefined ? [] : [[name, value.replace('PORT', '3000')] as const];
    });
    expect(table.length).toBeGreaterThan(10);
    for (const [name, value] of table) {
      expect(readConfig({ [name]: value }), name).toEqual(readConfig({}));
    }
  });
});
