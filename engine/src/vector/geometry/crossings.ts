import Flatbush from 'flatbush';
import type { Position } from 'geojson';
import type { Budget } from '../budget.ts';

/**
 * How often the edges of a polygon's rings cross one another, counted up to `enough`. Edges that only
 * touch don't count. Undefined when the file's comparisons are used up.
 */
export function countCrossings(
  rings: readonly Position[][],
  budget: Budget,
  enough: number,
): number | undefined {
  const edges: [Position, Position][] = rings.flatMap((ring) =>
    ring.slice(1).map((to, index): [Position, Position] => [ring[index]!, to]),
  );
  if (edges.length < 4) return 0;
  const index = new Flatbush(edges.length);
  for (const [from, to] of edges) {
    index.add(
      Math.min(from[0]!, to[0]!),
      Math.min(from[1]!, to[1]!),
      Math.max(from[0]!, to[0]!),
      Math.max(from[1]!, to[1]!),
    );
  }
  index.finish();
  let crossings = 0;
  for (let number = 0; number < edges.length && crossings < enough; number += 1) {
    const [from, to] = edges[number]!;
    const near = index.search(
      Math.min(from[0]!, to[0]!),
      Math.min(from[1]!, to[1]!),
      Math.max(from[0]!, to[0]!),
      Math.max(from[1]!, to[1]!),
      (other) => other > number,
    );
    if (!budget.mayCompare(near.length + 1)) return undefined;
    for (const other of near) if (doCross(edges[number]!, edges[other]!)) crossings += 1;
  }
  return crossings;
}

function doCross([a, b]: readonly Position[], [c, d]: readonly Position[]): boolean {
  return side(a!, b!, c!) * side(a!, b!, d!) < 0 && side(c!, d!, a!) * side(c!, d!, b!) < 0;
}

/** On which side of the line from `a` to `b` a position lies: its sign. */
function side(a: Position, b: Position, position: Position): number {
  return Math.sign(
    (b[0]! - a[0]!) * (position[1]! - a[1]!) - (position[0]! - a[0]!) * (b[1]! - a[1]!),
  );
}
