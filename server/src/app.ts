import { join } from 'node:path';
import fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { registerAccount } from './features/account/routes.ts';
import { createMapIntake } from './features/collaborative-mapper/features/map-intake.ts';
import { createMapPolygons } from './features/collaborative-mapper/features/map-polygons.ts';
import { acceptInvitationsTo } from './features/collaborative-mapper/maps/invitation-queries.ts';
import { viewKeysOfMaps } from './features/collaborative-mapper/maps/view-keys.ts';
import { registerCollaborativeMapper } from './features/collaborative-mapper/routes.ts';
import { registerSpecies } from './features/habitat-patrol/areas/species-routes.ts';
import { viewKeysOfPlaces } from './features/habitat-patrol/places/sharing/access.ts';
import { registerHabitatPatrol } from './features/habitat-patrol/routes.ts';
import { describeRunPage } from './features/habitat-patrol/runs/run-page.ts';
import { registerSite } from './features/site/routes.ts';
import { keysOfProjects } from './features/value-mapper/access.ts';
import { registerValueMapper } from './features/value-mapper/routes.ts';
import { personalDataHolders } from './personal-data.ts';
import type { App } from './platform/http/api.ts';
import { refuseWhileClosing } from './platform/http/closing.ts';
import { answerFrameworkError, registerErrors } from './platform/http/errors.ts';
import { registerMethods } from './platform/http/methods.ts';
import { refuseOtherSites } from './platform/http/other-sites.ts';
import { registerPlugins } from './platform/http/plugins.ts';
import { readForwardedAddress, trustNearestProxy } from './platform/http/proxy.ts';
import { registerReady } from './platform/http/ready.ts';
import { refuseConnection } from './platform/http/refused-connection.ts';
import { limitSlowRequests } from './platform/http/slow-requests.ts';
import { findStyleSheets, registerWeb } from './platform/http/web.ts';
import { registerOutbox } from './platform/mail/outbox.ts';
import type { Feature, Platform } from './platform/platform.ts';
import { registerResumableUploads } from './platform/uploads/tus-routes.ts';
import { registerBasemap } from './services/basemap/routes.ts';
import { registerGeocoder } from './services/geocoder/routes.ts';
import { registerKeys } from './services/keys/routes.ts';
import { registerNotifications } from './services/notifications/routes.ts';
import { createTiles, type Tiles } from './services/tiles/tiles.ts';

/** Every feature of the product; each registers its routes and its queues. */
const createFeatures = (tiles: Tiles): readonly Feature[] => [
  (app, platform) =>
    registerAccount(app, platform, {
      holders: personalDataHolders(platform),
      addressConfirmed: acceptInvitationsTo,
    }),
  registerSite,
  (app, platform) =>
    registerHabitatPatrol(app, platform, { tiles, maps: createMapIntake(platform) }),
  registerSpecies,
  registerCollaborativeMapper,
  (app, platform) =>
    registerValueMapper(app, platform, { tiles, mapPolygons: createMapPolygons(platform) }),
];

const webDirectory = join(import.meta.dirname, '../../web/dist');
const maxBodyBytes = 2_000_000;
/** The longest time for a request to arrive, unless a route limits its sender's silence instead. */
const requestTimeoutMilliseconds = 300_000;

/**
 * Builds the whole HTTP side on an open platform, without listening. It also declares the queues,
 * so it must run before `platform.jobs.start`.
 */
export async function buildApp(platform: Platform): Promise<App> {
  const { config } = platform;
  const app: App = fastify({
    loggerInstance: platform.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy && trustNearestProxy,
    return503OnClosing: false,
    bodyLimit: maxBodyBytes,
    requestTimeout: 0,
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: refuseConnection,
    routerOptions: { ignoreTrailingSlash: true },
  });
  // Bodies are JSON, so a plain text is refused as an unsupported type.
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  limitSlowRequests(app, requestTimeoutMilliseconds);
  registerErrors(app);
  refuseWhileClosing(app);
  if (config.trustProxy) readForwardedAddress(app);
  registerMethods(app);
  await registerPlugins(app, {
    config,
    cookieKey: platform.keys.cookie,
  });

  refuseOtherSites(app, config.publicUrl);

  app.get(
    '/api/health',
    {
      schema: {
        tags: ['platform'],
        summary: 'Whether this process answers',
        response: { 200: z.object({ status: z.literal('ok') }) },
      },
    },
    () => ({ status: 'ok' as const }),
  );
  registerReady(app, platform);
  registerOutbox(app, platform, () => findStyleSheets(webDirectory));
  registerResumableUploads(app, platform);
  await registerBasemap(app, {
    dataDirectory: config.dataDirectory,
    config: config.basemap,
    isDemonstration: config.imageryUrl === 'demo',
    log: platform.log,
  });
  registerGeocoder(app, platform);
  registerNotifications(app, platform);
  registerKeys(app, platform, [
    viewKeysOfMaps(platform),
    viewKeysOfPlaces(platform),
    keysOfProjects(platform),
  ]);
  const tiles = createTiles();
  app.addHook('onClose', () => tiles.close());
  for (const register of createFeatures(tiles)) await register(app, platform);
  await registerWeb(app, {
    directory: webDirectory,
    publicUrl: config.publicUrl,
    site: config.site,
    describe: (...address) => describeRunPage(platform.database.orm, ...address),
  });
  return app;
}
