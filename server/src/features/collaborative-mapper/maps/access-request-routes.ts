import {
  accessRequestCreationSchema,
  accessRequestDeclineSchema,
  accessRequestedSchema,
  accessRequestSchema,
  declinedSchema,
} from '@refugia/contract/collaborative-mapper/access-requests.ts';
import { mapQuerySchema } from '@refugia/contract/collaborative-mapper/maps.ts';
import { type App, errorReplies } from '../../../platform/http/api.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { createRateLimitCheck } from '../../../platform/http/rate-limits.ts';
import {
  askForAccess,
  declineAccessRequest,
  listAccessRequests,
} from './access-request-queries.ts';
import { forAccounts, generalCalls, type MapContext } from './map-context.ts';
import { describePerson } from './people.ts';

/**
 * Registers the calls by which people ask to be let onto a map. The work on a request is done by a job,
 * so that neither the answer nor its duration reveals whether there is such a map.
 */
export function registerAccessRequests(app: App, { orm, platform, own }: MapContext): void {
  const { jobs, sessions, config } = platform;
  const checkRate = createRateLimitCheck(app, {
    max: config.rateLimits.accessRequestsPerHourPerAccount,
    windowSeconds: 3600,
  });
  const queue = jobs.define<{ readonly mapId: number; readonly accountId: number }>(
    'map-access-request',
    { concurrency: 1, retries: 8, retryDelaySeconds: 5, expireSeconds: 60 },
    async ({ data }) => {
      await orm.transaction((transaction) => askForAccess(transaction, data));
    },
  );

  app.post(
    '/api/rrm/access_requests',
    generalCalls.forAccounts(
      'Ask the owner of a map to let you in; answers the same for a map that is none',
      {
        body: accessRequestCreationSchema,
        response: { 200: accessRequestedSchema, ...errorReplies(400, 401, 429) },
      },
    ),
    async (request, reply) => {
      const { id: accountId } = await sessions.require(request);
      await checkRate(request, reply, String(accountId));
      await queue.enqueue({ mapId: request.body.mapID, accountId });
      return { asked: true as const };
    },
  );

  app.get(
    '/api/rrm/access_requests',
    forAccounts('Who asks to be let onto a map of your own', {
      querystring: mapQuerySchema,
      response: { 200: accessRequestSchema.array() },
    }),
    async (request, reply) => {
      const { map } = await own(request, request.query.id);
      reply.header('cache-control', 'no-store');
      const rows = await listAccessRequests(orm, map.id);
      return rows.map(({ askedAt, ...person }) => ({
        user: describePerson(person),
        asked_at: askedAt.toISOString(),
      }));
    },
  );

  app.delete(
    '/api/rrm/access_requests',
    forAccounts('Decline to let somebody onto a map of your own', {
      body: accessRequestDeclineSchema,
      response: { 200: declinedSchema },
    }),
    async (request) => {
      const { mapID, accountID } = request.body;
      await own(request, mapID);
      if (await declineAccessRequest(orm, mapID, accountID)) return { id: accountID };
      throw new ApiFailure(404, 'request_not_found', 'This person does not ask any more.');
    },
  );
}
