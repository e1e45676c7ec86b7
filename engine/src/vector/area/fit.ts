import type { Position } from 'geojson';
import { metersPerDegree } from '../../geo/measures.ts';
import { doubleSignedArea } from '../../geo/rings.ts';
import type { Budget } from '../budget.ts';
import { type Report, VectorError } from '../report.ts';
import { simplifyRings } from './simplify-rings.ts';
import { closeGaps, unitePolygons } from './unite.ts';

/** The polygons of each feature, on a grid. */
type Features = Position[][][][];

interface Fitting {
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
  if (isTangled && countPositions(polygons) > maxPositions)
    throw tooTangled(polygons, maxPositions);
  const united = unitePolygons(polygons, budget);
  if (countPositions(polygons) <= maxPositions) {
    const isOverlapping = united && areaSum(united) < areaSum(polygons) * (1 - notableOverlap);
    if (!isOverlapping || countPositions(united) > maxPositions) return features;
    report.note('Polygons overlap one another; they were joined, so that ground counts only once.');
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
  if (united || coarse) report.note(joinedNote(polygons));
  if (coarse) report.note(`Gaps of up to about ${2 * closingMeters} m were closed.`);
  if (simplified.note) report.note(simplified.note);
  return [simplified.polygons];
}

function joinedNote(polygons: Position[][][]): string {
  return `The ${format(polygons.length)} polygons were joined where they touch or only slits of about 2 m are between them: one by one they have too many corners (${format(countPositions(polygons))}).`;
}

function tooFine(polygons: Position[][][], maxPositions: number): VectorError {
  return new VectorError(
    'too-large',
    `The polygons have ${format(countPositions(polygons))} corners in ${format(polygons.flat().length)} rings; at most ${format(maxPositions)} can be analyzed, and neither joining nor simplifying brought them so far down. Choose fewer polygons, or upload an outline around them.`,
  );
}

function tooTangled(polygons: Position[][][], maxPositions: number): VectorError {
  return new VectorError(
    'too-large',
    `The polygons have ${format(countPositions(polygons))} corners; at most ${format(maxPositions)} can be analyzed, and outlines that cross themselves so often can't be simplified. Repair them (in QGIS: Fix geometries).`,
  );
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
): { polygons: Position[][][]; note: string } | undefined {
  const before = countPositions(polygons);
  if (before <= maxPositions) return { polygons, note: '' };
  const simplified = simplifyRings(polygons.flat(), { maxPositions, unitsPerDegree });
  if (!simplified) return undefined;
  const rings = simplified.rings.values();
  const thinned = polygons.map((polygon) => polygon.map(() => rings.next().value!));
  return {
    polygons: thinned,
    note: `The outline was simplified from ${format(before)} to ${format(countPositions(thinned))} corners; it moved by at most ${formatMeters(simplified.movedMeters)}.`,
  };
}

function areaSum(polygons: readonly Position[][][]): number {
  return polygons.flat().reduce((sum, ring) => sum + doubleSignedArea(ring), 0);
}

function countPositions(polygons: readonly Position[][][]): number {
  return polygons.flat().reduce((sum, { length }) => sum + length, 0);
}

function format(count: number): string {
  return count.toLocaleString('en-US');
}

function formatMeters(meters: number): string {
  if (meters >= 10_000) return `${Math.round(meters / 1000)} km`;
  return meters >= 10 ? `${Math.round(meters)} m` : `${meters.toFixed(1)} m`;
}
