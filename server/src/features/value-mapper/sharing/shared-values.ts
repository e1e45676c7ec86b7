import type { RasterHeader } from '@refugia/engine/ingest/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { StoredLocation } from '../../../platform/storage/storage.ts';
import type { StoredLayer } from '../../../services/tiles/picture.ts';
import type { ProjectRow } from '../access.ts';
import { listLayers } from '../layers/queries.ts';
import { locationOf } from '../stored/stored-files.ts';
import { combinedOfProject, findRasterOfLayer, findValuedLayer } from '../stored/stored-queries.ts';
import { drawnCombined, drawnLayer, wholeFacts } from '../stored/valuations.ts';

/** What a GIS gets of a project: its combined values, or else the values of its uppermost layer. */
export interface SharedValues {
  readonly label: string;
  readonly drawn: StoredLayer;
  /** Where the values themselves are stored. */
  readonly cog: StoredLocation;
  /** Changes whenever the values do. */
  readonly version: string;
  /** Where the values lie, if one header tells it. */
  readonly header: RasterHeader | undefined;
}

/** Finds the values of a project that a GIS gets, or undefined while it has none. */
export async function findSharedValues(
  { database: { orm }, storage }: Platform,
  project: ProjectRow,
): Promise<SharedValues | undefined> {
  const { whole } = await combinedOfProject(orm, project.id);
  if (whole) {
    const { layers: parts, grid_layer } = whole.combination;
    const raster = await findRasterOfLayer(orm, grid_layer ?? parts[0]?.data_layer ?? 0);
    return {
      label: 'Combined value',
      drawn: drawnCombined(storage, whole),
      cog: locationOf(storage, whole),
      version: whole.folder,
      header: raster && wholeFacts(raster),
    };
  }
  for (const { id, label } of (await listLayers(orm, project.id)).toReversed()) {
    const found = await findValuedLayer(orm, id);
    if (!found) continue;
    const { valued, facts } = found;
    return {
      label,
      drawn: drawnLayer(storage, found),
      cog: locationOf(storage, valued),
      version: valued.folder,
      header: facts,
    };
  }
  return undefined;
}
