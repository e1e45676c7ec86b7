import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { limits } from '@refugia/contract/limits.ts';
import { keysOf } from '@refugia/contract/members.ts';
import {
  betaAppIds,
  defaultSiteSettings,
  organisationLinkKinds,
  type SiteSettings,
} from '@refugia/contract/site/site.ts';
import { z } from 'zod';
import { findContradictions, type GivenSettings } from './contradictions.ts';
import type { Config, RateLimits, Role } from './platform/config.ts';
import { parseBucketUrl } from './platform/storage/bucket.ts';

/** The error for wrong settings, which stop the start. It has one sentence for each wrong setting. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

const roles = ['api', 'worker', 'all'] as const satisfies readonly Role[];
const emailPattern = /^[^\s@]+@[^\s@]+$/;
const hostPattern = /^[a-z0-9.-]+(:\d{1,5})?$/i;

/** Splits a list at its commas. Spaces around an item and empty items do not count. */
function splitList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/**
 * A schema for an address.
 * @param schemes the allowed schemes with their colon; an entry without a colon is a word that is
 * allowed instead of an address
 * @param says the end of the sentence "NAME must be …" about a wrong address
 */
function addressSchema(schemes: readonly string[], says: string) {
  return z.string().refine((value) => {
    if (!URL.canParse(value)) return schemes.includes(value);
    return schemes.includes(new URL(value).protocol);
  }, `must be ${says}`);
}

function wholeNumberSchema(smallest: number, largest: number) {
  const says = `must be a whole number from ${smallest} to ${largest}`;
  return z
    .string()
    .regex(/^\d+$/, says)
    .transform(Number)
    .refine((value) => value >= smallest && value <= largest, says);
}

const rateNames = keysOf(limits.rate);

/**
 * The environment variable of a rate limit: `RATE_LOGINS_PER_MINUTE_PER_ADDRESS` sets
 * `loginsPerMinutePerAddress`.
 */
function rateSettingOf(name: keyof RateLimits): string {
  return `RATE_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** The rate limits. Zero is refused, because it would shut everybody out. */
const rateSettingsSchema = z.object(
  Object.fromEntries(
    rateNames.map((name) => [
      rateSettingOf(name),
      wholeNumberSchema(1, 1_000_000).default(limits.rate[name]),
    ]),
  ),
);

function readRateLimits(settings: z.infer<typeof rateSettingsSchema>): RateLimits {
  return Object.fromEntries(
    rateNames.map((name) => [name, settings[rateSettingOf(name)]]),
  ) as RateLimits;
}

const webAddress = addressSchema(
  ['http:', 'https:'],
  'a web address such as https://maps.example.org',
);

const hostList = z
  .string()
  .default('')
  .transform(splitList)
  .refine(
    (hosts) => hosts.every((host) => hostPattern.test(host)),
    'must be host names separated by commas',
  );

/** An organisation that the pages name. */
const organisationSchema = z.strictObject({
  name: z.string().trim().min(1).max(80),
  about: z.string().trim().max(400).default(''),
  links: z
    .partialRecord(z.enum(organisationLinkKinds), z.url({ protocol: /^https?$/ }))
    .default({}),
});

/** A setting that is written as JSON. A message about it names the wrong place within the JSON. */
function jsonSchema<Value>(schema: z.ZodType<Value>) {
  return z.string().transform((text, context): Value => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      context.addIssue('must be JSON');
      return z.NEVER;
    }
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) {
      context.addIssue(`is wrong at "${path.join('.')}" (${message})`);
    }
    return z.NEVER;
  });
}

/** The schema of all settings, with their defaults and rules. */
const environmentSchema = z.object({
  PORT: wholeNumberSchema(0, 65_535).default(3000),
  HOST: z
    .string()
    .refine(
      (value) => /^[\w.:%-]+$/.test(value) && URL.canParse(`http://${urlHostOf(value)}`),
      'must be an address of this machine',
    )
    .default('127.0.0.1'),
  PUBLIC_URL: webAddress
    .refine((value) => URL.canParse(value) && new URL(value).pathname === '/', 'must have no path')
    .optional(),
  TRUST_PROXY: z.enum(['true', 'false'], 'must be true or false').default('false'),
  DATA_DIR: z.string().regex(/\S/, 'must be the path of a folder').default('./data'),
  DATABASE_URL: addressSchema(
    ['postgres:', 'postgresql:'],
    'a PostgreSQL address such as postgres://user:password@host:5432/name',
  ).optional(),
  STORAGE_URL: z
    .string()
    .transform(parseBucketUrl)
    .refine(
      (bucket) => bucket !== undefined,
      'must be a bucket such as s3://key:secret@host/bucket?region=us-west-2 (special characters percent-encoded)',
    )
    .optional(),
  SMTP_URL: addressSchema(
    ['smtp:', 'smtps:'],
    'a mail server such as smtp://user:password@host:587',
  ).optional(),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  IMAGERY_URL: addressSchema(
    ['http:', 'https:', 'demo'],
    'the web address of a STAC API, or demo',
  ).default(''),
  IMAGERY_ASSET_HOSTS: hostList,
  BASEMAP_PROVIDER: z
    .enum(
      ['auto', 'embedded', 'maptiler', 'mapbox', 'custom'],
      'must be auto, embedded, maptiler, mapbox or custom',
    )
    .default('auto'),
  BASEMAP_FILE: z.string().default('').transform(splitList),
  BASEMAP_TILEJSON: webAddress.default('https://tiles.openfreemap.org/planet'),
  BASEMAP_CACHE_MEGABYTES: wholeNumberSchema(10, 10_000_000).default(1_000),
  BASEMAP_KEY: z.string().regex(/^\S+$/, 'must be one word').optional(),
  BASEMAP_URL: webAddress
    .refine(
      (value) => ['{z}', '{x}', '{y}'].every((part) => value.includes(part)),
      'must hold {z}, {x} and {y}',
    )
    .optional(),
  BASEMAP_ATTRIBUTION: z.string().trim().max(300, 'must have at most 300 characters').optional(),
  BASEMAP_SATELLITE: z
    .enum(['auto', 'usgs', 'embedded'], 'must be auto, usgs or embedded')
    .default('auto'),
  GEOCODER_KIND: z.enum(['photon', 'nominatim'], 'must be photon or nominatim').default('photon'),
  GEOCODER_URL: webAddress.optional(),
  SPECIES_SERVICES: z.enum(['on', 'off'], 'must be on or off').default('on'),
  ECOS_URL: webAddress.default('https://ecos.fws.gov/ecp'),
  ECOS_IMAGE_HOSTS: hostList,
  GBIF_URL: webAddress.default('https://api.gbif.org'),
  CRITICAL_HABITAT_URL: webAddress.default(
    'https://services.arcgis.com/QVENGdaPbd4LUkLV/arcgis/rest/services/USFWS_Critical_Habitat/FeatureServer/0',
  ),
  CRITICAL_HABITAT_DESIGNATION: z
    .enum(['final', 'proposed'], 'must be final or proposed')
    .default('final'),
  APP_TESTERS: z
    .string()
    .default('tester_one,tester_two,tester_three')
    .transform(splitList)
    .refine(
      (names) => names.every((name) => name.length <= limits.account.usernameMaxLength),
      'must be usernames separated by commas',
    ),
  BETA_APPS: z
    .string()
    .default(defaultSiteSettings.betaApps.join())
    .transform(splitList)
    .pipe(
      z.array(z.enum(betaAppIds, `must be empty, or app names among ${betaAppIds.join(', ')}`)),
    ),
  RUN_RETENTION_DAYS: wholeNumberSchema(1, 3650).default(defaultSiteSettings.visitorRunDays),
  PLACE_WATCH_HOUR: z
    .string()
    .default('8')
    .refine(
      (text) => text === 'off' || /^(\d|1\d|2[0-3])$/.test(text),
      'must be an hour from 0 to 23 (UTC), or off',
    )
    .transform((text) => (text === 'off' ? null : Number(text))),
  PATCH_DATING: z.enum(['on', 'off'], 'must be on or off').default('on'),
  MIN_FREE_MEGABYTES: wholeNumberSchema(1, 1_000_000_000).default(500),
  ACCOUNT_RASTER_GIGABYTES: wholeNumberSchema(1, 100_000).default(
    limits.valueMapper.accountRasterBytes / 1e9,
  ),
  SUPPORT_EMAIL: z
    .string()
    .regex(emailPattern, 'must be an email address')
    .default('support@localhost'),
  BRAND_NAME: z
    .string()
    .trim()
    .max(60, 'must have at most 60 characters')
    .default(defaultSiteSettings.brandName),
  BRAND_PROVIDER: jsonSchema(organisationSchema).default(defaultSiteSettings.provider),
  BRAND_INNOVATION_CENTRE: jsonSchema(organisationSchema).default(
    defaultSiteSettings.innovationCentre,
  ),
  BRAND_PARTNERS: jsonSchema(z.array(organisationSchema).max(12)).default([
    ...defaultSiteSettings.partners,
  ]),
});

/** The end of a message that quotes a wrong value. Settings that may hold secrets are not quoted. */
function quote(name: string, value: string | undefined): string {
  if (/URL|KEY/.test(name) && name !== 'PUBLIC_URL' && name !== 'IMAGERY_URL') return '';
  return `, not "${value}"`;
}

/** The host under which this machine reaches a program that listens on `host`. */
function urlHostOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** Reads the option `--role`. The role is undefined when there is no role of the given name. */
function readRole(commandLine: readonly string[]) {
  const { values } = parseArgs({
    args: [...commandLine],
    options: { role: { type: 'string', default: 'all' } },
    strict: false,
  });
  return { given: values.role, role: roles.find((each) => each === values.role) };
}

type GeocoderSettings = Pick<z.infer<typeof environmentSchema>, 'GEOCODER_KIND' | 'GEOCODER_URL'>;

function readGeocoder({ GEOCODER_KIND: kind, GEOCODER_URL: url }: GeocoderSettings) {
  return url === undefined ? undefined : { kind, url: url.replace(/\/+$/, '') };
}

/** The public Nominatim forbids searches while somebody types, and Photon is made for them. */
function geocoderUse({ GEOCODER_KIND, GEOCODER_URL }: GeocoderSettings): SiteSettings['geocoder'] {
  if (GEOCODER_URL === undefined) return 'off';
  return GEOCODER_KIND === 'photon' ? 'as typed' : 'on request';
}

/** The names of the services that are asked for base map tiles. */
function basemapServices(settings: z.infer<typeof environmentSchema>): string[] {
  const { BASEMAP_PROVIDER: provider, BASEMAP_SATELLITE: satellite } = settings;
  const survey = satellite === 'usgs' || (satellite === 'auto' && settings.IMAGERY_URL !== 'demo');
  switch (provider) {
    case 'embedded':
      return [];
    case 'auto':
      return [
        new URL(settings.BASEMAP_TILEJSON).host,
        ...(survey ? ['USGS The National Map'] : []),
      ];
    case 'maptiler':
      return ['MapTiler'];
    case 'mapbox':
      return ['Mapbox'];
    case 'custom':
      return [new URL(settings.BASEMAP_URL ?? settings.BASEMAP_TILEJSON).host];
  }
}

/** Writes one sentence for each setting that is wrong by itself. */
function describeIssues(issues: readonly z.core.$ZodIssue[], given: GivenSettings): string[] {
  const problems = new Map<string, string>();
  for (const { path, message } of issues) {
    const name = String(path[0]);
    if (!problems.has(name)) problems.set(name, `${name} ${message}${quote(name, given[name])}.`);
  }
  return [...problems.values()];
}

/**
 * Reads every setting.
 * @param environment usually `process.env`; an empty value counts as not set, except where it means
 * an empty list
 * @param commandLine the arguments after the script's name
 * @throws {ConfigError} with all problems at once
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  commandLine: readonly string[] = [],
): Config {
  const { given: givenRole, role } = readRole(commandLine);
  const given = Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => value !== '' || name === 'BETA_APPS'),
  );
  const parsed = environmentSchema.safeParse(given);
  const rates = rateSettingsSchema.safeParse(given);
  const problems = [
    ...(role ? [] : [`--role must be api, worker or all, not "${givenRole}".`]),
    ...describeIssues(parsed.error?.issues ?? [], given),
    ...describeIssues(rates.error?.issues ?? [], given),
    ...findContradictions(given, role ?? 'all'),
  ];
  if (!role || !parsed.success || !rates.success || problems.length > 0)
    throw new ConfigError(problems);

  const settings = parsed.data;
  const urlHost = urlHostOf(settings.HOST);
  return {
    role,
    port: settings.PORT,
    host: settings.HOST,
    publicUrl: new URL(settings.PUBLIC_URL ?? `http://${urlHost}:${settings.PORT}`).origin,
    trustProxy: settings.TRUST_PROXY === 'true',
    dataDirectory: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    bucket: settings.STORAGE_URL,
    smtpUrl: settings.SMTP_URL,
    secretKey: settings.SECRET_KEY,
    imageryUrl: settings.IMAGERY_URL,
    imageryAssetHosts: settings.IMAGERY_ASSET_HOSTS,
    basemap: {
      provider: settings.BASEMAP_PROVIDER,
      files: settings.BASEMAP_FILE.map((file) => resolve(file)),
      tileJson: settings.BASEMAP_TILEJSON,
      cacheBytes: settings.BASEMAP_CACHE_MEGABYTES * 1e6,
      key: settings.BASEMAP_KEY,
      url: settings.BASEMAP_URL,
      attribution: settings.BASEMAP_ATTRIBUTION,
      satellite: settings.BASEMAP_SATELLITE,
    },
    geocoder: readGeocoder(settings),
    species: {
      services: settings.SPECIES_SERVICES,
      ecosUrl: settings.ECOS_URL,
      imageHosts: settings.ECOS_IMAGE_HOSTS,
      gbifUrl: settings.GBIF_URL,
      criticalHabitatUrl: settings.CRITICAL_HABITAT_URL,
      criticalHabitatDesignation: settings.CRITICAL_HABITAT_DESIGNATION,
    },
    appTesters: settings.APP_TESTERS,
    runRetentionDays: settings.RUN_RETENTION_DAYS,
    placeWatchHour: settings.PLACE_WATCH_HOUR,
    isDatingPatches: settings.PATCH_DATING === 'on',
    minFreeBytes: settings.MIN_FREE_MEGABYTES * 1e6,
    accountRasterBytes: settings.ACCOUNT_RASTER_GIGABYTES * 1e9,
    rateLimits: readRateLimits(rates.data),
    supportEmail: settings.SUPPORT_EMAIL,
    brandName: settings.BRAND_NAME,
    site: {
      brandName: settings.BRAND_NAME,
      supportEmail: settings.SUPPORT_EMAIL,
      provider: settings.BRAND_PROVIDER,
      innovationCentre: settings.BRAND_INNOVATION_CENTRE,
      partners: settings.BRAND_PARTNERS,
      betaApps: settings.BETA_APPS,
      visitorRunDays: settings.RUN_RETENTION_DAYS,
      geocoder: geocoderUse(settings),
      basemapServices: basemapServices(settings),
      hasBasemapFiles: settings.BASEMAP_FILE.length > 0,
    },
  };
}
