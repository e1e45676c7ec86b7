import type { BaseLayerName } from '@refugia/contract/basemap.ts';
import type { BasemapConfig } from '../../../platform/config.ts';
import { escapeHtml, link, openStreetMapCredit, schemaCredits } from '../credits.ts';
import type { VectorSchema } from '../sources.ts';

/** A service of tiles, as it is known before it has been asked. */
export interface ServiceFacts {
  /** Names its tiles in addresses and in the store. */
  readonly id: string;
  readonly name: string;
  readonly type: 'raster' | 'vector';
  readonly schemas?: readonly VectorSchema[];
  /** The address of a TileJSON document, or the XYZ template of the tiles. */
  readonly address: { readonly tileJson: string } | { readonly template: string };
  readonly tileSize: 256 | 512;
  readonly maxZoom: number;
  /** In HTML. A TileJSON document's own takes its place. */
  readonly attribution: string;
}

type StyleIds = Readonly<Record<BaseLayerName, string>>;

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
export const nationalMap: ServiceFacts = {
  id: 'national-map',
  name: 'USGS The National Map',
  type: 'raster',
  address: {
    template:
      'https://basemap.nationalmap.gov/arcgis/rest/services/USGSImageryOnly/MapServer/tile/{z}/{y}/{x}',
  },
  tileSize: 256,
  maxZoom: 16,
  attribution: link(
    'https://www.usgs.gov/programs/national-geospatial-program/national-map',
    'USGS The National Map',
  ),
};

export function vectorService({ tileJson }: BasemapConfig): ServiceFacts {
  const { hostname } = new URL(tileJson);
  return {
    id: 'service',
    name: hostname.endsWith('openfreemap.org') ? 'OpenFreeMap' : hostname,
    type: 'vector',
    schemas: ['openmaptiles'],
    address: { tileJson },
    tileSize: 512,
    // The deepest zoom of tiles in OpenMapTiles' schema.
    maxZoom: 14,
    attribution: schemaCredits.openmaptiles,
  };
}

/** The configured provider's pictures for a base map; null when there is no such provider. */
export function pictureService(config: BasemapConfig, style: BaseLayerName): ServiceFacts | null {
  const key = encodeURIComponent(config.key ?? '');
  const facts = { id: `pictures/${style}`, type: 'raster', maxZoom: 19 } as const;
  switch (config.provider) {
    case 'auto':
    case 'embedded':
      return null;
    case 'maptiler':
      return {
        ...facts,
        name: 'MapTiler',
        address: {
          template: `https://api.maptiler.com/maps/${maptilerIds[style]}/{z}/{x}/{y}@2x.png?key=${key}`,
        },
        tileSize: 512,
        attribution: `${link('https://www.maptiler.com/copyright/', '© MapTiler')} ${openStreetMapCredit}`,
      };
    case 'mapbox':
      return {
        ...facts,
        name: 'Mapbox',
        address: {
          template: `https://api.mapbox.com/styles/v1/mapbox/${mapboxIds[style]}/tiles/512/{z}/{x}/{y}@2x?access_token=${key}`,
        },
        tileSize: 512,
        attribution: `${link('https://www.mapbox.com/about/maps/', '© Mapbox')} ${openStreetMapCredit} ${link('https://www.mapbox.com/map-feedback/', 'Improve this map')}`,
      };
    case 'custom':
      return {
        ...facts,
        name: 'The configured map service',
        address: {
          template: (config.url ?? '').replaceAll('{style}', style).replaceAll('{key}', key),
        },
        tileSize: 256,
        attribution: escapeHtml(config.attribution ?? ''),
      };
  }
}

/**
 * Whether the satellite base map may come from the Geological Survey.
 * @param isDemonstration true for simulated imagery, whose results over real imagery would confuse
 */
export function mayUseNationalMap(config: BasemapConfig, isDemonstration: boolean): boolean {
  if (config.provider !== 'auto') return false;
  switch (config.satellite) {
    case 'usgs':
      return true;
    case 'embedded':
      return false;
    case 'auto':
      return !isDemonstration;
  }
}
