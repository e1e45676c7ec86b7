import type { ValueMapperBaseLayer } from '@refugia/contract/value-mapper/projects.ts';
import type { BaseLayerName } from '../../../map/base-layers.ts';

/** The base maps in the order of the specification. */
export const offeredBaseLayers: readonly BaseLayerName[] = [
  'outdoors',
  'satellite',
  'light',
  'dark',
];

const namesAtServer: Readonly<Record<BaseLayerName, ValueMapperBaseLayer>> = {
  outdoors: 'Outdoors',
  satellite: 'Satellite',
  light: 'Light',
  dark: 'Dark',
};

/** The name of a base map in the calls of this app. */
export function nameAtServer(name: BaseLayerName): ValueMapperBaseLayer {
  return namesAtServer[name];
}

/** The base map for a name in the calls of this app. */
export function nameOnMap(name: ValueMapperBaseLayer): BaseLayerName {
  return offeredBaseLayers.find((each) => namesAtServer[each] === name) ?? 'outdoors';
}
