import { hash } from 'node:crypto';
import { type ShapeFault, shapeFault } from '@refugia/engine/edit/index.ts';
import { LeastRecentlyUsed } from '@refugia/engine/memory/least-recently-used.ts';
import type { FlatGeometry } from '@refugia/engine/vector/types.ts';

/** Checking a smaller shape takes no longer than looking up its digest. */
const fewestPositions = 500;
const rememberedShapes = 10_000;

/**
 * Digests of large shapes that were found valid. A shape is known by its content, so that rows in
 * the database need not be trusted.
 */
const validShapes = new LeastRecentlyUsed<true>(rememberedShapes);

/**
 * The first fault of a shape, or undefined when it is valid. If the earlier shape was found valid
 * lately, only what changed is checked.
 * @param positions the number of the shape's positions
 * @param before the earlier shape; null for a new one
 */
export function faultOfChange(
  geometry: FlatGeometry,
  positions: number,
  before: FlatGeometry | null,
): ShapeFault | undefined {
  if (positions < fewestPositions) return shapeFault(geometry);
  const isKnown = before !== null && validShapes.get(digestOf(before)) === true;
  const fault = shapeFault(geometry, isKnown ? before : null);
  if (!fault) validShapes.set(digestOf(geometry), true);
  return fault;
}

/**
 * The digest of a shape. It is equal for shapes of the same type with the same coordinates only.
 */
function digestOf({ type, coordinates }: FlatGeometry): string {
  const numbers = (coordinates as unknown[]).flat(Number.POSITIVE_INFINITY) as number[];
  const digest = hash('sha256', new Uint8Array(new Float64Array(numbers).buffer), 'base64url');
  return `${type} ${JSON.stringify(lengthsOf(coordinates))} ${digest}`;
}

/** The lengths of nested lists, down to the lists of positions. */
function lengthsOf(list: readonly unknown[]): unknown {
  const [first] = list;
  const holdsLists = Array.isArray(first) && Array.isArray(first[0]);
  return holdsLists ? list.map((inner) => lengthsOf(inner as unknown[])) : list.length;
}
