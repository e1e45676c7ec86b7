import { zonesPath } from '@refugia/contract/value-mapper/calls.ts';
import { projectIdSchema } from '@refugia/contract/value-mapper/projects.ts';
import {
  zoneOutlinesSchema,
  zoneSetParamsSchema,
  zoneSetsSchema,
} from '@refugia/contract/value-mapper/zones.ts';
import { z } from 'zod';
import type { App } from '../../../platform/http/api.ts';
import { replyWithJson } from '../../../platform/http/streamed-reply.ts';
import { requireProject, requireZoneSet } from '../access.ts';
import {
  deleteZoneSet,
  describeZoneSet,
  listZoneSets,
  writeZones,
} from '../stored/zone-queries.ts';
import { forAccounts, type ValueMapperContext } from '../value-mapper-context.ts';

const setPath = `${zonesPath}/:zonesID`;

/** Registers the calls that list, show and delete a project's zones. */
export function registerZones(
  app: App,
  { orm, requireOwn, requireReadable }: ValueMapperContext,
): void {
  app.get(
    zonesPath,
    forAccounts("A project's zones", {
      querystring: projectIdSchema,
      response: { 200: zoneSetsSchema },
    }),
    async (request) => {
      const { id } = await requireReadable(request, requireProject, request.query.projectID);
      return (await listZoneSets(orm, id)).map(describeZoneSet);
    },
  );

  app.get(
    `${setPath}/outlines`,
    forAccounts('The outlines of zones as GeoJSON', {
      params: zoneSetParamsSchema,
      response: { 200: zoneOutlinesSchema },
    }),
    async (request, reply) => {
      const { id } = await requireReadable(request, requireZoneSet, request.params.zonesID);
      const features = await writeZones(orm, id, 'outline');
      // The database has written what the schema says.
      return replyWithJson(reply, `{"type":"FeatureCollection","features":${features}}`);
    },
  );

  app.delete(
    setPath,
    forAccounts('Delete zones', {
      params: zoneSetParamsSchema,
      response: { 200: z.object({ deleted: z.literal(true) }) },
    }),
    async (request) => {
      const { id } = await requireOwn(request, requireZoneSet, request.params.zonesID);
      await deleteZoneSet(orm, id);
      return { deleted: true as const };
    },
  );
}
