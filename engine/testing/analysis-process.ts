import { createSimulationTransport, simulationCatalogue } from '@refugia/simulation/index.ts';
import { runAnalysis } from '../src/analysis/run.ts';
import type { AnalysisProgress, AnalysisRequest, AnalysisResult } from '../src/analysis/types.ts';

/** What the process is sent. */
export interface AnalysisOrder {
  readonly request: AnalysisRequest;
  readonly outputFolder: string;
}

/** What it tells: progress, and at last the result with the most memory that it held. */
export type AnalysisNews =
  | { readonly progress: AnalysisProgress }
  | { readonly result: AnalysisResult; readonly peakKibibytes: number };

// One analysis of simulated scenes, in a process of its own: its memory is nobody else's.
process.once('message', async ({ request, outputFolder }: AnalysisOrder) => {
  const tell = (news: AnalysisNews) => process.send?.(news);
  const { catalogueUrl, collections } = simulationCatalogue;
  const result = await runAnalysis(request, {
    transport: createSimulationTransport(),
    catalogueUrl,
    collections,
    outputFolder,
    onProgress: (progress) => tell({ progress }),
  });
  tell({ result, peakKibibytes: process.resourceUsage().maxRSS });
  process.disconnect();
});
