import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { runAnalysis } from '@refugia/engine/analysis/run.ts';
import {
  AnalysisFailure,
  type AnalysisProgress,
  type AnalysisRequest,
  type AnalysisResult,
} from '@refugia/engine/analysis/types.ts';
import {
  createSimulationTransport,
  simulationCatalogue,
} from '@refugia/engine/simulation/index.ts';
import { HttpTransport } from '@refugia/engine/source/http-transport.ts';
import type { Imagery } from './imagery.ts';

/** What a worker thread is started with. */
export interface AnalysisOrder {
  readonly request: AnalysisRequest;
  readonly imagery: Imagery;
  readonly outputFolder: string;
}

export type AnalysisMessage =
  | { readonly kind: 'progress'; readonly progress: AnalysisProgress }
  | { readonly kind: 'done'; readonly result: AnalysisResult }
  | { readonly kind: 'failed'; readonly reason: string; readonly permanent: boolean }
  | { readonly kind: 'broken'; readonly error: unknown };

function sourceOf(imagery: Imagery) {
  switch (imagery.mode) {
    case 'live': {
      const { allowedHosts, catalogueUrl } = imagery;
      return { catalogueUrl, transport: new HttpTransport({ allowedHosts }) };
    }
    case 'demo': {
      const { collections, catalogueUrl } = simulationCatalogue;
      return { catalogueUrl, collections, transport: createSimulationTransport() };
    }
  }
}

async function work({ request, imagery, outputFolder }: AnalysisOrder): Promise<AnalysisMessage> {
  try {
    const result = await runAnalysis(request, {
      ...sourceOf(imagery),
      outputFolder,
      onProgress: (progress) => tell({ kind: 'progress', progress }),
    });
    return { kind: 'done', result };
  } catch (error) {
    if (error instanceof AnalysisFailure) {
      return { kind: 'failed', reason: error.message, permanent: error.permanent };
    }
    return { kind: 'broken', error };
  }
}

function tell(message: AnalysisMessage): void {
  parentPort?.postMessage(message);
}

/** Below normal, so that HTTP and map tiles come first. */
const niceness = 10;

// On Linux this concerns the calling thread alone; elsewhere it would slow down the whole process.
if (process.platform === 'linux') setPriority(niceness);
tell(await work(workerData as AnalysisOrder));
