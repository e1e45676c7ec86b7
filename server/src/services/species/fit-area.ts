import type { Position } from 'geojson';
import simplify from 'simplify-js';

/** Rings of polygons: the first of each is its outline, the others are holes. */
export type Polygons = readonly (readonly Position[][])[];

/** The first tolerance that is tried: the pixel size of the imagery. */
const finestMeters = 10;
const metersPerDegree = 111_320;
/** A closed ring around an area has at least this many positions. */
const smallestRing = 4;

/**
 * Simplifies areas together until they fit (Douglas and Peucker 1973, by simplify-js), with the
 * tolerance doubled from 10 m on. An outline that would vanish stays as it is; a hole goes.
 *
 * @param areas longitude and latitude; each ring closed
 * @returns the areas in their order, and how far an outline may be off: 0 when nothing was changed
 */
export function fitAreas(
  areas: readonly Polygons[],
  maxPositions: number,
): { areas: Polygons[]; toleranceMeters: number } {
  let fitted = [...areas];
  let toleranceMeters = 0;
  while (countPositions(fitted) > maxPositions) {
    const next = toleranceMeters === 0 ? finestMeters : toleranceMeters * 2;
    // Coarser than the Earth is round: outlines that are triangles already can't become fewer.
    if (next > 1e6) throw new RangeError(`The areas have more than ${maxPositions} corners.`);
    toleranceMeters = next;
    fitted = areas.map((polygons) => polygons.map((rings) => thin(rings, toleranceMeters)));
  }
  return { areas: fitted, toleranceMeters };
}

export function countPositions(areas: readonly Polygons[]): number {
  let total = 0;
  for (const ring of areas.flat(2)) total += ring.length;
  return total;
}

function thin([outline = [], ...holes]: readonly Position[][], toleranceMeters: number) {
  const thinned = thinRing(outline, toleranceMeters);
  return [
    thinned.length < smallestRing ? outline : thinned,
    ...holes
      .map((hole) => thinRing(hole, toleranceMeters))
      .filter((hole) => hole.length >= smallestRing),
  ];
}

/** Distances are taken in the plane that is true to scale at the ring's first latitude. */
function thinRing(ring: Position[], toleranceMeters: number): Position[] {
  const [, latitude = 0] = ring[0] ?? [];
  const shrink = Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
  const points = ring.map(([x = 0, y = 0]) => ({ x: x * shrink, y }));
  const kept = simplify(points, toleranceMeters / metersPerDegree, true);
  return kept.map(({ x, y }) => [x / shrink, y]);
}
