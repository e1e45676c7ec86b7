import type { App } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import { keyOf } from '../../services/keys/keys.ts';
import type { MapPolygons } from '../../services/map-polygons/map-polygons.ts';
import type { Tiles } from '../../services/tiles/tiles.ts';
import { registerCombined, registerCombinedFile } from './combined/combined-routes.ts';
import { registerDownloads } from './downloads/download-routes.ts';
import { registerLayers } from './layers/layer-routes.ts';
import { endAllLostWork } from './processing/attempt.ts';
import { registerMaps, registerProjects } from './projects/project-routes.ts';
import { registerRasters } from './rasters/raster-routes.ts';
import { rasterUploads } from './rasters/raster-upload.ts';
import { registerTiles } from './rasters/tile-routes.ts';
import { registerProjectReport } from './report/report-routes.ts';
import { registerSample } from './sample/sample-routes.ts';
import { registerScenarioChanges } from './scenarios/changes-routes.ts';
import { registerScenarios } from './scenarios/scenario-routes.ts';
import { registerSelections } from './selections/selection-routes.ts';
import { registerSharedValues } from './sharing/shared-values-routes.ts';
import { createValueMapperContext } from './value-mapper-context.ts';
import { registerValued } from './valued/valued-routes.ts';
import { registerMakingOfZones } from './zones/making-routes.ts';
import { registerZoneStatistics } from './zones/statistics-routes.ts';
import { registerZones } from './zones/zone-routes.ts';

/**
 * The interval at which files are removed whose rows were deleted with an account, and work is ended
 * that killed its servers.
 */
const tidyMilliseconds = 60_000;

/** Registers the Conservation Value Mapper: projects, data layers, rasters and valued rasters. */
export async function registerValueMapper(
  app: App,
  platform: Platform,
  { tiles, mapPolygons }: { readonly tiles: Tiles; readonly mapPolygons: MapPolygons },
): Promise<void> {
  const context = createValueMapperContext(platform, tiles);
  platform.uploads.accept(rasterUploads(context.queues, platform.config.accountRasterBytes));
  const tidy = async () => {
    await context.removeLeft();
    await endAllLostWork(platform, context.queues).catch((error: unknown) =>
      platform.log.warn({ err: error }, 'ending lost work of the Value Mapper'),
    );
  };
  platform.jobs.onStart(tidy);
  const tidying = setInterval(tidy, tidyMilliseconds);
  tidying.unref();
  app.addHook('onClose', async () => {
    clearInterval(tidying);
    context.watch.close();
  });
  await app.register(async (signedIn) => {
    // Visitors are told to log in before anything else in a request is checked. Whether a link opens what
    // is read is decided by the call.
    signedIn.addHook('onRequest', async (request) => {
      if (request.method === 'GET' && keyOf(request) !== undefined) return;
      await platform.sessions.require(request);
    });
    registerProjects(signedIn, context);
    registerMaps(signedIn, context);
    registerSample(signedIn, context);
    registerLayers(signedIn, context);
    registerRasters(signedIn, context);
    registerValued(signedIn, context);
    registerCombined(signedIn, context);
    registerScenarios(signedIn, context);
    registerScenarioChanges(signedIn, context);
    registerTiles(signedIn, context);
    registerProjectReport(signedIn, context);
    registerZones(signedIn, context);
    registerMakingOfZones(signedIn, { ...context, mapPolygons });
    registerZoneStatistics(signedIn, context);
    registerSelections(signedIn, context);
  });
  registerSharedValues(app, context);
  registerDownloads(app, context);
  registerCombinedFile(app, context);
}
