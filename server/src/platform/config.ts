import type { limits } from '@refugia/contract/limits.ts';
import type { SiteSettings } from '@refugia/contract/site.ts';
import type { BucketAddress } from './storage/bucket.ts';

/** What this process does: answers HTTP, works on jobs, or both. */
export type Role = 'api' | 'worker' | 'all';

/** Where base map tiles come from. */
export interface BasemapConfig {
  /** A tile service for all four base maps; `custom` is any other that serves XYZ pictures. */
  readonly provider: 'maptiler' | 'mapbox' | 'custom' | undefined;
  /** The service's key; it reaches browsers, so it must be one that is meant to. */
  readonly key: string | undefined;
  /** A custom service's XYZ template, with `{style}` where it has more than one. */
  readonly url: string | undefined;
  /** What a custom service wants to be credited with. */
  readonly attribution: string | undefined;
  /**
   * Without a provider, where Satellite comes from: the public imagery of the U.S. Geological Survey,
   * or the embedded pictures; `auto` asks whether the former can be reached.
   */
  readonly satellite: 'auto' | 'usgs' | 'embedded';
}

/** Where facts about species come from, besides those that come with the product. */
export interface SpeciesConfig {
  /** `off`: no outside service is asked. */
  readonly services: 'on' | 'off';
  /** The federal species catalogue, up to `/ecp`. */
  readonly ecosUrl: string;
  /** Hosts that its pictures may come from, besides its own. */
  readonly imageHosts: readonly string[];
  /** An ArcGIS feature layer of critical habitat, up to its number. */
  readonly criticalHabitatUrl: string;
}

/** How often something may be done, in the words of `limits.rate`. */
export type RateLimits = Readonly<Record<keyof typeof limits.rate, number>>;

/** Every setting of the product, read from the environment once at start. */
export interface Config {
  readonly role: Role;
  readonly port: number;
  readonly host: string;
  /** The address that people use, without a trailing slash; links in mail are built from it. */
  readonly publicUrl: string;
  /** Whether `X-Forwarded-For` and its kin come from a proxy of our own. */
  readonly trustProxy: boolean;
  /** Absolute path of the folder that holds everything this installation keeps. */
  readonly dataDirectory: string;
  /** Undefined: the embedded database in the data directory. */
  readonly databaseUrl: string | undefined;
  /** Undefined: files are stored in the data directory. */
  readonly bucket: BucketAddress | undefined;
  /** Undefined: mail is kept as files in the data directory. */
  readonly smtpUrl: string | undefined;
  /** Signs log-ins and cookies. Undefined only with the embedded database, which makes its own. */
  readonly secretKey: string | undefined;
  /** A STAC API, `demo` for simulated scenes, or empty for the default catalogue. */
  readonly imageryUrl: string;
  /** Hosts that scene files may come from; empty for the default catalogue's. */
  readonly imageryAssetHosts: readonly string[];
  readonly basemap: BasemapConfig;
  readonly species: SpeciesConfig;
  readonly appTesters: readonly string[];
  readonly runRetentionDays: number;
  readonly rateLimits: RateLimits;
  readonly supportEmail: string;
  readonly brandName: string;
  /** What the pages say about who runs them; its brand name and support address are the above. */
  readonly site: SiteSettings;
}

const loopbackHosts = new Set(['127.0.0.1', 'localhost', '::1', '[::1]']);

/** Whether a host name or address, without a port, reaches only this machine. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase();
  return loopbackHosts.has(name) || /^127(\.\d{1,3}){3}$/.test(name);
}
