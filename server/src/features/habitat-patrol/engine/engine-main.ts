import { runSentence } from '@refugia/contract/habitat-patrol/run-facts.ts';
import type { DatedPatch, DatingQuestion } from '@refugia/engine/analysis/dating/date-patches.ts';
import type { SearchedScenes } from '@refugia/engine/analysis/find/find-scenes.ts';
import {
  previewScenes,
  type SceneQuestion,
} from '@refugia/engine/analysis/preview/preview-scenes.ts';
import type { SceneNews } from '@refugia/engine/analysis/preview/scene-views.ts';
import type {
  AnalysisProgress,
  AnalysisRequest,
  AnalysisResult,
} from '@refugia/engine/analysis/types.ts';
import type { RunFact } from '@refugia/engine/facts/run-facts.ts';
import { AnalysisFailure } from '@refugia/engine/failure/analysis-failure.ts';
import { createSimulationTransport, simulationCatalogue } from '@refugia/simulation/index.ts';
import type { Program } from '../../../platform/processes/program.ts';
import { serveOrder } from '../../../platform/processes/serve-order.ts';
import type { Imagery } from './imagery.ts';
import { imageryTransport } from './imagery-transport.ts';

export type EngineOrder =
  | {
      readonly kind: 'run';
      readonly request: AnalysisRequest;
      readonly imagery: Imagery;
      readonly outputFolder: string;
      readonly keptFolder: string | undefined;
      readonly searched: SearchedScenes | undefined;
    }
  | { readonly kind: 'search'; readonly question: SceneQuestion; readonly imagery: Imagery }
  | { readonly kind: 'dates'; readonly question: DatingQuestion; readonly imagery: Imagery };

/** The outcome of an order. A failure that a person learns of is a value. */
export type EngineOutcome<Reply> =
  | { readonly kind: 'done'; readonly reply: Reply }
  | { readonly kind: 'failed'; readonly fact: RunFact; readonly permanent: boolean };

type RunOrder = Extract<EngineOrder, { kind: 'run' }>;
type SearchOrder = Extract<EngineOrder, { kind: 'search' }>;

export interface RunProgram extends Program {
  readonly order: RunOrder;
  readonly progress: AnalysisProgress;
  readonly result: EngineOutcome<AnalysisResult>;
}

export interface SearchProgram extends Program {
  readonly order: SearchOrder;
  readonly progress: SceneNews;
  readonly result: EngineOutcome<undefined>;
}

export interface DatingProgram extends Program {
  readonly order: Extract<EngineOrder, { kind: 'dates' }>;
  /** How many of the scenes are read. */
  readonly progress: { readonly done: number; readonly total: number };
  readonly result: EngineOutcome<readonly DatedPatch[]>;
}

function sourceOf(imagery: Imagery) {
  switch (imagery.mode) {
    case 'live': {
      const { allowedHosts, catalogueUrl } = imagery;
      return { catalogueUrl, transport: imageryTransport({ allowedHosts }) };
    }
    case 'demo': {
      const { collections, catalogueUrl } = simulationCatalogue;
      return { catalogueUrl, collections, transport: createSimulationTransport() };
    }
  }
}

async function run(
  { request, imagery, outputFolder, keptFolder, searched }: RunOrder,
  onProgress: (progress: AnalysisProgress) => void,
): Promise<AnalysisResult> {
  // The import is dynamic because a search does not need it and people wait for a search.
  const { runAnalysis } = await import('@refugia/engine/analysis/run.ts');
  return runAnalysis(request, {
    ...sourceOf(imagery),
    outputFolder,
    keptFolder,
    searched,
    tellNote: runSentence,
    onProgress,
  });
}

async function datesOf(
  { question, imagery }: DatingProgram['order'],
  tell: (progress: DatingProgram['progress']) => void,
): Promise<readonly DatedPatch[]> {
  const { datePatches } = await import('@refugia/engine/analysis/dating/date-patches.ts');
  return datePatches(question, {
    ...sourceOf(imagery),
    onProgress: (done, total) => tell({ done, total }),
  });
}

async function outcomeOf<Reply>(work: Promise<Reply>): Promise<EngineOutcome<Reply>> {
  try {
    return { kind: 'done', reply: await work };
  } catch (error) {
    if (!(error instanceof AnalysisFailure)) throw error;
    const { fact, permanent } = error;
    return { kind: 'failed', fact, permanent };
  }
}

type EngineProgram = {
  readonly order: EngineOrder;
  readonly progress: AnalysisProgress | SceneNews | DatingProgram['progress'];
  readonly result: EngineOutcome<AnalysisResult | readonly DatedPatch[] | undefined>;
};

serveOrder<EngineProgram>((order, tell) => {
  switch (order.kind) {
    case 'run':
      return outcomeOf(run(order, tell));
    case 'search':
      return outcomeOf(
        previewScenes(order.question, sourceOf(order.imagery), { onNews: tell }).then(
          () => undefined,
        ),
      );
    case 'dates':
      return outcomeOf(datesOf(order, tell));
  }
});
