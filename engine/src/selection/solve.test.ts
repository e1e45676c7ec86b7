import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { measureBoundaries } from './boundaries.ts';
import { hexagonsOver } from './hexagons.ts';
import { boundaryTerms } from './linear-program.ts';
import {
  type Goal,
  measureChoice,
  problemFault,
  type SelectionProblem,
  type UnitState,
} from './problem.ts';
import { type Solution, solveSelection } from './solve.ts';

const exactly = { seconds: 60, gap: 0 };

/** Whole numbers from 0 to 99 that are the same in each run (a linear congruential generator). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * 100);
  };
}

/** Fifteen hexagons of 100 ha in three rows. */
const hexagons = hexagonsOver([-105, 40, -104.95, 40.015], 100).slice(0, 15);
const boundaries = measureBoundaries(hexagons);

function fifteen(seed: number, goal: Goal, penaltyPerMeter = 0): SelectionProblem {
  const next = numbersFrom(seed);
  return {
    values: hexagons.map(() => next() - 5),
    costs: hexagons.map(() => 1 + next()),
    states: hexagons.map((_, unit): UnitState => (unit === 3 ? 1 : unit === 8 ? -1 : 0)),
    boundaries,
    penaltyPerMeter,
    goal,
  };
}

/** The best objective of all subsets. */
function bestOfAllSubsets(problem: SelectionProblem): number {
  const { goal, states } = problem;
  let best = goal.kind === 'budget' ? -Infinity : Infinity;
  for (let subset = 0; subset < 2 ** 15; subset++) {
    const chosen = states.flatMap((_, unit) => (subset & (1 << unit) ? [unit] : []));
    if (states.some((state, unit) => state !== 0 && (state === 1) !== chosen.includes(unit)))
      continue;
    const { value, cost, objective } = measureChoice(problem, chosen);
    if (goal.kind === 'budget' && cost <= goal.budget) best = Math.max(best, objective);
    if (goal.kind === 'target' && value >= goal.target) best = Math.min(best, objective);
  }
  return best;
}

test.each([
  ['the most value for a budget', { kind: 'budget', budget: 300 }],
  ['the least cost for a target', { kind: 'target', target: 300 }],
] as const)(
  '%s is that of all subsets of fifteen units, with and without a penalty',
  async (_, goal) => {
    for (const seed of [1, 2, 3]) {
      for (const penaltyPerMeter of [0, 0.005, 0.02]) {
        const problem = fifteen(seed, goal, penaltyPerMeter);
        const solution = await solveSelection(problem, exactly);
        expect(solution.objective).toBeCloseTo(bestOfAllSubsets(problem), 6);
        expect(solution.gap).toBeLessThan(1e-6);
        expect(measureChoice(problem, solution.chosen)).toMatchObject({ value: solution.value });
        expect(solution.chosen).toContain(3);
        expect(solution.chosen).not.toContain(8);
      }
    }
  },
);

/** How these numbers were made is told in the file. */
const scipy = JSON.parse(readFileSync(new URL('./scipy-milp.json', import.meta.url), 'utf8')) as {
  readonly penaltyPerMeter: { readonly budget: number; readonly target: number };
  readonly budget: number;
  readonly target: number;
  readonly values: number[];
  readonly costs: number[];
  readonly outlineMeters: number[];
  readonly shared: [number, number, number][];
  readonly objectives: Record<'budget' | 'target', readonly [plain: number, compact: number]>;
};

test.each(['budget', 'target'] as const)(
  "three hundred units have the objective that scipy's milp finds: %s",
  async (kind) => {
    const { values, costs, outlineMeters, shared, objectives, budget, target } = scipy;
    const lengths: number[] = [];
    for (const [index, penaltyPerMeter] of [0, scipy.penaltyPerMeter[kind]].entries()) {
      const problem: SelectionProblem = {
        values,
        costs,
        states: values.map(() => 0),
        boundaries: {
          outlineMeters,
          shared: shared.map(([one, other, meters]) => ({ one, other, meters })),
        },
        penaltyPerMeter,
        goal: kind === 'budget' ? { kind, budget } : { kind, target },
      };
      const { objective, gap, boundaryMeters, cost, value } = await solveSelection(
        problem,
        exactly,
      );
      // The tolerance of scipy's own proof is 1e-6.
      expect(objective / objectives[kind][index]).toBeCloseTo(1, 5);
      expect(gap).toBeLessThan(1e-4);
      expect(kind === 'budget' ? budget - cost : value - target).toBeGreaterThan(-1e-4);
      lengths.push(boundaryMeters);
    }
    // Compactness is why there is a penalty.
    expect(lengths[1]).toBeLessThan(0.8 * lengths[0]);
  },
  120_000,
);

test('when the time is over at once, the first choice is given, and nothing is claimed of the best', async () => {
  const problem = fifteen(4, { kind: 'budget', budget: 300 }, 0.01);
  const told: Solution[] = [];
  const solution = await solveSelection(problem, {
    seconds: 0,
    gap: 0,
    onProgress: (each) => told.push(each),
  });
  expect(solution.cost).toBeLessThanOrEqual(300);
  expect(solution.chosen).toContain(3);
  expect(told[0]).toMatchObject({ gap: null });
  if (solution.gap !== null)
    expect(solution.objective * (1 + solution.gap)).toBeGreaterThan(
      bestOfAllSubsets(problem) - 1e-6,
    );
});

test('a goal that nothing meets is told with the number that it would have to meet', () => {
  const { values, costs } = fifteen(1, { kind: 'budget', budget: 0 });
  expect(problemFault(fifteen(1, { kind: 'budget', budget: costs[3] - 1 }))).toEqual({
    code: 'budget-too-small',
    cost: costs[3],
  });
  expect(problemFault(fifteen(1, { kind: 'budget', budget: costs[3] }))).toBeUndefined();
  const reachable = values.reduce(
    (sum, value, unit) => (unit === 3 || (unit !== 8 && value > 0) ? sum + value : sum),
    0,
  );
  expect(problemFault(fifteen(1, { kind: 'target', target: reachable + 1 }))).toEqual({
    code: 'target-too-large',
    value: reachable,
  });
  expect(problemFault(fifteen(1, { kind: 'target', target: reachable }))).toBeUndefined();
  const none = {
    ...fifteen(1, { kind: 'budget', budget: 1 }),
    states: values.map((): UnitState => -1),
  };
  expect(problemFault(none)).toEqual({ code: 'no-units' });
});

test('without a penalty no shared boundary needs a variable', () => {
  expect(boundaryTerms(fifteen(1, { kind: 'budget', budget: 1 }))).toBe(0);
  expect(boundaryTerms(fifteen(1, { kind: 'budget', budget: 1 }, 0.1))).toBe(
    boundaries.shared.length,
  );
});
