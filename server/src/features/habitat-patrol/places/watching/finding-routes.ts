import { apiErrorSchema } from '@refugia/contract/errors.ts';
import {
  placeFindingsSchema,
  placeKeyQuerySchema,
} from '@refugia/contract/habitat-patrol/places.ts';
import { limits } from '@refugia/contract/limits.ts';
import { z } from 'zod';
import type { App } from '../../../../platform/http/app.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { accountOrVisitor } from '../../runs/run-context.ts';
import { readPlace } from '../sharing/access.ts';
import { listFindings } from './finding-queries.ts';

/** Registers the findings of a place, for everybody who may read it. */
export function registerFindings(app: App, platform: Platform): void {
  app.get(
    '/api/places/:id/findings',
    {
      schema: {
        tags: ['places'],
        summary: 'What watched looks at a place have found, the latest first',
        description:
          'A finding is one patch of change, however many looks saw it: seen once, confirmed by a look with newer scenes, or gone. People are told of each once.',
        security: accountOrVisitor,
        params: z.object({ id: z.string().max(64) }),
        querystring: placeKeyQuerySchema,
        response: {
          200: placeFindingsSchema,
          400: apiErrorSchema,
          401: apiErrorSchema,
          404: apiErrorSchema,
        },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { row } = await readPlace(platform, request, request.params.id);
      const { maxListedFindings } = limits.habitatPatrol;
      return { findings: await listFindings(platform.database.orm, row.id, maxListedFindings) };
    },
  );
}
