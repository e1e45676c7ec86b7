import type { FastifyRequest } from 'fastify';
import type { App } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import { registerAbout } from './about/about-routes.ts';
import { registerCopies } from './about/copy-routes.ts';
import { registerHandingOver } from './about/hand-over-routes.ts';
import { registerCreation } from './about/thumbnail-routes.ts';
import { registerComments } from './comments/comment-routes.ts';
import { registerExports } from './exports/export-routes.ts';
import { registerFeatures } from './features/feature-routes.ts';
import { keepMapsTidy } from './housekeeping.ts';
import { registerLayers } from './layers/layer-routes.ts';
import { registerUploads } from './layers/upload-routes.ts';
import { registerLive } from './live/live-routes.ts';
import { registerHistory, registerOperations } from './log/history-routes.ts';
import { registerAccessRequests } from './maps/access-request-routes.ts';
import { registerInvitations } from './maps/invitation-routes.ts';
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
  registerInvitations(app, context);
  registerAccessRequests(app, context);
  registerCreation(app, context);
  registerAbout(app, context);
  registerCopies(app, context);
  registerHandingOver(app, context);
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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Lets the parameters of the map calls stand in the query or in the JSON body. The specification
 * names most of them without saying which of the two it means, as in "DELETE /manage". A parameter
 * in the place that the API document names takes precedence. Forms are not concerned.
 */
export function acceptEitherPlace(app: App): void {
  app.addHook('preValidation', async (request: FastifyRequest) => {
    const { url, schema } = request.routeOptions;
    if (!url?.startsWith('/api/rrm/')) return;
    const query = isObject(request.query) ? request.query : {};
    const body = isObject(request.body) ? request.body : {};
    const isBodyMissing = request.body === undefined || request.body === null;
    const mayFillBody = isObject(request.body) || (isBodyMissing && !request.isMultipart());
    if (schema?.body && mayFillBody && Object.keys(query).length > 0) {
      request.body = { ...query, ...body };
    }
    if (schema?.querystring) request.query = { ...body, ...query };
  });
}
