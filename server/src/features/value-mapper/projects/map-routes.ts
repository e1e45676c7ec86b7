import {
  mapChangesQuerySchema,
  projectQuerySchema,
  valueMapperBase,
  valueMapSchema,
} from '@refugia/contract/value-mapper/projects.ts';
import type { App } from '../../../platform/http/app.ts';
import { notFound, requireMap, requireProject } from '../access.ts';
import { refusals, security, tags, type ValueMapperContext } from '../value-mapper-context.ts';
import { addMap, changeMap, describeMap, findMap } from './queries.ts';

const path = `${valueMapperBase}/maps_ctrl`;

/**
 * Registers the routes for a project's map, which stores the base layer and the view that was shown
 * last.
 */
export function registerMaps(app: App, { platform, accountOf }: ValueMapperContext): void {
  const { orm } = platform.database;

  app.get(
    path,
    {
      schema: {
        tags,
        summary: "A project's map",
        security,
        querystring: projectQuerySchema,
        response: { 200: valueMapSchema, ...refusals },
      },
    },
    async (request) => {
      const { id } = await requireProject(orm, await accountOf(request), request.query.projectID);
      const map = await findMap(orm, id);
      if (!map) throw notFound();
      return describeMap(map);
    },
  );

  app.post(
    path,
    {
      schema: {
        tags,
        summary: "Make a project's map; asked again, it answers the map that is there",
        security,
        querystring: projectQuerySchema,
        response: { 200: valueMapSchema, ...refusals },
      },
    },
    async (request) => {
      const { id } = await requireProject(orm, await accountOf(request), request.query.projectID);
      return describeMap(await addMap(orm, id));
    },
  );

  app.put(
    path,
    {
      schema: {
        tags,
        summary: 'Keep the base layer, or the center and the zoom',
        security,
        querystring: mapChangesQuerySchema,
        response: { 200: valueMapSchema, ...refusals },
      },
    },
    async (request) => {
      const { mapID, keyValUpdateArray: changes } = request.query;
      await requireMap(orm, await accountOf(request), mapID);
      const changed = await changeMap(orm, mapID, {
        ...(changes.base_layer !== undefined && { baseLayer: changes.base_layer }),
        ...(changes.last_center_coords !== undefined && { lastCenter: changes.last_center_coords }),
        ...(changes.last_zoom !== undefined && { lastZoom: changes.last_zoom }),
      });
      if (!changed) throw notFound();
      return describeMap(changed);
    },
  );
}
