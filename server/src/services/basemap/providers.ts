import type { BaseLayerName } from '@refugia/contract/basemap.ts';
import type { BasemapConfig } from '../../platform/config.ts';
import { AllowedHosts } from '../../platform/outbound/allowed-hosts.ts';
import { link, type TileSource } from './sources.ts';

/** Pictures of a tile service. */
export interface ProviderTiles extends TileSource {
  readonly type: 'raster';
  /** The provider's name for people. */
  readonly name: string;
  /** Whether it is a complete map, or imagery over which our own lines and names are drawn. */
  readonly isWholeMap: boolean;
}

type StyleIds = Readonly<Record<BaseLayerName, string>>;

const openStreetMap = link(
  'https://www.openstreetmap.org/copyright',
  '© OpenStreetMap contributors',
);

const maptilerIds: StyleIds = {
  satellite: 'hybrid',
  outdoors: 'outdoor-v2',
  light: 'dataviz-light',
  dark: 'dataviz-dark',
};
const mapboxIds: StyleIds = {
  satellite: 'satellite-streets-v12',
  outdoors: 'outdoors-v12',
  light: 'light-v11',
  dark: 'dark-v11',
};

/** Imagery of the whole United States, in the public domain and without a key. */
export const nationalMap: ProviderTiles = {
  type: 'raster',
  name: 'USGS The National Map',
  url: 'https://basemap.nationalmap.gov/arcgis/rest/services/USGSImageryOnly/MapServer/tile/{z}/{y}/{x}',
  tileSize: 256,
  maxZoom: 16,
  attribution: link(
    'https://www.usgs.gov/programs/national-geospatial-program/national-map',
    'USGS The National Map',
  ),
  isWholeMap: false,
};

/** The configured service's tiles for a base map; null when no service is configured. */
export function providerTiles(config: BasemapConfig, style: BaseLayerName): ProviderTiles | null {
  const key = encodeURIComponent(config.key ?? '');
  switch (config.provider) {
    case undefined:
      return null;
    case 'maptiler':
      return {
        type: 'raster',
        name: 'MapTiler',
        url: `https://api.maptiler.com/maps/${maptilerIds[style]}/{z}/{x}/{y}@2x.png?key=${key}`,
        tileSize: 512,
        maxZoom: 19,
        attribution: `${link('https://www.maptiler.com/copyright/', '© MapTiler')} ${openStreetMap}`,
        isWholeMap: true,
      };
    case 'mapbox':
      return {
        type: 'raster',
        name: 'Mapbox',
        url: `https://api.mapbox.com/styles/v1/mapbox/${mapboxIds[style]}/tiles/512/{z}/{x}/{y}@2x?access_token=${key}`,
        tileSize: 512,
        maxZoom: 19,
        attribution: `${link('https://www.mapbox.com/about/maps/', '© Mapbox')} ${openStreetMap} ${link('https://www.mapbox.com/map-feedback/', 'Improve this map')}`,
        isWholeMap: true,
      };
    case 'custom':
      return {
        type: 'raster',
        name: 'The configured map service',
        url: (config.url ?? '').replaceAll('{style}', style).replaceAll('{key}', key),
        tileSize: 256,
        maxZoom: 19,
        attribution: escapeHtml(config.attribution ?? ''),
        isWholeMap: true,
      };
  }
}

/**
 * Origins from which pages may load base map tiles. No other outside origin is allowed for tiles.
 * @param isDemonstration see `mayUseNationalMap`
 */
export function providerOrigins(config: BasemapConfig, isDemonstration: boolean): string[] {
  const tiles = providerTiles(config, 'satellite');
  if (tiles !== null) return [new URL(tiles.url).origin];
  return mayUseNationalMap(config, isDemonstration) ? [new URL(nationalMap.url).origin] : [];
}

/**
 * Whether the satellite base map may come from the Geological Survey.
 * @param isDemonstration true for simulated imagery, whose results over real imagery would confuse
 */
export function mayUseNationalMap(config: BasemapConfig, isDemonstration: boolean): boolean {
  if (config.provider !== undefined) return false;
  switch (config.satellite) {
    case 'usgs':
      return true;
    case 'embedded':
      return false;
    case 'auto':
      return !isDemonstration;
  }
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return text.replace(/[&<>"]/g, (character) => entities[character]);
}

const timeoutMilliseconds = 3_000;
/** How long an answer is used before it is checked again. */
const freshMilliseconds = 10 * 60_000;

/** Checks in the background whether an address answers, so that nobody waits for the check. */
export class Reachability {
  readonly #url: string;
  readonly #host: AllowedHosts;
  readonly #now: () => number;
  #isReachable = false;
  #askedAt = Number.NEGATIVE_INFINITY;

  /** @param now milliseconds; the clock, for tests */
  constructor(url: string, now: () => number = Date.now) {
    this.#url = url;
    this.#host = new AllowedHosts([new URL(url).host]);
    this.#now = now;
  }

  /** The latest result. An old result starts a new check. */
  get isReachable(): boolean {
    if (this.#now() - this.#askedAt > freshMilliseconds) void this.ask();
    return this.#isReachable;
  }

  /** Checks now. It never throws, because a failure is a result. */
  async ask(): Promise<void> {
    this.#askedAt = this.#now();
    try {
      const { status, body } = await this.#host.request(
        this.#url,
        { method: 'HEAD', headers: {} },
        { maxRedirects: 0, signal: AbortSignal.timeout(timeoutMilliseconds) },
      );
      body.resume();
      this.#isReachable = status >= 200 && status < 300;
    } catch {
      this.#isReachable = false;
    }
  }
}
