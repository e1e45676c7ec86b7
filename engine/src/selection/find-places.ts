import type { MultiPolygon, Polygon } from 'geojson';
import { areaHectares } from '../geo/measures.ts';
import { lonLatBounds } from '../raster/footprint.ts';
import { openCog } from '../render/cog.ts';
import { FileSource } from '../source/file-source.ts';
import { zoneStatistics } from '../zones/zone-statistics.ts';
import { measureBoundaries } from './boundaries.ts';
import { countHexagons, hexagonsOver } from './hexagons.ts';
import { boundaryTerms } from './linear-program.ts';
import {
  type ProblemFault,
  problemFault,
  type SelectionProblem,
  type UnitState,
} from './problem.ts';
import { type Solution, solveSelection } from './solve.ts';

/** An amount, or a share of all there is. */
export type Amount = { readonly amount: number } | { readonly share: number };

/** Which units are asked for. */
export interface PlacesQuestion {
  readonly value: 'sum' | 'mean';
  readonly goal: { readonly kind: 'budget' | 'target'; readonly of: Amount };
  /** The penalty on outlines without a unit: at 1, the outline of a unit of average value is worth its value (or cost). */
  readonly compactness: number;
  /** The numbers of units that are chosen already, or left out. */
  readonly in: readonly number[];
  readonly out: readonly number[];
  readonly seconds: number;
  readonly limits: { readonly units: number; readonly sharedBoundaries: number };
}

/** Where units come from: hexagons of a size, or polygons, which may have costs of their own in the same order. */
export type UnitSource =
  | { readonly hectares: number }
  | {
      readonly shapes: readonly (Polygon | MultiPolygon)[];
      readonly costs: readonly number[] | null;
    };

/** A unit with ground that has values. */
export interface PlanningUnit {
  /** From 1: the place among all hexagons over the raster, or among the polygons. */
  readonly number: number;
  readonly geometry: Polygon | MultiPolygon;
  readonly value: number;
  readonly cost: number;
  /** Of the whole polygon, or of a hexagon's ground with values. */
  readonly hectares: number;
  readonly state: UnitState;
}

/** Why nothing is searched for. */
export type PlacesFault =
  | ProblemFault
  /** `fits`: the size of hexagons that would be few enough, in hectares. */
  | { readonly code: 'too-many-units'; readonly units: number; readonly fits: number | null }
  | {
      readonly code: 'too-many-boundaries';
      readonly boundaries: number;
      readonly fits: number | null;
    };

export type PlacesNews =
  /** @param share of the measuring, 0 to 1 */
  | { readonly kind: 'measured'; readonly share: number }
  | { readonly kind: 'units'; readonly units: readonly PlanningUnit[] }
  | { readonly kind: 'solution'; readonly solution: Solution };

export type Places =
  | { readonly kind: 'fault'; readonly fault: PlacesFault }
  | {
      readonly kind: 'found';
      readonly units: readonly PlanningUnit[];
      /** `chosen` are places in `units`. */
      readonly solution: Solution;
    };

/** The solver ends when its choice is this close to the best. */
const sufficientGap = 0.0005;
/** Hexagons over a raster's bounds may be this many times as many as those with values. */
const emptyHexagons = 10;

/**
 * Finds the units of a raster of values that hold the most for a budget, or reach a target at the least cost.
 * @param path of a file that `zoneStatistics` reads; rejects like it
 * @param onProgress what it returns for the units is awaited before the solver takes the thread
 */
export async function findPlaces(
  path: string,
  source: UnitSource,
  question: PlacesQuestion,
  onProgress: (news: PlacesNews) => void | Promise<void>,
): Promise<Places> {
  const placed = await place(path, source, question.limits.units * emptyHexagons);
  if ('fault' in placed) return { kind: 'fault', fault: placed.fault };
  const statistics = await zoneStatistics(path, placed.shapes, {
    edges: 'share',
    threshold: 0,
    onProgress: (share) => onProgress({ kind: 'measured', share }),
  });
  const isHexagon = 'hectares' in source;
  const costs = 'costs' in source ? source.costs : null;
  const units = placed.shapes.flatMap((geometry, index): PlanningUnit[] => {
    const { hectares: valued, mean } = statistics[index];
    if (mean === null) return [];
    const number = index + 1;
    const hectares = isHexagon ? valued : areaHectares(geometry);
    const value = question.value === 'sum' ? mean * valued : mean;
    const state = question.in.includes(number) ? 1 : question.out.includes(number) ? -1 : 0;
    return [{ number, geometry, value, cost: costs?.[index] ?? hectares, hectares, state }];
  });
  const size = isHexagon ? source.hectares : null;
  const problem = problemOf(units, question);
  const fault = sizeFault(problem, question, size) ?? problemFault(problem);
  if (fault) return { kind: 'fault', fault };
  // From then on the thread is busy.
  await onProgress({ kind: 'units', units });
  const solution = await solveSelection(problem, {
    seconds: question.seconds,
    gap: sufficientGap,
    onProgress: (better) => onProgress({ kind: 'solution', solution: better }),
  });
  return { kind: 'found', units, solution };
}

async function place(
  path: string,
  source: UnitSource,
  most: number,
): Promise<{ shapes: readonly (Polygon | MultiPolygon)[] } | { fault: PlacesFault }> {
  if ('shapes' in source) return source;
  await using file = await FileSource.open(path);
  const { image, affine, crs } = await openCog(file);
  const bounds = lonLatBounds({ width: image.width, height: image.height, affine }, crs);
  if (!bounds) return { fault: { code: 'no-units' } };
  const units = countHexagons([...bounds], source.hectares);
  if (units > most) {
    return {
      fault: { code: 'too-many-units', units, fits: fitting(source.hectares, units / most) },
    };
  }
  return { shapes: hexagonsOver([...bounds], source.hectares) };
}

/** A larger size, with two digits. */
function fitting(hectares: number, times: number): number {
  const size = hectares * times;
  const step = 10 ** Math.floor(Math.log10(size) - 1);
  return Math.ceil(size / step) * step;
}

function sizeFault(
  problem: SelectionProblem,
  { limits }: PlacesQuestion,
  size: number | null,
): PlacesFault | undefined {
  const fits = (times: number) => (size === null ? null : fitting(size, times));
  const units = problem.values.length;
  if (units > limits.units) {
    return { code: 'too-many-units', units, fits: fits(units / limits.units) };
  }
  const boundaries = boundaryTerms(problem);
  if (boundaries <= limits.sharedBoundaries) return undefined;
  return {
    code: 'too-many-boundaries',
    boundaries,
    fits: fits(boundaries / limits.sharedBoundaries),
  };
}

function problemOf(units: readonly PlanningUnit[], question: PlacesQuestion): SelectionProblem {
  const { goal, compactness } = question;
  const values = units.map(({ value }) => value);
  const costs = units.map(({ cost }) => cost);
  // Neighbours need not be known without a penalty on outlines, and are measured for the result.
  const boundaries = measureBoundaries(units.map(({ geometry }) => geometry));
  const positive = sumOf(values.map((value) => Math.max(0, value)));
  const gain = goal.kind === 'budget' ? positive : sumOf(costs);
  const amountOf = (all: number) => ('amount' in goal.of ? goal.of.amount : goal.of.share * all);
  return {
    values,
    costs,
    states: units.map(({ state }) => state),
    boundaries,
    penaltyPerMeter:
      units.length === 0 ? 0 : (compactness * gain) / sumOf(boundaries.outlineMeters),
    goal:
      goal.kind === 'budget'
        ? { kind: 'budget', budget: amountOf(sumOf(costs)) }
        : { kind: 'target', target: amountOf(positive) },
  };
}

const sumOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0);
