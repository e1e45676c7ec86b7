import { measureBoundaries } from '@refugia/engine/selection/boundaries.ts';
import { hexagonsOver } from '@refugia/engine/selection/hexagons.ts';
import { boundaryTerms } from '@refugia/engine/selection/linear-program.ts';
import type { Goal, SelectionProblem } from '@refugia/engine/selection/problem.ts';
import { solveSelection } from '@refugia/engine/selection/solve.ts';

const seconds = 60;
const aim = { seconds: 60, gap: 0.05 };
const units = 5_000;

/** Prints when the best places among 5,000 hexagons are known to a gap of 5 %, and the gap after a minute. */
export async function reportSelection(): Promise<void> {
  const rows: Record<string, Record<string, string | number>> = {};
  for (const kind of ['budget', 'target'] as const) {
    for (const compactness of [0, 0.2, 1]) {
      const problem = problemOf(kind, compactness);
      const started = performance.now();
      const passed = () => (performance.now() - started) / 1000;
      let reached = Number.POSITIVE_INFINITY;
      const { gap } = await solveSelection(problem, {
        seconds,
        gap: 0.0005,
        onProgress({ gap: now }) {
          if (now !== null && now <= aim.gap) reached = Math.min(reached, passed());
        },
      });
      rows[`${kind}, compactness ${compactness}`] = {
        units,
        'shared boundaries': boundaryTerms(problem),
        'seconds to 5 %': reached.toFixed(1),
        'seconds in all': passed().toFixed(1),
        'gap at the end, %': gap === null ? 'unknown' : (100 * gap).toFixed(3),
      };
    }
  }
  console.log(`\nbest places; aim: a gap of ${100 * aim.gap} % within ${aim.seconds} s`);
  console.table(rows);
}

/** Hexagons of 100 ha whose values are waves over the ground, with noise. */
function problemOf(kind: Goal['kind'], compactness: number): SelectionProblem {
  const hexagons = hexagonsOver([-106, 40, -105.1, 40.7], 100).slice(0, units);
  const boundaries = measureBoundaries(hexagons);
  let state = 28;
  const noise = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
  const values = hexagons.map(({ coordinates: [[[x, y]]] }) => {
    const wave = 2 + Math.sin(25 * x) + Math.cos(31 * y + 12 * x);
    return 100 * (wave / 4 + 0.25 * noise());
  });
  const costs = hexagons.map(() => 80 + 40 * noise());
  const [value, cost, outline] = [values, costs, boundaries.outlineMeters].map(sumOf);
  return {
    values,
    costs,
    states: values.map(() => 0),
    boundaries,
    penaltyPerMeter: (compactness * (kind === 'budget' ? value : cost)) / outline,
    goal:
      kind === 'budget' ? { kind, budget: 0.3 * cost } : { kind: 'target', target: 0.5 * value },
  };
}

const sumOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0);
