import type { FeatureState } from '@refugia/engine/merge/index.ts';
import { positionsOf } from '../state/geometry-positions.ts';

/** Where something about a feature is pinned: its northernmost position; null where it has none. */
export function positionOf(
  geometry: FeatureState['geometry'],
): readonly [longitude: number, latitude: number] | null {
  let top: readonly [number, number] | null = null;
  for (const position of positionsOf(geometry?.coordinates)) {
    if (top === null || position[1] > top[1]) top = position;
  }
  return top;
}
