import type { App } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import type { MapIntake } from '../../services/map-intake/map-intake.ts';
import { createHeavyAnswers } from '../../services/tiles/heavy-answers.ts';
import type { Tiles } from '../../services/tiles/tiles.ts';
import { registerAreaCounties, registerUploads } from './areas/area-routes.ts';
import { registerBatchFiles } from './batches/batch-files.ts';
import { registerBatches } from './batches/batch-routes.ts';
import { registerComparison } from './comparison/comparison-routes.ts';
import { chooseImagery } from './engine/imagery.ts';
import { ScenePreviews } from './engine/scene-previews.ts';
import { registerPlaces } from './places/place-routes.ts';
import { keepPlacesWatched } from './places/watching/watch-places.ts';
import { registerChips } from './results/chip-routes.ts';
import { beginDating, defineDatingQueue, registerDating } from './results/dating/dating-job.ts';
import { registerDownloads } from './results/download-routes.ts';
import { registerConnectionKeys } from './results/key-routes.ts';
import { registerKeyedTiles } from './results/keyed-tile-routes.ts';
import { registerPatches } from './results/patch-routes.ts';
import { registerReports } from './results/report-routes.ts';
import { registerThumbnails } from './results/thumbnail-routes.ts';
import { registerTiles } from './results/tile-routes.ts';
import { registerToMap } from './results/to-map-routes.ts';
import { registerVerdicts } from './results/verdict-routes.ts';
import { registerAnalysis } from './runs/analysis-routes.ts';
import { keepHouse } from './runs/housekeeping.ts';
import { defineAnalysisQueue, type RunParts } from './runs/jobs.ts';
import { registerMyRuns } from './runs/my-runs-routes.ts';
import { createRunContext } from './runs/run-context.ts';
import { registerRuns } from './runs/run-routes.ts';
import { RunWatch } from './runs/run-watch.ts';
import { registerImagery, registerScenes } from './scenes/scene-routes.ts';

/** Registers Habitat Patrol: runs, their progress and results, and their map tiles. */
export function registerHabitatPatrol(
  app: App,
  platform: Platform,
  { tiles, maps }: { readonly tiles: Tiles; readonly maps: MapIntake },
): void {
  const { config } = platform;
  const imagery = chooseImagery(config);
  const watch = new RunWatch(platform, (jobIds) => queue.positions(jobIds));
  const previews = new ScenePreviews(platform);
  const dating = defineDatingQueue({ platform, imagery, watch, previews });
  const parts: RunParts = {
    ...{ platform, imagery, watch, previews },
    ...(config.isDatingPatches && {
      follow: (transaction, runId) => beginDating(transaction, dating, runId),
    }),
  };
  const queue = defineAnalysisQueue(parts);
  const house = config.role === 'api' ? undefined : keepHouse({ ...parts, queue });
  app.addHook('onClose', async () => {
    house?.stop();
    watching?.stop();
    imagery.close();
    watch.close();
  });

  const context = createRunContext({ ...parts, queue }, tiles);
  const watching = config.role === 'api' ? undefined : keepPlacesWatched(context);
  registerScenes(app, context);
  registerAnalysis(app, context);
  registerRuns(app, context);
  registerMyRuns(app, context);
  registerPatches(app, context);
  registerChips(app, context);
  registerVerdicts(app, context);
  registerDating(app, context);
  registerToMap(app, context, maps);
  // Downloads and reports count their large pictures together.
  const send = createHeavyAnswers(platform);
  registerDownloads(app, context, send);
  registerReports(app, context, send);
  registerBatches(app, context);
  registerBatchFiles(app, context, send);
  registerThumbnails(app, context);
  registerKeyedTiles(app, context);
  registerConnectionKeys(app, context);
  registerTiles(app, context);
  registerUploads(app, platform);
  registerAreaCounties(app, platform);
  registerImagery(app, context);
  registerComparison(app, context);
  registerPlaces(app, context);
}
