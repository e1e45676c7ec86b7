import type { FeatureState } from '@refugia/engine/merge/index.ts';
import { positionsOf } from '../state/geometry-positions.ts';

/**
 * The northernmost position of a feature, where its mark is pinned, or null for a feature without
 * positions.
 */
export function positionOf(
  geometry: FeatureState['geometry'],
): readonly [longitude: number, latitude: number] | null {
  let top: readonly [number, number] | null = null;
  for (const position of positionsOf(geometry?.coordinates)) {
    if (top === null || position[1] > top[1]) top = position;
  }
  return top;
}
