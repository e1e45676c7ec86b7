import type { Position } from 'geojson';
import type { FileFact } from '../../facts/file-facts.ts';
import { metersPerDegree } from '../../geo/measures.ts';
import { countPositions, doubleSignedArea } from '../../geo/rings.ts';
import type { Budget } from '../budget.ts';
import { type Report, VectorError } from '../report.ts';
import { simplifyRings } from './simplify-rings.ts';
import { closeGaps, unitePolygons } from './unite.ts';

/** The polygons of each feature, on a grid. */
type Features = Position[][][][];

export interface Fitting {
  /**
   * Whether outlines still cross themselves. Such outlines can neither be united nor simplified.
   */
  readonly isTangled: boolean;
  readonly maxPositions: number;
  readonly unitsPerDegree: number;
  readonly budget: Budget;
  readonly report: Report;
}

/** Polygons count as overlapping above this share of their ground. Less is inaccurate drawing. */
const notableOverlap = 0.001;
/** If there are too many polygons, gaps of up to twice this width are closed, such as roads. */
const closingMeters = 12;
/** A ring needs this many corners to keep its shape. */
const cornersOfShapes = 8;

/**
 * Fits features into at most `maxPositions` corners. Features that have no more, and do not
 * overlap, stay as they are. Otherwise all are united into one, and simplified if there are too
 * many corners. If that is not enough, gaps as wide as a road are closed first. Throws VectorError
 * if there are still too many corners.
 */
export function fit(features: Features, fitting: Fitting): Features {
  const { maxPositions, budget, report, isTangled } = fitting;
  const polygons = features.flat();
  if (isTangled && countPositions(polygons.flat()) > maxPositions)
    throw tooTangled(polygons, maxPositions);
  const united = unitePolygons(polygons, budget);
  if (countPositions(polygons.flat()) <= maxPositions) {
    const isOverlapping = united && areaSum(united) < areaSum(polygons) * (1 - notableOverlap);
    if (!isOverlapping || countPositions(united.flat()) > maxPositions) return features;
    report.note({ code: 'polygons-overlapping' });
    return [united];
  }
  // If uniting fails, simplifying may still be enough.
  const joined = united ?? polygons;
  // If rings would shrink to triangles, it is better to join them.
  const hasFewRings = joined.flat().length * cornersOfShapes <= maxPositions;
  const plain = hasFewRings ? simplify(joined, fitting) : undefined;
  const closed = plain ? undefined : closeRoads(joined, fitting);
  const coarse = closed && simplify(closed, fitting);
  const simplified = plain ?? coarse ?? simplify(joined, fitting);
  if (!simplified) throw tooFine(polygons, maxPositions);
  if (united || coarse) {
    const params = { polygons: polygons.length, corners: countPositions(polygons.flat()) };
    report.note({ code: 'polygons-joined', params });
  }
  if (coarse) report.note({ code: 'gaps-closed', params: { meters: 2 * closingMeters } });
  if (simplified.note) report.note(simplified.note);
  return [simplified.polygons];
}

function tooFine(polygons: Position[][][], maxPositions: number): VectorError {
  const [corners, rings] = [countPositions(polygons.flat()), polygons.flat().length];
  return new VectorError({
    code: 'polygons-too-fine',
    params: { corners, rings, limit: maxPositions },
  });
}

function tooTangled(polygons: Position[][][], maxPositions: number): VectorError {
  const params = { corners: countPositions(polygons.flat()), limit: maxPositions };
  return new VectorError({ code: 'polygons-too-tangled', params });
}

function closeRoads(
  polygons: Position[][][],
  { unitsPerDegree, budget }: Fitting,
): Position[][][] | undefined {
  return closeGaps(polygons, (closingMeters * unitsPerDegree) / metersPerDegree, budget);
}

function simplify(
  polygons: Position[][][],
  { maxPositions, unitsPerDegree }: Fitting,
): { polygons: Position[][][]; note?: FileFact } | undefined {
  const before = countPositions(polygons.flat());
  if (before <= maxPositions) return { polygons };
  const simplified = simplifyRings(polygons.flat(), { maxPositions, unitsPerDegree });
  if (!simplified) return undefined;
  const rings = simplified.rings.values();
  const thinned = polygons.map((polygon) => polygon.map(() => rings.next().value!));
  return {
    polygons: thinned,
    note: {
      code: 'outline-simplified',
      params: {
        before,
        after: countPositions(thinned.flat()),
        movedMeters: simplified.movedMeters,
      },
    },
  };
}

function areaSum(polygons: readonly Position[][][]): number {
  return polygons.flat().reduce((sum, ring) => sum + doubleSignedArea(ring), 0);
}
