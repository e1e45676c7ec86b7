import highsModule, { type Highs } from 'highs';
import { columnsOf, linearProgram } from './linear-program.ts';
import { type Choice, greedyChoice, measureChoice, type SelectionProblem } from './problem.ts';

/** The types of the package describe its CommonJS form; what is imported is the function itself. */
const loadHighs = highsModule as unknown as typeof highsModule.default;

/** The best choice so far, and how much better one could still be. */
export interface Solution extends Choice {
  /**
   * The objective of the best possible choice differs from this one's by at most this share of it. Null while nothing
   * is proven.
   */
  readonly gap: number | null;
}

interface SolveOptions {
  readonly seconds: number;
  /** The solver ends when the gap is at most this. */
  readonly gap: number;
  /** Called with the first choice at once, with better ones, and with smaller gaps. */
  readonly onProgress?: ((solution: Solution) => void) | undefined;
}

/**
 * Chooses units by HiGHS. What is found when the time is over is returned with its gap. The thread is busy until then; a
 * problem that `problemFault` finds at fault has no solution.
 */
export async function solveSelection(
  problem: SelectionProblem,
  { seconds, gap, onProgress = () => {} }: SolveOptions,
): Promise<Solution> {
  const highs = await loadHighs();
  const { model: data, isMaximized } = linearProgram(problem);
  const { maximize, minimize } = highs.constants.objectiveSense;
  const incumbent = new Incumbent(problem, onProgress);
  const model = highs.createModel({ ...data, sense: isMaximized ? maximize : minimize });
  try {
    model.options.set({ output_flag: false, time_limit: seconds, mip_rel_gap: gap });
    model.setSolution({ colValue: columnsOf(problem, incumbent.best.chosen) });
    model.run(listeners(highs, incumbent));
    // Without a solution of its own the solver's numbers are of no use, and the first choice stays.
    const { feasible } = highs.constants.solutionStatus;
    if (model.info.get('primal_solution_status') === feasible) {
      incumbent.take(model.getSolution().colValue);
      incumbent.prove(Number(model.info.get('mip_gap')));
    }
    return incumbent.best;
  } finally {
    model.dispose();
  }
}

/** Tells of better choices and smaller gaps. */
function listeners({ constants: { callbackType } }: Highs, incumbent: Incumbent) {
  return {
    [callbackType.mipImprovingSolution]({ data }: MipEvent): undefined {
      if (data.mip_solution) incumbent.take(data.mip_solution);
    },
    [callbackType.mipLogging]({ data }: MipEvent): undefined {
      incumbent.prove(data.mip_gap);
    },
    // Asked for more often.
    [callbackType.mipInterrupt]({ data }: MipEvent): undefined {
      incumbent.prove(data.mip_gap);
    },
  };
}

interface MipEvent {
  readonly data: { readonly mip_solution?: Float64Array; readonly mip_gap?: number };
}

/** The best choice that is known. */
class Incumbent {
  best: Solution;
  readonly #problem: SelectionProblem;
  readonly #tell: (solution: Solution) => void;

  constructor(problem: SelectionProblem, tell: (solution: Solution) => void) {
    this.#problem = problem;
    this.#tell = tell;
    this.best = { ...measureChoice(problem, greedyChoice(problem)), gap: null };
    tell(this.best);
  }

  take(columns: ArrayLike<number>): void {
    const chosen = this.#problem.values.flatMap((_, unit) => (columns[unit] > 0.5 ? [unit] : []));
    const choice = measureChoice(this.#problem, chosen);
    const gain = choice.objective - this.best.objective;
    if (this.#problem.goal.kind === 'budget' ? gain <= 0 : gain >= 0) return;
    this.best = { ...choice, gap: this.best.gap };
    this.#tell(this.best);
  }

  prove(gap: number | undefined): void {
    if (gap === undefined || !Number.isFinite(gap) || gap === this.best.gap) return;
    this.best = { ...this.best, gap };
    this.#tell(this.best);
  }
}
