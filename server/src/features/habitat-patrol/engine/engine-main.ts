import { flushCompileCache } from 'node:module';
import { setPriority } from 'node:os';
import type { SearchedScenes } from '@refugia/engine/analysis/find-scenes.ts';
import { lookAtScenes, type SceneQuestion } from '@refugia/engine/analysis/look-at-scenes.ts';
import type { SceneNews } from '@refugia/engine/analysis/scene-views.ts';
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

/** What a process is started for. */
export type EngineOrder =
  | {
      readonly kind: 'run';
      readonly request: AnalysisRequest;
      readonly imagery: Imagery;
      readonly outputFolder: string;
      readonly keptFolder: string | undefined;
      readonly searched: SearchedScenes | undefined;
    }
  | { readonly kind: 'search'; readonly question: SceneQuestion; readonly imagery: Imagery };

/** What is told on the way. */
export type EngineProgress<Order extends EngineOrder> = {
  run: AnalysisProgress;
  search: SceneNews;
}[Order['kind']];

export type EngineReply<Order extends EngineOrder> = {
  run: AnalysisResult;
  search: undefined;
}[Order['kind']];

export type EngineMessage =
  | { readonly kind: 'progress'; readonly progress: EngineProgress<EngineOrder> }
  | { readonly kind: 'done'; readonly reply: EngineReply<EngineOrder> }
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

async function answer(order: EngineOrder): Promise<EngineReply<EngineOrder>> {
  const source = sourceOf(order.imagery);
  const onProgress = (progress: EngineProgress<EngineOrder>) =>
    tell({ kind: 'progress', progress });
  switch (order.kind) {
    case 'run': {
      const { outputFolder, keptFolder, searched } = order;
      // For a search somebody waits, and it does without most of the engine.
      const { runAnalysis } = await import('@refugia/engine/analysis/run.ts');
      return runAnalysis(order.request, {
        ...source,
        outputFolder,
        keptFolder,
        searched,
        onProgress,
      });
    }
    case 'search':
      await lookAtScenes(order.question, source, { onNews: onProgress });
      return undefined;
  }
}

async function work(order: EngineOrder): Promise<EngineMessage> {
  try {
    return { kind: 'done', reply: await answer(order) };
  } catch (error) {
    if (error instanceof AnalysisFailure) {
      return { kind: 'failed', reason: error.message, permanent: error.permanent };
    }
    return { kind: 'broken', error: copyOf(error) };
  }
}

/** The same error made here: one that came from a thread would lose its message on the way to the server. */
function copyOf(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const error = new Error(thrown.message);
  error.name = thrown.name;
  if (thrown.stack !== undefined) error.stack = thrown.stack;
  return error;
}

function tell(message: EngineMessage): void {
  process.send?.(message);
}

/** A run is below normal, so that HTTP and map tiles come first; for a search somebody waits. */
const niceness = { run: 10, search: 0 } as const satisfies Record<EngineOrder['kind'], number>;

// The server has gone, after kill -9 for one: nobody will take the result.
process.once('disconnect', () => process.exit());
process.once('message', async (order: EngineOrder) => {
  // The server ends this process with its reply: what it has compiled is kept before.
  flushCompileCache();
  setPriority(niceness[order.kind]);
  tell(await work(order));
});
