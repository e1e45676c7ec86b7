import type { ValueMap } from '@refugia/contract/value-mapper/projects.ts';

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
