import type { AnalysisEngine } from '@refugia/engine/analysis/engine.ts';
import type { DataDirectory } from '../../../platform/data-directory/data-directory.ts';
import type { RunProgram, SearchProgram } from './engine-main.ts';
import { runEngine } from './engine-process.ts';
import type { Imagery } from './imagery.ts';

/** Runs the engine on this machine, each order in a process of its own. */
export function createLocalEngine(
  imagery: Imagery,
  { compiled: compiledFolder }: Pick<DataDirectory, 'compiled'>,
): AnalysisEngine {
  return {
    search: (question, { signal, onNews }) =>
      runEngine<SearchProgram>(
        { kind: 'search', question, imagery },
        { signal, compiledFolder, onProgress: onNews },
      ),
    run: (request, { outputFolder, keptFolder, searched, signal, onProgress }) =>
      runEngine<RunProgram>(
        { kind: 'run', request, imagery, outputFolder, keptFolder, searched },
        { signal, compiledFolder, onProgress },
      ),
  };
}
