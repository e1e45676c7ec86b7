import type { Role } from './platform/config.ts';

/** The settings that were given, without empty ones. */
export type GivenSettings = Readonly<Record<string, string | undefined>>;

function findDatabaseContradictions(
  { DATABASE_URL, SECRET_KEY }: GivenSettings,
  role: Role,
): string[] {
  const problems: string[] = [];
  if (DATABASE_URL && !SECRET_KEY) {
    problems.push(
      'SECRET_KEY must be set together with DATABASE_URL: every process signs log-ins with the same key (make one with "openssl rand -base64 48").',
    );
  }
  if (!DATABASE_URL && role !== 'all') {
    problems.push(
      `--role=${role} needs DATABASE_URL: the embedded database serves one process, which does everything.`,
    );
  }
  return problems;
}

function findBasemapContradictions({
  BASEMAP_PROVIDER: provider,
  BASEMAP_KEY: key,
  BASEMAP_URL: url,
  BASEMAP_ATTRIBUTION: attribution,
  BASEMAP_SATELLITE: satellite,
}: GivenSettings): string[] {
  switch (provider) {
    case 'embedded':
    case 'auto':
    case undefined:
      if (provider === 'embedded' && satellite === 'usgs') {
        return ['BASEMAP_SATELLITE=usgs asks a service, which BASEMAP_PROVIDER=embedded forbids.'];
      }
      return (key ?? url ?? attribution) === undefined
        ? []
        : [
            'BASEMAP_KEY, BASEMAP_URL and BASEMAP_ATTRIBUTION need a BASEMAP_PROVIDER that says whose they are.',
          ];
    case 'maptiler':
    case 'mapbox':
      return [
        ...(key === undefined ? [`BASEMAP_PROVIDER=${provider} needs BASEMAP_KEY.`] : []),
        ...(url === undefined
          ? []
          : [`BASEMAP_URL is for BASEMAP_PROVIDER=custom; ${provider} has addresses of its own.`]),
      ];
    case 'custom':
      return url === undefined || attribution === undefined
        ? [
            'BASEMAP_PROVIDER=custom needs BASEMAP_URL, its tiles, and BASEMAP_ATTRIBUTION, the credit that the map shows.',
          ]
        : [];
    default:
      // The setting's own check reports a provider that does not exist.
      return [];
  }
}

/** Finds settings that contradict each other, and describes each contradiction in a sentence. */
export function findContradictions(given: GivenSettings, role: Role): string[] {
  return [...findBasemapContradictions(given), ...findDatabaseContradictions(given, role)];
}
