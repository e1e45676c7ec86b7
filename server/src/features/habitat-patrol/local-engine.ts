import type { AnalysisEngine } from '@refugia/engine/analysis/engine.ts';
import { runInProcess } from './engine-process.ts';
import type { Imagery } from './imagery.ts';

/** The engine on this machine, each order in a process of its own. */
export function createLocalEngine(imagery: Imagery): AnalysisEngine {
  return {
    search: (question, { signal, onNews }) =>
      runInProcess({ kind: 'search', question, imagery }, { signal, onProgress: onNews }),
    run: (request, { outputFolder, searched, signal, onProgress }) =>
      runInProcess(
        { kind: 'run', request, imagery, outputFolder, searched },
        { signal, onProgress },
      ),
  };
}
