import type { limits } from '@refugia/contract/limits.ts';
import type { SiteSettings } from '@refugia/contract/site/site.ts';
import type { BucketAddress } from './storage/bucket.ts';

/** What this process does: answers HTTP, works on jobs, or both. */
export type Role = 'api' | 'worker' | 'all';

/** Where base map tiles come from. */
export interface BasemapConfig {
  /**
   * `auto` asks public services without a key, `embedded` none. The others serve pictures for all four
   * base maps; `custom` is any service of XYZ pictures.
   */
  readonly provider: 'auto' | 'embedded' | 'maptiler' | 'mapbox' | 'custom';
  /** Absolute paths of MBTiles and PMTiles files, which come before any service, in this order. */
  readonly files: readonly string[];
  /** The address of the TileJSON document of the service that `auto` asks for vector tiles. */
  readonly tileJson: string;
  /** The most bytes of tiles that are stored. */
  readonly cacheBytes: number;
  /** The provider's key. Only this server uses it. */
  readonly key: string | undefined;
  /** A custom service's XYZ template, with `{style}` where it has more than one. */
  readonly url: string | undefined;
  /** The attribution that a custom service asks for. */
  readonly attribution: string | undefined;
  /**
   * Where the satellite base map comes from with `auto`: the public imagery of the U.S. Geological
   * Survey, or the embedded pictures. With `auto` the server uses the Survey's imagery if it can be
   * reached.
   */
  readonly satellite: 'auto' | 'usgs' | 'embedded';
}

/** The geocoder that finds forests, lakes, parks and other places by name. */
export interface GeocoderConfig {
  readonly kind: 'photon' | 'nominatim';
  /** Its address without a slash at the end. */
  readonly url: string;
}

/** Where facts about species come from, besides those that come with the product. */
export interface SpeciesConfig {
  /** With `off`, no outside service is asked. */
  readonly services: 'on' | 'off';
  /** Address of the federal species catalogue, up to and including `/ecp`. */
  readonly ecosUrl: string;
  /** Hosts that its pictures may come from, besides its own. */
  readonly imageHosts: readonly string[];
  /** Address of GBIF's API, without its version, for species by name and their observations. */
  readonly gbifUrl: string;
  /** Address of an ArcGIS feature layer of critical habitat, up to and including its layer number. */
  readonly criticalHabitatUrl: string;
  /** Whether that layer holds designated (final) or proposed critical habitat. */
  readonly criticalHabitatDesignation: 'final' | 'proposed';
}

/** How often something may be done. The keys are those of `limits.rate`. */
export type RateLimits = Readonly<Record<keyof typeof limits.rate, number>>;

/** Every setting of the product, read from the environment once at start. */
export interface Config {
  readonly role: Role;
  readonly port: number;
  readonly host: string;
  /** The address that people use, without a trailing slash; links in mail are built from it. */
  readonly publicUrl: string;
  /** Whether a proxy of this installation sets `X-Forwarded-For` and similar headers. */
  readonly trustProxy: boolean;
  /** Absolute path of the folder that holds everything this installation keeps. */
  readonly dataDirectory: string;
  /** The PostgreSQL server. Undefined means the embedded database in the data directory. */
  readonly databaseUrl: string | undefined;
  /** The bucket for files. Undefined means that files are stored in the data directory. */
  readonly bucket: BucketAddress | undefined;
  /** The mail server. Undefined means that mail is kept as files in the data directory. */
  readonly smtpUrl: string | undefined;
  /** Signs log-ins and cookies. It is undefined only with the embedded database, which makes a key. */
  readonly secretKey: string | undefined;
  /** A STAC API, `demo` for simulated scenes, or empty for the default catalogue. */
  readonly imageryUrl: string;
  /** Hosts that scene files may come from; empty for the default catalogue's. */
  readonly imageryAssetHosts: readonly string[];
  readonly basemap: BasemapConfig;
  /** Undefined means that only the embedded list of places is searched. */
  readonly geocoder: GeocoderConfig | undefined;
  readonly species: SpeciesConfig;
  readonly appTesters: readonly string[];
  readonly runRetentionDays: number;
  /** The hour (UTC) at which watched places are looked at, or null where no place is watched. */
  readonly placeWatchHour: number | null;
  /** Whether the largest patches of each run are dated after it. */
  readonly isDatingPatches: boolean;
  /** Bytes that stay free on the disk: with fewer, uploads are refused and the server is not ready. */
  readonly minFreeBytes: number;
  /** Bytes that the uploaded rasters of one account may have in all. */
  readonly accountRasterBytes: number;
  readonly rateLimits: RateLimits;
  readonly supportEmail: string;
  readonly brandName: string;
  /** What the pages say about this installation: its operator, brand name and support address. */
  readonly site: SiteSettings;
}

const loopbackHosts = new Set(['127.0.0.1', 'localhost', '::1', '[::1]']);

/** Whether a host name or address, without a port, reaches only this machine. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase();
  return loopbackHosts.has(name) || /^127(\.\d{1,3}){3}$/.test(name);
}
