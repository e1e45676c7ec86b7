import type { Boundaries } from './boundaries.ts';

/** Whether a unit may be chosen (0), is chosen already (1) or may not be (-1). */
export type UnitState = -1 | 0 | 1;

/**
 * What is reached: the most value for a budget (maximum cover), or the least cost for a target of value (minimum set), as
 * in the R package prioritizr.
 */
export type Goal =
  | { readonly kind: 'budget'; readonly budget: number }
  | { readonly kind: 'target'; readonly target: number };

/** Planning units of which some are to be chosen. All lists have one entry per unit. */
export interface SelectionProblem {
  /** In any unit; may be negative. */
  readonly values: readonly number[];
  /** In any unit, 0 or more. */
  readonly costs: readonly number[];
  readonly states: readonly UnitState[];
  readonly boundaries: Boundaries;
  /** What a metre of the chosen units' common outline costs, in the unit of the values (budget) or costs (target). */
  readonly penaltyPerMeter: number;
  readonly goal: Goal;
}

/** A choice of units and what it holds. */
export interface Choice {
  /** The places of the units in the problem, ascending. */
  readonly chosen: readonly number[];
  readonly value: number;
  readonly cost: number;
  /** The length of the outline around the chosen units; what two of them share does not count. */
  readonly boundaryMeters: number;
  /** What is maximized (value less penalty) or minimized (cost and penalty). */
  readonly objective: number;
}

/** Why a problem has no solution, with the number that would have to be met. */
export type ProblemFault =
  | { readonly code: 'no-units' }
  | { readonly code: 'budget-too-small'; readonly cost: number }
  | { readonly code: 'target-too-large'; readonly value: number };

/** Costs and values are sums of decimals, which may differ in their last digits. */
const tolerance = 1e-9;

/** Finds out why no choice meets the goal; undefined when one does. */
export function problemFault({
  values,
  costs,
  states,
  goal,
}: SelectionProblem): ProblemFault | undefined {
  if (!states.some((state) => state >= 0)) return { code: 'no-units' };
  if (goal.kind === 'budget') {
    const cost = sumOf(costs, (index) => states[index] === 1);
    return cost > goal.budget * (1 + tolerance) ? { code: 'budget-too-small', cost } : undefined;
  }
  const value = sumOf(
    values,
    (index) => states[index] === 1 || (states[index] === 0 && values[index] > 0),
  );
  return value < goal.target * (1 - tolerance) ? { code: 'target-too-large', value } : undefined;
}

/** Measures a choice. */
export function measureChoice(problem: SelectionProblem, chosen: readonly number[]): Choice {
  const { values, costs, boundaries, penaltyPerMeter, goal } = problem;
  const isChosen = new Set(chosen);
  const value = sumOf(values, (index) => isChosen.has(index));
  const cost = sumOf(costs, (index) => isChosen.has(index));
  let boundaryMeters = sumOf(boundaries.outlineMeters, (index) => isChosen.has(index));
  for (const { one, other, meters } of boundaries.shared) {
    if (isChosen.has(one) && isChosen.has(other)) boundaryMeters -= 2 * meters;
  }
  const penalty = penaltyPerMeter * boundaryMeters;
  const objective = goal.kind === 'budget' ? value - penalty : cost + penalty;
  return { chosen: [...isChosen].sort((a, b) => a - b), value, cost, boundaryMeters, objective };
}

/**
 * A choice that meets the goal, by value per cost without regard to the outline: what the solver starts from. The problem must
 * have a solution.
 */
export function greedyChoice({ values, costs, states, goal }: SelectionProblem): number[] {
  const chosen = states.flatMap((state, index) => (state === 1 ? [index] : []));
  let cost = chosen.reduce((sum, index) => sum + costs[index], 0);
  let value = chosen.reduce((sum, index) => sum + values[index], 0);
  const order = states
    .flatMap((state, index) => (state === 0 && values[index] > 0 ? [index] : []))
    .sort((a, b) => values[b] * costs[a] - values[a] * costs[b]);
  for (const index of order) {
    if (goal.kind === 'budget' ? cost + costs[index] > goal.budget : value >= goal.target) continue;
    chosen.push(index);
    cost += costs[index];
    value += values[index];
  }
  return chosen.sort((a, b) => a - b);
}

function sumOf(numbers: readonly number[], isCounted: (index: number) => boolean): number {
  return numbers.reduce((sum, number, index) => (isCounted(index) ? sum + number : sum), 0);
}
