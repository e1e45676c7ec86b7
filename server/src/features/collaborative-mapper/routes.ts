import type { App } from '../../platform/http/app.ts';
import type { Platform } from '../../platform/platform.ts';
import { registerAbout } from './about/about-routes.ts';
import { registerCopies } from './about/copy-routes.ts';
import { registerCreation } from './about/thumbnail-routes.ts';
import { registerComments } from './comments/comment-routes.ts';
import { acceptEitherPlace } from './either-place.ts';
import { registerExports } from './exports/export-routes.ts';
import { registerFeatures } from './features/feature-routes.ts';
import { keepMapsTidy } from './housekeeping.ts';
import { registerLayers } from './layers/layer-routes.ts';
import { registerUploads } from './layers/upload-routes.ts';
import { registerLive } from './live/live-routes.ts';
import { registerHistory } from './log/history-routes.ts';
import { registerOperations } from './log/operation-routes.ts';
import { createMapContext } from './maps/map-context.ts';
import { registerMaps } from './maps/map-routes.ts';
import { registerMembers } from './maps/member-routes.ts';
import { registerManage } from './proposals/manage-routes.ts';
import { registerProposals } from './proposals/proposal-routes.ts';
import { registerRasters } from './rasters/raster-routes.ts';
import { registerMapSpecies } from './species/species-routes.ts';
import { registerTiles } from './tiles/tile-routes.ts';

/**
 * Registers the Collaborative Mapper: maps with features, layers, proposals and comments, and their
 * live updates.
 */
export function registerCollaborativeMapper(app: App, platform: Platform): void {
  const context = createMapContext(platform);
  const house = platform.config.role === 'api' ? undefined : keepMapsTidy(platform);
  app.addHook('onClose', async () => house?.stop());
  acceptEitherPlace(app);
  registerMaps(app, context);
  registerMembers(app, context);
  registerCreation(app, context);
  registerAbout(app, context);
  registerCopies(app, context);
  registerOperations(app, context);
  registerHistory(app, context);
  registerFeatures(app, context);
  registerComments(app, context);
  registerProposals(app, context);
  registerManage(app, context);
  registerLayers(app, context);
  registerRasters(app, context);
  registerUploads(app, context);
  registerMapSpecies(app, context);
  registerExports(app, context);
  registerTiles(app, context);
  registerLive(app, context);
}
