import { and, asc, count, eq } from 'drizzle-orm';
import { valueProject, zoneSet } from '../../platform/database/schema/index.ts';
import type { PersonalDataHolder, Platform } from '../../platform/platform.ts';
import { describeCombined } from './combined/describe-combined.ts';
import { describeLayer, listLayers } from './layers/queries.ts';
import {
  countProjects,
  describeMap,
  describeProject,
  findMap,
  listProjects,
} from './projects/queries.ts';
import { describeRaster, describeValued } from './rasters/describe.ts';
import { describeScenario, listScenarios } from './stored/scenario-queries.ts';
import { describeSelection, listSelections } from './stored/selection-queries.ts';
import { listOfProject, listRasters } from './stored/stored-queries.ts';
import { describeZoneSet, writeZones } from './stored/zone-queries.ts';

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
    count: (accountId) => countProjects(orm, accountId),
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
          selections: (await listSelections(orm, project.id)).map(describeSelection),
          combined: await describeCombined(orm, project.id),
          scenarios: await Promise.all(
            (await listScenarios(orm, project.id)).map((row) => describeScenario(orm, row)),
          ),
          valued_rasters: (await listOfProject(orm, project.id)).map((valued) =>
            describeValued(valued, ofLayer.get(valued.layerId)),
          ),
        };
      }
    },
  };
}

/** The zones of an account's projects, with their shapes and attributes. */
export function zonesOfAccounts({
  database: { orm },
}: Pick<Platform, 'database'>): PersonalDataHolder {
  const setsOf = (accountId: number) =>
    and(eq(valueProject.accountId, accountId), eq(zoneSet.isWhole, true));
  const isOfProject = eq(valueProject.id, zoneSet.projectId);
  return {
    name: 'value_mapper_zones',
    async count(accountId) {
      const [row] = await orm
        .select({ sets: count() })
        .from(zoneSet)
        .innerJoin(valueProject, isOfProject)
        .where(setsOf(accountId));
      return row?.sets ?? 0;
    },
    async *collect(accountId) {
      const rows = await orm
        .select({ set: zoneSet })
        .from(zoneSet)
        .innerJoin(valueProject, isOfProject)
        .where(setsOf(accountId))
        .orderBy(asc(zoneSet.id));
      for (const { set } of rows) {
        const features: unknown = JSON.parse(await writeZones(orm, set.id, 'feature'));
        yield { ...describeZoneSet(set), project: set.projectId, features };
      }
    },
  };
}
