import type { MultiPolygon, Polygon, Position } from 'geojson';
import type { RepairFact } from '../../facts/file-facts.ts';
import { crossesAntimeridian, cutPolygon, jumpsTooOften } from '../../geo/antimeridian.ts';
import { areaPolygons, boundsOf } from '../../geo/bounds.ts';
import { indexBoxes } from '../../geo/box-index.ts';
import { oddLoops } from '../../geo/clip.ts';
import { countPositions, distinctRings, isFlat, orientRing } from '../../geo/rings.ts';
import { Budget, defaultVectorLimits } from '../budget.ts';
import { countCrossings } from './crossings.ts';
import { groupRings, RingInterior } from './group-rings.ts';

/** A repair or loss of a polygon. */
export type PolygonEvent =
  | 'ring closed'
  | 'ring dropped'
  | 'hole outside'
  | 'hole within a hole'
  | 'crossing repaired'
  | 'crossing left'
  | 'cut at antimeridian'
  | 'not cut';

type Tell = (event: PolygonEvent) => void;

/** A polygon with more crossings was not drawn so by accident, and is not repaired. */
const maxCrossings = 500;
/** The most corners of a polygon that is repaired. */
const maxRepairPositions = 20_000;
/** The cost of cutting or repairing in comparisons, each time and for each corner. */
const clippingCost = { each: 500, corner: 50 };

/**
 * Makes valid polygons from a file's rings (outer ring first, longitude and latitude). Repeated
 * corners are removed, rings are closed and cut at the antimeridian, crossings are repaired if
 * possible, and rings become right-handed. Returns no polygon if nothing with an area is left.
 */
export function cleanPolygon(
  rings: readonly Position[][],
  budget: Budget,
  tell: Tell,
): Position[][][] {
  const [outer, ...holes] = rings.map((ring) => cleanRing(ring, tell));
  if (!outer) return [];
  const polygon = [outer, ...distinctRings(holes.filter((hole) => hole !== undefined))];
  return cut(polygon, budget, tell)
    .flatMap((part) => repair(part, budget, tell))
    .flatMap(([first, ...others]) =>
      oriented(first, holesWithin(first, others, tell), budget, tell),
    );
}

/** The ring, closed and without repeated corners; undefined if it has no area. */
function cleanRing(ring: readonly Position[], tell: Tell): Position[] | undefined {
  const cleaned: Position[] = [];
  for (const position of ring) {
    const previous = cleaned.at(-1);
    if (!previous || !isSame(previous, position)) cleaned.push(position);
  }
  const [first] = cleaned;
  const isClosed = cleaned.length > 1 && isSame(first, cleaned.at(-1)!);
  if (first && !isClosed && cleaned.length > 2) {
    cleaned.push([...first]);
    tell('ring closed');
  }
  // A ring around a pole can be a single line in longitude and latitude.
  if (cleaned.length >= 4 && (!isFlat(cleaned) || crossesAntimeridian(cleaned))) return cleaned;
  tell('ring dropped');
  return undefined;
}

function isSame(a: Position, b: Position): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

function cut(rings: Position[][], budget: Budget, tell: Tell): Position[][][] {
  if (!rings.some(crossesAntimeridian)) return [rings];
  if (!rings.some(jumpsTooOften) && budget.mayCompare(costOf(rings))) {
    const parts = cutPolygon(rings);
    if (parts) {
      tell('cut at antimeridian');
      return parts;
    }
  }
  tell('not cut');
  return [];
}

function repair(rings: Position[][], budget: Budget, tell: Tell): Position[][][] {
  const crossings = countCrossings(rings, budget, maxCrossings);
  if (crossings === 0) return [rings];
  const isRepairable =
    crossings !== undefined &&
    crossings < maxCrossings &&
    countPositions(rings) <= maxRepairPositions &&
    budget.mayCompare(costOf(rings));
  const repaired = isRepairable ? oddLoops(rings) : [];
  if (repaired.length === 0) {
    if (crossings !== undefined) tell('crossing left');
    return [rings];
  }
  tell('crossing repaired');
  return repaired;
}

function costOf(rings: readonly Position[][]): number {
  return clippingCost.each + countPositions(rings) * clippingCost.corner;
}

/**
 * The polygon with its rings turned as RFC 7946 asks. A hole within a hole is land, as it is drawn:
 * it becomes a polygon of its own.
 */
function oriented(
  outer: Position[],
  holes: Position[][],
  budget: Budget,
  tell: Tell,
): Position[][][] {
  const islands = ringsWithinHoles(holes, budget);
  const rings = [
    orientRing(outer, 'counter-clockwise'),
    ...holes.map((hole) => orientRing(hole, islands.has(hole) ? 'counter-clockwise' : 'clockwise')),
  ];
  if (islands.size === 0) return [rings];
  tell('hole within a hole');
  return groupRings(rings, { budget, onStrayHole: () => {} });
}

/** The rings that lie in an odd number of the others; none if that takes too many comparisons. */
function ringsWithinHoles(holes: readonly Position[][], budget: Budget): Set<Position[]> {
  const islands = new Set<Position[]>();
  if (holes.length < 2) return islands;
  const index = indexBoxes(holes.map(boundsOf));
  const interiors = holes.map((hole) => new RingInterior(hole));
  for (const [number, hole] of holes.entries()) {
    const [x = 0, y = 0] = hole[0];
    const near = index.search(x, y, x, y).filter((other) => other !== number);
    if (!budget.mayCompare(near.length + 1)) return new Set();
    const around = near.filter((other) => interiors[other].holds(hole, budget) === true);
    if (around.length % 2 === 1) islands.add(hole);
  }
  return islands;
}

/** Drops holes outside of the outer ring, which would otherwise count as land. */
function holesWithin(outer: Position[], holes: Position[][], tell: Tell): Position[][] {
  if (holes.length === 0) return holes;
  const box = boundsOf(outer);
  return holes.filter((hole) => {
    const [west, south, east, north] = boundsOf(hole);
    const isNear = west < box[2] && east > box[0] && south < box[3] && north > box[1];
    if (!isNear) tell('hole outside');
    return isNear;
  });
}

/**
 * Repairs of a polygon that a person learns of. They are the same for uploaded and for drawn
 * polygons.
 */
export const repairs: Partial<Record<PolygonEvent, RepairFact['code']>> = {
  'ring closed': 'rings-closed',
  'crossing repaired': 'crossings-repaired',
  'crossing left': 'crossings-left',
  'hole within a hole': 'holes-within-holes',
  'cut at antimeridian': 'polygons-cut-at-antimeridian',
};

/**
 * What a person should know of an area that came without a file: what the upload of a file with the
 * same rings tells.
 */
export function areaNotes(area: Polygon | MultiPolygon): RepairFact[] {
  const budget = new Budget(defaultVectorLimits);
  const codes = new Set<RepairFact['code']>();
  for (const rings of areaPolygons(area)) {
    cleanPolygon(rings, budget, (event) => {
      const code = repairs[event];
      if (code !== undefined) codes.add(code);
    });
  }
  return [...codes].map((code) => ({ code }));
}
