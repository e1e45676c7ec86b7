import { hash } from 'node:crypto';
import { type ShapeFault, shapeFault } from '@refugia/engine/edit/index.ts';
import { LeastRecentlyUsed } from '@refugia/engine/memory/least-recently-used.ts';
import type { FlatGeometry } from '@refugia/engine/vector/types.ts';

/** Smaller shapes are checked as quickly as they are looked up. */
const fewestPositions = 500;
const rememberedShapes = 10_000;

/** Digests of large shapes that were found valid. By their content, so that no row has to be trusted. */
const validShapes = new LeastRecentlyUsed<true>(rememberedShapes);

/**
 * The first fault of a shape; undefined when it is valid. Of a shape that was made of one that was found
 * valid lately, only what changed is checked.
 * @param positions how many the shape has
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

/** The same for shapes of the same type with the same coordinates, and for no others. */
function digestOf({ type, coordinates }: FlatGeometry): string {
  const numbers = (coordinates as unknown[]).flat(Number.POSITIVE_INFINITY) as number[];
  const digest = hash('sha256', new Uint8Array(new Float64Array(numbers).buffer), 'base64url');
  return `${type} ${JSON.stringify(lengthsOf(coordinates))} ${digest}`;
}

/** The lengths of nested lists, down to those that hold positions. */
function lengthsOf(list: readonly unknown[]): unknown {
  const [first] = list;
  const holdsLists = Array.isArray(first) && Array.isArray(first[0]);
  return holdsLists ? list.map((inner) => lengthsOf(inner as unknown[])) : list.length;
}
