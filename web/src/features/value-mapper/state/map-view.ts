import { limits } from '@refugia/contract/limits.ts';
import type { ValueMap, ValueMapperBaseLayer } from '@refugia/contract/value-mapper/projects.ts';
import type { BaseLayerName } from '../../../map/base-layers.ts';
import { fromLeafletZoom } from '../../../map/map-position.ts';
import type { Rectangle } from '../../../map/places.ts';

/**
 * Reads the saved centre of a project's map.
 * @returns degrees
 * @throws {Error} with a sentence for a person if the text holds no latitude and longitude
 */
export function readCenter({ last_center_coords: text }: Pick<ValueMap, 'last_center_coords'>): {
  latitude: number;
  longitude: number;
} {
  const [latitude, longitude] = numbersOf(text);
  if (latitude === undefined || longitude === undefined) {
    throw new Error(`The saved center of the map cannot be read: ${text}`);
  }
  return { latitude, longitude };
}

function numbersOf(text: string): number[] {
  try {
    const parts: unknown = JSON.parse(text);
    return Array.isArray(parts) ? parts.filter(Number.isFinite) : [];
  } catch {
    return [];
  }
}

/**
 * The zoom at which Find shows a raster, which depends on the larger span of its box. It is
 * undefined where the specification names none. The map then shows the whole box instead.
 */
export function findZoom([west, south, east, north]: Rectangle): number | undefined {
  const span = Math.max(east - west, north - south);
  const row = limits.valueMapper.findZooms.find(({ overDegrees }) => span > overDegrees);
  return row && fromLeafletZoom(row.zoom);
}

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
