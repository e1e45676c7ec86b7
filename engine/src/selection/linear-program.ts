import type { ModelData } from 'highs';
import type { SelectionProblem } from './problem.ts';

/** A mixed-integer linear program. */
export interface LinearProgram {
  readonly model: Omit<ModelData, 'sense'>;
  readonly isMaximized: boolean;
}

/** The number of shared boundaries for which the program needs variables. */
export const boundaryTerms = ({ penaltyPerMeter, boundaries }: SelectionProblem): number =>
  penaltyPerMeter > 0 ? boundaries.shared.length : 0;

/**
 * Writes a problem as a linear program with a variable for each unit, 1 where it is chosen, and one for each
 * shared boundary, at most as large as those of both units: 1 where both are chosen. This is prioritizr's linear form of Marxan's
 * boundary term (Beyer et al. 2016, Ecological Modelling 328).
 */
export function linearProgram(problem: SelectionProblem): LinearProgram {
  const { values, costs, states, boundaries, penaltyPerMeter, goal } = problem;
  const units = values.length;
  const shared = penaltyPerMeter > 0 ? boundaries.shared : [];
  const isMaximized = goal.kind === 'budget';
  const sign = isMaximized ? -1 : 1;
  const gains = isMaximized ? values : costs;
  const colCost = [
    ...gains.map((gain, unit) => gain + sign * penaltyPerMeter * boundaries.outlineMeters[unit]),
    ...shared.map(({ meters }) => -sign * 2 * penaltyPerMeter * meters),
  ];
  // Tolerances of the solver are absolute.
  const objectiveScale = largest(gains);
  const limited = isMaximized ? costs : values;
  const limit = isMaximized ? goal.budget : goal.target;
  const limitScale = largest(limited);
  const rows = new Rows();
  rows.add(limited.map((amount, unit) => [unit, amount / limitScale] as const));
  for (const [index, { one, other }] of shared.entries()) {
    for (const unit of [one, other])
      rows.add([
        [units + index, 1],
        [unit, -1],
      ] as const);
  }
  const numCols = units + shared.length;
  const numRows = rows.starts.length - 1;
  const bound = (goalBound: number, other: number) => [
    goalBound,
    ...new Array<number>(2 * shared.length).fill(other),
  ];
  const { starts, indices, values: amounts } = rows;
  const model = {
    numCols,
    numRows,
    colCost: colCost.map((cost) => cost / objectiveScale),
    colLower: [...states.map((state) => (state === 1 ? 1 : 0)), ...shared.map(() => 0)],
    colUpper: [...states.map((state) => (state === -1 ? 0 : 1)), ...shared.map(() => 1)],
    rowLower: bound(isMaximized ? -Infinity : limit / limitScale, -Infinity),
    rowUpper: bound(isMaximized ? limit / limitScale : Infinity, 0),
    matrix: { format: 'csr' as const, numRows, numCols, starts, indices, values: amounts },
    integrality: Int32Array.from({ length: numCols }, (_, column) => (column < units ? 1 : 0)),
  };
  return { model, isMaximized };
}

/** The values of a program's variables for a choice of units. */
export function columnsOf(problem: SelectionProblem, chosen: readonly number[]): number[] {
  const isChosen = new Set(chosen);
  const shared = problem.penaltyPerMeter > 0 ? problem.boundaries.shared : [];
  return [
    ...problem.values.map((_, unit) => (isChosen.has(unit) ? 1 : 0)),
    ...shared.map(({ one, other }) => (isChosen.has(one) && isChosen.has(other) ? 1 : 0)),
  ];
}

/** A sparse matrix that is written row by row. */
class Rows {
  readonly starts = [0];
  readonly indices: number[] = [];
  readonly values: number[] = [];

  add(entries: readonly (readonly [column: number, value: number])[]): void {
    for (const [column, value] of entries) {
      if (value === 0) continue;
      this.indices.push(column);
      this.values.push(value);
    }
    this.starts.push(this.indices.length);
  }
}

const largest = (numbers: readonly number[]): number =>
  numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0) || 1;
