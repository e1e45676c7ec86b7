import {
  standardizedSchema,
  standardizeQuerySchema,
  standardizeSchema,
} from '@refugia/contract/collaborative-mapper/features.ts';
import { forkSchema, mapSchema } from '@refugia/contract/collaborative-mapper/maps.ts';
import { refusedFileSchema } from '@refugia/contract/vector-import.ts';
import { type App, errorReplies } from '../../../platform/http/api.ts';
import { whileWanted } from '../../../platform/http/leaving.ts';
import { createCallerLimitCheck } from '../../../platform/session/caller-limits.ts';
import {
  refusalOfImport,
  VectorImporter,
} from '../../../services/vector-import/vector-importer.ts';
import { requireAccount, requireSelf } from '../maps/access.ts';
import { describeMapAgain } from '../maps/describe-map.ts';
import { forAccounts, forAnybody, type MapContext } from '../maps/map-context.ts';
import { requireRoomForMap } from '../maps/map-routes.ts';
import { forkMap } from './fork.ts';
import { standardize } from './standardize.ts';

/** Registers the routes that copy a map and that standardize features. */
export function registerCopies(app: App, context: MapContext): void {
  const { read, platform } = context;
  const importer = new VectorImporter();
  app.addHook('onClose', async () => importer.close());
  const checkRate = createCallerLimitCheck(app, platform, 'importsPerMinute');

  app.post(
    '/api/rrm/fork',
    forAccounts('Copy a map that you may read into your account', {
      body: forkSchema,
      response: { 200: mapSchema, ...errorReplies(409, 429) },
    }),
    async (request, reply) => {
      const { id, acctID } = request.body;
      const access = await read(request, id);
      const account = requireAccount(access);
      requireSelf(account, acctID);
      await checkRate(request, reply);
      await requireRoomForMap(context, account.id);
      const copy = await forkMap(context, access, account.id);
      return await describeMapAgain(context, copy.id, 'creator');
    },
  );

  app.post(
    '/api/rrm/standardize',
    forAnybody('Make features valid, single-part, two-dimensional and right-handed', {
      querystring: standardizeQuerySchema,
      body: standardizeSchema,
      response: { 200: standardizedSchema, 422: refusedFileSchema, ...errorReplies(429, 503) },
    }),
    async (request, reply) => {
      const id = request.body.id ?? request.query.id;
      if (id === undefined) await platform.sessions.optional(request);
      else await read(request, id);
      await checkRate(request, reply);
      try {
        return await standardize(importer, request.body.feats, whileWanted(reply));
      } catch (error) {
        return reply.code(422).send(refusalOfImport(error, reply, 'features_unprocessable'));
      }
    },
  );
}
