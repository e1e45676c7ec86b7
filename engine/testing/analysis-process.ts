import { createSimulationTransport, simulationCatalogue } from '@refugia/simulation/index.ts';
import { runAnalysis } from '../src/analysis/run.ts';
import type { AnalysisProgress, AnalysisRequest, AnalysisResult } from '../src/analysis/types.ts';

/** What the process is sent. */
export interface AnalysisOrder {
  readonly request: AnalysisRequest;
  readonly outputFolder: string;
}

/**
 * What the process reports: its progress, and in the end the result with the peak of its memory.
 */
export type AnalysisNews =
  | { readonly progress: AnalysisProgress }
  | { readonly result: AnalysisResult; readonly peakKibibytes: number };

// Does one analysis of simulated scenes in a process of its own, so that only this analysis counts
// in its memory.
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
