import type { AnalysisEngine } from '@refugia/engine/analysis/engine.ts';
import type { DataDirectory } from '../../../platform/data-directory/data-directory.ts';
import { runInProcess } from './engine-process.ts';
import type { Imagery } from './imagery.ts';

/** The engine on this machine, each order in a process of its own. */
export function createLocalEngine(
  imagery: Imagery,
  { compiled: compiledFolder }: Pick<DataDirectory, 'compiled'>,
): AnalysisEngine {
  return {
    search: (question, { signal, onNews }) =>
      runInProcess(
        { kind: 'search', question, imagery },
        { signal, compiledFolder, onProgress: onNews },
      ),
    run: (request, { outputFolder, keptFolder, searched, signal, onProgress }) =>
      runInProcess(
        { kind: 'run', request, imagery, outputFolder, keptFolder, searched },
        { signal, compiledFolder, onProgress },
      ),
  };
}
