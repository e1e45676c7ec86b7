import { sharedValues } from '@refugia/contract/value-mapper/calls.ts';
import { rowIdSchema } from '@refugia/contract/value-mapper/projects.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { KeyHolder } from '../../../services/keys/routes.ts';
import { notFound, requireProject } from '../access.ts';

/** The links of projects, for viewing on the screen and for a GIS, which the project's owner makes and revokes. */
export function keysOfProjects({ sessions, database, config }: Platform): KeyHolder {
  return {
    type: 'project',
    kinds: ['view', 'gis'],
    async requireManager(request, id) {
      const account = await sessions.require(request);
      const { data: projectId } = rowIdSchema.safeParse(id);
      if (projectId === undefined) throw notFound();
      return await requireProject(database.orm, account, projectId);
    },
    addressOf(id, key, kind) {
      const path =
        kind === 'gis' ? sharedValues.tiles : `/apps/conservationvaluemapper/projects/${id}`;
      // The braces of a template of tiles must stay as they are.
      return `${config.publicUrl}${path}?key=${key}`;
    },
  };
}
