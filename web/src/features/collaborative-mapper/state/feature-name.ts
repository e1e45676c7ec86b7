import type { FeatureState } from '@refugia/engine/merge/index.ts';

/** The attributes that may hold a feature's name, the first choice first. */
const nameAttributes = ['name', 'Name', 'NAME', 'title'] as const;

/** Whether a feature has an attribute for its name, be it empty or not. */
export function hasNameAttribute({ properties }: Pick<FeatureState, 'properties'>): boolean {
  return nameAttributes.some((attribute) => Object.hasOwn(properties, attribute));
}

/** The name of a feature, or null if it has none. */
export function nameOf({ properties }: Pick<FeatureState, 'properties'>): string | null {
  for (const attribute of nameAttributes) {
    const value = Object.hasOwn(properties, attribute) ? properties[attribute] : null;
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}

const kinds = {
  Point: 'Point',
  MultiPoint: 'Points',
  LineString: 'Line',
  MultiLineString: 'Lines',
  Polygon: 'Polygon',
  MultiPolygon: 'Polygon of several parts',
} as const;

/** What a feature is, such as `Polygon`. */
export function kindOf({ geometry }: Pick<FeatureState, 'geometry'>): string {
  return geometry ? kinds[geometry.type] : 'No geometry';
}
