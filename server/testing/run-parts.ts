import { chooseImagery } from '../src/features/habitat-patrol/engine/imagery.ts';
import { ScenePreviews } from '../src/features/habitat-patrol/engine/scene-previews.ts';
import type { RunParts } from '../src/features/habitat-patrol/runs/jobs.ts';
import { RunWatch } from '../src/features/habitat-patrol/runs/run-watch.ts';
import type { Platform } from '../src/platform/platform.ts';

/** The parts that housekeeping uses, where nobody follows a run. The caller closes them. */
export function createRunParts(platform: Platform): RunParts & { close(): void } {
  const imagery = chooseImagery(platform.config);
  const watch = new RunWatch(platform, async () => new Map());
  return {
    platform,
    imagery,
    watch,
    previews: new ScenePreviews(platform),
    close() {
      imagery.close();
      watch.close();
    },
  };
}
