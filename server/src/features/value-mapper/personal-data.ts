import { count, eq } from 'drizzle-orm';
import { valueProject } from '../../platform/database/schema/index.ts';
import type { PersonalDataHolder, Platform } from '../../platform/platform.ts';
import { describeCombined } from './combined/describe-combined.ts';
import { describeLayer, listLayers } from './layers/queries.ts';
import { describeMap, describeProject, findMap, listProjects } from './projects/queries.ts';
import { describeRaster, describeValued } from './rasters/describe.ts';
import { listOfProject, listRasters } from './stored/stored-queries.ts';

/**
 * An account's projects with their maps, layers and rasters. The files themselves are downloaded
 * from the app.
 */
export function valueProjectsOfAccounts({
  database: { orm },
  config,
}: Pick<Platform, 'database' | 'config'>): PersonalDataHolder {
  return {
    name: 'value_mapper_projects',
    async count(accountId) {
      const [row] = await orm
        .select({ projects: count() })
        .from(valueProject)
        .where(eq(valueProject.accountId, accountId));
      return row?.projects ?? 0;
    },
    async *collect(accountId) {
      for (const project of await listProjects(orm, accountId)) {
        const map = await findMap(orm, project.id);
        const rasters = await listRasters(orm, project.id);
        const ofLayer = new Map(rasters.map((raster) => [raster.layerId, raster]));
        yield {
          ...describeProject(project),
          map: map ? describeMap(map) : null,
          data_layers: (await listLayers(orm, project.id)).map(describeLayer),
          rasters: rasters.map((raster) => describeRaster(raster, config.brandName)),
          combined: await describeCombined(orm, project.id),
          valued_rasters: (await listOfProject(orm, project.id)).map((valued) =>
            describeValued(valued, ofLayer.get(valued.layerId)),
          ),
        };
      }
    },
  };
}
