import type { App } from '../../platform/http/app.ts';
import type { Platform } from '../../platform/platform.ts';
import { createTiles } from '../../services/tiles/tiles.ts';
import { registerAnalysis } from './analysis-routes.ts';
import { registerDownloads } from './download-routes.ts';
import { keepHouse } from './housekeeping.ts';
import { chooseImagery } from './imagery.ts';
import { registerImagery } from './imagery-routes.ts';
import { defineAnalysisQueue, type RunParts } from './jobs.ts';
import { registerConnectionKeys } from './key-routes.ts';
import { registerKeyedTiles } from './keyed-tile-routes.ts';
import { registerMyRuns } from './my-runs-routes.ts';
import { registerPatches } from './patch-routes.ts';
import { createRunContext } from './run-context.ts';
import { registerRuns } from './run-routes.ts';
import { watchRuns } from './run-watch.ts';
import { SceneLooks } from './scene-looks.ts';
import { registerScenes } from './scene-routes.ts';
import { registerTiles } from './tile-routes.ts';
import { registerUploads } from './upload-routes.ts';

/** Comparing satellite pictures: runs, their progress and results, and their map tiles. */
export function registerHabitatPatrol(app: App, platform: Platform): void {
  const { config, database, log } = platform;
  const imagery = chooseImagery(config);
  const watch = watchRuns(database.orm, log);
  const parts: RunParts = { platform, imagery, watch, looks: new SceneLooks(platform) };
  const queue = defineAnalysisQueue(parts);
  const tiles = createTiles();
  const house = config.role === 'api' ? undefined : keepHouse(parts, queue);
  app.addHook('onClose', async () => {
    house?.stop();
    imagery.close();
    watch.close();
    await tiles.close();
  });

  const context = createRunContext(parts, queue, tiles);
  registerScenes(app, context);
  registerAnalysis(app, context);
  registerRuns(app, context);
  registerMyRuns(app, context);
  registerPatches(app, context);
  registerDownloads(app, context);
  registerConnectionKeys(app, context, registerKeyedTiles(app, context));
  registerTiles(app, context);
  registerUploads(app, platform);
  registerImagery(app, context);
}
