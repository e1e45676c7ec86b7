import type { MultiPolygon, Polygon } from 'geojson';
import { areaOfPolygons, areaPolygons, boundsOf } from '../geo/bounds.ts';
import { indexBoxes } from '../geo/box-index.ts';
import { intersect } from '../geo/clip.ts';
import { areaHectares } from '../geo/measures.ts';

type Shape = Polygon | MultiPolygon;

/** A patch of each of two lists that are the same patch. */
export interface PatchMatch {
  /** The index in the first list. */
  readonly patch: number;
  /** The index in the second list. */
  readonly other: number;
  /** The ground that both cover, in hectares on the ellipsoid. */
  readonly sharedHectares: number;
}

/** Two patches are the same if they share at least this much of the smaller one. */
export const sameFromShare = 0.3;

/**
 * Finds the patches of two lists that are the same: those whose common ground is at least
 * `sameFromShare` of the smaller one's, on the ellipsoid. A patch that fell apart or grew together
 * matches several. Shapes are in longitude and latitude, cut at the antimeridian.
 *
 * @returns in the order of the first list, then of the second
 */
export function matchPatches(patches: readonly Shape[], others: readonly Shape[]): PatchMatch[] {
  const findNear = nearShapes(others);
  const otherHectares = others.map(areaHectares);
  return patches.flatMap((shape, patch) => {
    const hectares = areaHectares(shape);
    return findNear(shape).flatMap((other): PatchMatch[] => {
      const sharedHectares = hectaresShared(shape, others[other]);
      const smaller = Math.min(hectares, otherHectares[other]);
      const isSame = sharedHectares > 0 && sharedHectares >= sameFromShare * smaller;
      return isSame ? [{ patch, other, sharedHectares }] : [];
    });
  });
}

/** The ground that both shapes cover. */
function hectaresShared(shape: Shape, other: Shape): number {
  const shared = intersect(areaPolygons(shape), areaPolygons(other));
  return shared.length === 0 ? 0 : areaHectares(areaOfPolygons(shared));
}

/** A search for shapes of which a polygon's bounds touch those of a polygon of another shape. */
function nearShapes(shapes: readonly Shape[]): (of: Shape) => number[] {
  const polygons = shapes.flatMap((shape, index) =>
    areaPolygons(shape).map(([outer = []]) => ({ index, bounds: boundsOf(outer) })),
  );
  if (polygons.length === 0) return () => [];
  const tree = indexBoxes(polygons.map(({ bounds }) => bounds));
  return (shape) => {
    const found = areaPolygons(shape).flatMap(([outer = []]) => tree.search(...boundsOf(outer)));
    return [...new Set(found.map((polygon) => polygons[polygon].index))].sort((a, b) => a - b);
  };
}
