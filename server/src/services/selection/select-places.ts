import type { Places, PlacesNews, PlanningUnit } from '@refugia/engine/selection/find-places.ts';
import type { Solution } from '@refugia/engine/selection/solve.ts';
import { ProcessFailure } from '../../platform/processes/process-failure.ts';
import { runInProcess } from '../../platform/processes/run-in-process.ts';
import type { SelectionProgram } from './selection-main.ts';

const entry = new URL('./selection-main.ts', import.meta.url);
const limits = { heapMegabytes: 600, memoryBytes: 1_500_000_000, niceness: 10 };
/** For measuring the units, and for a solver that looks at its clock late. */
const moreMilliseconds = 120_000;

interface SelectionWork {
  readonly order: SelectionProgram['order'];
  /** The shapes, where the order asks for no hexagons. */
  readonly input: Uint8Array | undefined;
  /** Aborting ends the process. */
  readonly signal: AbortSignal;
  readonly onProgress: (news: PlacesNews) => void;
  readonly compiledFolder: string | undefined;
}

/**
 * Chooses planning units in a process of its own. When the process takes longer than it may, its best choice so far is
 * the result.
 * @throws {ProcessFailure}; the signal's reason; what `findPlaces` rejects with
 */
export async function selectPlaces({
  order,
  input,
  onProgress,
  ...options
}: SelectionWork): Promise<Places> {
  let units: readonly PlanningUnit[] | undefined;
  let solution: Solution | undefined;
  try {
    return await runInProcess<SelectionProgram>(entry, order, {
      ...limits,
      ...options,
      ...(input && { input }),
      isConfined: true,
      milliseconds: order.question.seconds * 1000 + moreMilliseconds,
      onProgress(news) {
        if (news.kind === 'units') units = news.units;
        if (news.kind === 'solution') solution = news.solution;
        onProgress(news);
      },
    });
  } catch (error) {
    const isLate = error instanceof ProcessFailure && error.kind === 'time';
    if (isLate && units && solution) return { kind: 'found', units, solution };
    throw error;
  }
}
