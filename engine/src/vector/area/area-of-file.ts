import type { MultiPolygon, Polygon, Position } from 'geojson';
import type { FileFact, Omission } from '../../facts/file-facts.ts';
import { boundsOf } from '../../geo/bounds.ts';
import { distinctPolygons, distinctRings, isFlat } from '../../geo/rings.ts';
import { Budget, defaultVectorLimits } from '../budget.ts';
import { geometriesOf, partsOf } from '../geometry/parts.ts';
import { labelOf, nameOf, Report, shorten, VectorError } from '../report.ts';
import type { VectorFeature, VectorImport } from '../types.ts';
import { type Fitting, fit } from './fit.ts';
import { untangle } from './unite.ts';

/** A refusal names so many of the reasons why parts were left out. */
const mostToldParts = 3;

export interface AreaOptions {
  /** Decimals of all coordinates. */
  readonly decimals: number;
  /** The most corners of all rings together. An area with more is simplified. */
  readonly maxPositions: number;
}

/** The polygons of a file, rounded, with no more corners than asked for. */
export interface AreaOfFile {
  readonly geometries: (Polygon | MultiPolygon)[];
  /** The name of the only feature with polygons, or null where it has none or there are several. */
  readonly name: string | null;
  readonly skipped: Omission[];
  readonly notes: FileFact[];
}

/**
 * Makes an area from an import: its polygons, one geometry for each feature. Points and lines are
 * left out and reported. Polygons are united if they overlap, or if they have more corners together
 * than asked for. In the second case parts across narrow gaps are then joined and the outline is
 * simplified, as far as necessary. Throws VectorError if there is no polygon, or if there are too
 * many to be joined.
 */
export function areaOfFile(imported: VectorImport, options: AreaOptions): AreaOfFile {
  const report = new Report();
  const budget = new Budget(defaultVectorLimits);
  const { maxPositions } = options;
  const unitsPerDegree = 10 ** options.decimals;
  const features = imported.layers.flatMap((layer) => layer.features);
  let isTangled = false;
  const onTangle = () => {
    isTangled = true;
  };
  const used = features
    .map((feature) => ({
      name: nameOf(feature.properties),
      polygons: snap(feature, { unitsPerDegree, maxPositions, budget, report, onTangle }),
    }))
    .filter(({ polygons }) => polygons.length > 0);
  const snapped = used.map(({ polygons }) => polygons);
  const skipped = [...imported.skipped, ...report.skipped()];
  if (snapped.length === 0) {
    const code = features.length === 0 ? 'no-features' : 'no-polygons';
    throw new VectorError({ code, params: { skipped: skipped.slice(0, mostToldParts) } });
  }
  for (const note of imported.notes) report.note(note);
  noteFarSouth(snapped.flat(), unitsPerDegree, report);
  const distinct = eachOnce(snapped, report);
  const fitted = fit(distinct, { maxPositions, unitsPerDegree, budget, report, isTangled });
  const geometries = fitted.flatMap((polygons) =>
    geometriesOf({
      points: [],
      lines: [],
      polygons: polygons.map((rings) => fromGrid(rings, unitsPerDegree)),
    }),
  );
  const name = used.length === 1 ? used[0].name : undefined;
  return {
    geometries: geometries as AreaOfFile['geometries'],
    name: name === undefined ? null : shorten(name),
    skipped,
    notes: report.notes(),
  };
}

/** The polygons of each feature, without those that an earlier feature has too. */
function eachOnce(features: readonly Position[][][][], report: Report): Position[][][][] {
  const polygons = features.flat();
  const kept = new Set(distinctPolygons(polygons));
  if (kept.size === polygons.length) return [...features];
  report.note({ code: 'polygons-repeated' });
  return features
    .map((each) => each.filter((polygon) => kept.has(polygon)))
    .filter((each) => each.length > 0);
}

/**
 * Only Antarctica lies south of this. Places in the American east appear there if their coordinates
 * are swapped.
 */
const farSouthDegrees = -60;

function noteFarSouth(
  polygons: readonly Position[][][],
  unitsPerDegree: number,
  report: Report,
): void {
  const isFarSouth = polygons.every(
    ([outer = []]) => boundsOf(outer)[3] < farSouthDegrees * unitsPerDegree,
  );
  if (isFarSouth) report.note({ code: 'far-south' });
}

interface Snapping extends Omit<Fitting, 'isTangled'> {
  /** Called for a polygon that crosses itself too often to be made valid. It stays as it is. */
  onTangle(): void;
}

/** The polygons of a feature on the grid, made valid there. */
function snap(feature: VectorFeature, snapping: Snapping): Position[][][] {
  const { unitsPerDegree, maxPositions, budget, report } = snapping;
  const polygons = polygonsOf(feature, report);
  const snapped = polygons
    .flatMap((rings) => toGrid(rings, unitsPerDegree))
    .flatMap((polygon) => {
      const valid = untangle(polygon, maxPositions, budget);
      if (!valid) snapping.onTangle();
      return valid ?? [polygon];
    });
  if (polygons.length > 0 && snapped.length === 0) {
    const label = labelOf(Number(feature.id), feature.properties);
    report.skip({ code: 'area-lost-by-rounding' }, label);
  }
  return snapped;
}

function isClosed(line: readonly Position[]): boolean {
  const [first, last] = [line[0], line.at(-1)];
  return line.length > 3 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
}

function polygonsOf({ id, geometry, properties }: VectorFeature, report: Report): Position[][][] {
  const { points, lines, polygons } = partsOf(geometry);
  const label = labelOf(Number(id), properties);
  if (points.length > 0) report.skip({ code: 'is-point' }, label);
  if (lines.length > 0) {
    report.skip({ code: lines.every(isClosed) ? 'is-closed-line' : 'is-line' }, label);
  }
  return polygons;
}

/**
 * The polygon with its coordinates rounded to whole numbers of a fraction of a degree, so that all
 * later tests of corners and edges are exact. Returns no polygon if nothing with an area is left.
 */
export function toGrid(rings: readonly Position[][], unitsPerDegree: number): Position[][][] {
  const [outer, ...holes] = rings.map((ring) => snapRing(ring, unitsPerDegree));
  return outer && isRing(outer) ? [[outer, ...distinctRings(holes.filter(isRing))]] : [];
}

/** Converts back to degrees. */
function fromGrid(rings: readonly Position[][], unitsPerDegree: number): Position[][] {
  return rings.map((ring) =>
    ring.map(([x = 0, y = 0]) => [x / unitsPerDegree, y / unitsPerDegree]),
  );
}

function snapRing(ring: readonly Position[], unitsPerDegree: number): Position[] {
  const snapped: Position[] = [];
  for (const [x = 0, y = 0] of ring) {
    // Adding zero turns -0 into 0.
    const position = [Math.round(x * unitsPerDegree) + 0, Math.round(y * unitsPerDegree) + 0];
    const previous = snapped.at(-1);
    if (previous?.[0] !== position[0] || previous?.[1] !== position[1]) snapped.push(position);
  }
  return snapped;
}

function isRing(ring: readonly Position[]): boolean {
  return ring.length >= 4 && !isFlat(ring);
}
