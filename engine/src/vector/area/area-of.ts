import type { MultiPolygon, Polygon, Position } from 'geojson';
import { VectorError } from '../errors.ts';
import { geometriesOf, partsOf } from '../geometry/parts.ts';
import { labelOf, Report } from '../report.ts';
import type { SkippedPart, VectorFeature, VectorImport } from '../types.ts';
import { simplifyRings } from './simplify-rings.ts';

export interface AreaOptions {
  /** Of all coordinates. */
  readonly decimals: number;
  /** Of all rings together; an area with more is simplified. */
  readonly maxPositions: number;
}

/** The polygons of a file, rounded and no finer than asked. */
export interface ImportedArea {
  readonly geometries: (Polygon | MultiPolygon)[];
  readonly skipped: SkippedPart[];
  readonly notes: string[];
}

/**
 * Makes an area of what was imported: its polygons, one geometry for each feature. Points and lines are
 * left out and reported. Throws VectorError when there is no polygon.
 */
export function areaOf(imported: VectorImport, options: AreaOptions): ImportedArea {
  const report = new Report();
  const features = imported.layers.flatMap(({ features }) => features);
  const polygons = features.flatMap((feature) => polygonsOf(feature, report));
  const rounded = polygons
    .map((parts) => parts.flatMap((rings) => roundPolygon(rings, options.decimals)))
    .filter((parts) => parts.length > 0);
  const skipped = [...imported.skipped, ...report.skipped()];
  if (rounded.length === 0) throw new VectorError('unsupported', noPolygons(features, skipped));
  const notes = [...imported.notes];
  const simplified = simplify(rounded, options, notes);
  return {
    geometries: simplified.flatMap(
      (parts) =>
        geometriesOf({ points: [], lines: [], polygons: parts }) as (Polygon | MultiPolygon)[],
    ),
    skipped,
    notes,
  };
}

function polygonsOf({ id, geometry, properties }: VectorFeature, report: Report): Position[][][][] {
  const { points, lines, polygons } = partsOf(geometry);
  const label = labelOf(Number(id), properties);
  if (points.length > 0) report.skip('Is a point, not an area.', label);
  if (lines.length > 0) report.skip('Is a line, not an area.', label);
  return polygons.length > 0 ? [polygons] : [];
}

function noPolygons(features: readonly VectorFeature[], skipped: readonly SkippedPart[]): string {
  if (features.length === 0) {
    return ['The file holds no features.', ...skipped.slice(0, 1).map(tell)].join(' ');
  }
  const what = skipped.slice(0, 3).map(tell).join(' ');
  return `The file holds no polygon that can be an area of interest. ${what}`.trim();
}

function tell({ reason, count, examples }: SkippedPart): string {
  return `${count === 1 ? 'One part' : `${count} parts`} (${examples[0]}${count > 1 ? ', …' : ''}): ${reason}`;
}

/** The polygon with rounded coordinates; none when nothing with an area is left. */
function roundPolygon(rings: readonly Position[][], decimals: number): Position[][][] {
  const [outer, ...holes] = rings.map((ring) => roundRing(ring, 10 ** decimals));
  return outer && isRing(outer) ? [[outer, ...holes.filter(isRing)]] : [];
}

function roundRing(ring: readonly Position[], scale: number): Position[] {
  const rounded: Position[] = [];
  for (const [x = 0, y = 0] of ring) {
    // Adding zero turns -0 into 0.
    const position = [Math.round(x * scale) / scale + 0, Math.round(y * scale) / scale + 0];
    const previous = rounded.at(-1);
    if (previous?.[0] !== position[0] || previous?.[1] !== position[1]) rounded.push(position);
  }
  return rounded;
}

function isRing(ring: readonly Position[]): boolean {
  if (ring.length < 4) return false;
  const [x0, y0] = ring[0] as [number, number];
  const [x1, y1] = ring[1] as [number, number];
  return ring.some(([x, y]) => (x1 - x0) * (y! - y0) !== (y1 - y0) * (x! - x0));
}

function simplify(
  features: readonly Position[][][][],
  { maxPositions }: AreaOptions,
  notes: string[],
): Position[][][][] {
  const rings = features.flat(2);
  const before = rings.reduce((sum, { length }) => sum + length, 0);
  if (before <= maxPositions) return [...features];
  const simplified = simplifyRings(rings, maxPositions);
  if (!simplified) {
    throw new VectorError(
      'too-large',
      `The polygons have ${before} corners in ${rings.length} rings; at most ${maxPositions} can be analysed, and simplifying did not bring them so far down. Choose fewer polygons.`,
    );
  }
  const after = simplified.rings.reduce((sum, { length }) => sum + length, 0);
  notes.push(
    `The outline was simplified from ${before.toLocaleString('en-US')} to ${after.toLocaleString('en-US')} corners; it moved by at most ${formatMeters(simplified.movedMeters)}.`,
  );
  let next = 0;
  return features.map((parts) => parts.map((rings) => rings.map(() => simplified.rings[next++]!)));
}

function formatMeters(meters: number): string {
  if (meters >= 10_000) return `${Math.round(meters / 1000)} km`;
  return meters >= 10 ? `${Math.round(meters)} m` : `${meters.toFixed(1)} m`;
}
