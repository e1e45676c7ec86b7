import { boundsOf, positionsOfGeometry } from '@refugia/engine/geo/bounds.ts';
import type { FlatGeometry } from '@refugia/engine/vector/types.ts';

/** A geometry's box in PostgreSQL's notation: the north-eastern corner, then the south-western one. */
export function boxText(geometry: FlatGeometry): string {
  const [west, south, east, north] = boundsOf(positionsOfGeometry(geometry));
  return `(${east},${north}),(${west},${south})`;
}
