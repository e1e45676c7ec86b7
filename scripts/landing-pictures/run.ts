import { mkdir } from 'node:fs/promises';
import { runAnalysis } from '@refugia/engine/analysis/run.ts';
import type { AnalysisResult } from '@refugia/engine/analysis/types.ts';
import {
  createSimulationTransport,
  type SimulationExample,
  simulationCatalogue,
  simulationExamples,
} from '@refugia/simulation/index.ts';

/** The pictures' size in pixels of 10 m, which is the scenes' own resolution. */
export const size = { width: 738, height: 546 };

/** The example of the landing page, from which its two pictures are cut. */
export const landingExample = exampleNamed('Wildfire');
/** The example of Habitat Patrol's own pages, its tutorial and the README. */
export const screenExample = exampleNamed('Clear-cuts');

/** The figures of an example's run, as the app shows them. */
interface RunFacts {
  /** YYYY-MM-DD. */
  readonly before: string;
  readonly after: string;
  readonly changedHectares: number;
  /** Of what was clear. */
  readonly changedPercent: number;
  readonly patchCount: number;
}

/** Runs the analysis of an example, as the app does, on the simulation's scenes. */
export async function runOf(
  { area, startDate, endDate }: SimulationExample,
  outputFolder: string,
): Promise<{ facts: RunFacts; files: AnalysisResult['files'] }> {
  await mkdir(outputFolder, { recursive: true });
  const { catalogueUrl, collections } = simulationCatalogue;
  const { beforeDate, afterDate, statistics, files } = await runAnalysis(
    { area, startDate, endDate },
    { transport: createSimulationTransport(), catalogueUrl, collections, outputFolder },
  );
  return {
    facts: {
      before: beforeDate,
      after: afterDate,
      changedHectares: Math.round(statistics.changedHectares),
      changedPercent: Math.round(statistics.changedShare * 1000) / 10,
      patchCount: statistics.patchCount,
    },
    files,
  };
}

function exampleNamed(beginning: string): SimulationExample {
  const example = simulationExamples.find(({ name }) => name.startsWith(beginning));
  if (!example) throw new Error(`The simulation has no example "${beginning} …".`);
  return example;
}
