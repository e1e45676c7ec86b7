import { type ShapeFault, shapeFault } from '@refugia/engine/edit/index.ts';
import type { FlatGeometry } from '@refugia/engine/vector/types.ts';

/**
 * Shapes that were found valid. Rows in the database need not be trusted: what they hold is another
 * object, unless this process wrote it and knows it still.
 */
const validShapes = new WeakSet<FlatGeometry>();

/**
 * The first fault of a shape, or undefined when it is valid. If the earlier shape was found valid,
 * only what changed is checked.
 * @param before the earlier shape; null for a new one
 */
export function faultOfChange(
  geometry: FlatGeometry,
  before: FlatGeometry | null,
): ShapeFault | undefined {
  const fault = shapeFault(geometry, before && validShapes.has(before) ? before : null);
  if (!fault) validShapes.add(geometry);
  return fault;
}
