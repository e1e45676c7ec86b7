import type { BaseLayerName } from '@refugia/contract/basemap.ts';

export type { BaseLayerName };

/** The base maps, as a person reads them. */
export const baseLayerLabels: Readonly<Record<BaseLayerName, string>> = {
  satellite: 'Satellite',
  outdoors: 'Outdoors',
  light: 'Light',
  dark: 'Dark',
};

/**
 * Where a base map's style document is, on our own server.
 * @param isEmbedded without the tiles of any provider, even if one is configured
 */
export function styleUrl(name: BaseLayerName, isEmbedded: boolean): string {
  return `/basemap/styles/${isEmbedded ? 'embedded/' : ''}${name}.json`;
}
