import type { FeatureState } from '@refugia/engine/merge/index.ts';

/** Every position of a geometry, however deep it stands; none where there is no geometry. */
export function positionsOf(geometry: FeatureState['geometry']): [number, number][] {
  const found: [number, number][] = [];
  const visit = (value: unknown): void => {
    if (!Array.isArray(value)) return;
    const [longitude, latitude] = value;
    if (typeof longitude === 'number' && typeof latitude === 'number')
      found.push([longitude, latitude]);
    else for (const each of value) visit(each);
  };
  visit(geometry?.coordinates);
  return found;
}
