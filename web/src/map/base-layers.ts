import type { BaseLayerName } from '@refugia/contract/basemap.ts';

export type { BaseLayerName };

/** The names of the base maps for people. */
export const baseLayerLabels: Readonly<Record<BaseLayerName, string>> = {
  satellite: 'Satellite',
  outdoors: 'Outdoors',
  light: 'Light',
  dark: 'Dark',
};

/** The address of a base map's style document on our own server. */
export function styleUrl(name: BaseLayerName): string {
  return `/basemap/styles/${name}.json`;
}
