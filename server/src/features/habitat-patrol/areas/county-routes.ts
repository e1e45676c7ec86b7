import {
  areaCountiesRequestSchema,
  areaCountiesSchema,
} from '@refugia/contract/habitat-patrol/area-counties.ts';
import { areaPolygons } from '@refugia/engine/geo/bounds.ts';
import type { App } from '../../../platform/http/app.ts';
import { errorReplies } from '../../../platform/http/error-replies.ts';
import type { Platform } from '../../../platform/platform.ts';
import { createCallerLimitCheck } from '../../../platform/session/caller-limits.ts';
import { countiesIn } from '../../../services/counties/counties.ts';
import { requireArea } from '../engine/run-request.ts';
import { accountOrVisitor, tags } from '../runs/run-context.ts';

/** Registers the call that lists the counties of an area, so that a large one is looked at in parts. */
export function registerAreaCounties(app: App, platform: Platform): void {
  const limitCounties = createCallerLimitCheck(app, platform, 'importsPerMinute');

  app.post(
    '/api/changedetection/aoi/counties',
    {
      schema: {
        tags,
        summary: 'The counties of the United States in an area',
        description: 'Counties that its edge only grazes are left out.',
        security: accountOrVisitor,
        body: areaCountiesRequestSchema,
        response: { 200: areaCountiesSchema, ...errorReplies(400, 429) },
      },
    },
    async (request, reply) => {
      const { geometry } = requireArea(request.body.coords);
      await limitCounties(request, reply);
      return await countiesIn(areaPolygons(geometry).map(([outer = []]) => outer));
    },
  );
}
