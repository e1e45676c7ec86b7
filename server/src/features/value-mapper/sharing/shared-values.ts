import type { RasterHeader } from '@refugia/engine/ingest/index.ts';
import type { StoredLocation } from '../../../platform/storage/storage.ts';
import type { StoredLayer } from '../../../services/tiles/picture.ts';
import type { ProjectRow } from '../access.ts';
import { listLayers } from '../layers/queries.ts';
import { combinedOfProject } from '../stored/combined-queries.ts';
import { asTheyAre, paletteOf, wholeFacts } from '../stored/drawing.ts';
import { cogFile, dataFolderOf } from '../stored/stored-files.ts';
import { findRasterOfLayer, findValuedLayer } from '../stored/stored-queries.ts';
import type { ValueMapperContext } from '../value-mapper-context.ts';

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
  context: ValueMapperContext,
  project: ProjectRow,
): Promise<SharedValues | undefined> {
  const { orm } = context.platform.database;
  const layers = (await listLayers(orm, project.id)).toReversed();
  const { whole } = await combinedOfProject(orm, project.id);
  if (whole) {
    const { storage } = context.platform;
    const { layers: parts, grid_layer, color_palette } = whole.combination;
    const raster = await findRasterOfLayer(orm, grid_layer ?? parts[0]?.data_layer ?? 0);
    const location = storage.locate(dataFolderOf(whole), cogFile);
    const palette = paletteOf({ palette: color_palette });
    return {
      label: 'Combined value',
      drawn: {
        location,
        rendering: { kind: 'values', background: null, valuation: asTheyAre, palette },
      },
      cog: location,
      version: whole.folder,
      header: raster && wholeFacts(raster),
    };
  }
  for (const { id, label } of layers) {
    const found = await valuesOfLayer(context, id);
    if (found) return { label, ...found };
  }
  return undefined;
}

async function valuesOfLayer(
  { platform: { database, storage } }: ValueMapperContext,
  layerId: number,
): Promise<Omit<SharedValues, 'label'> | undefined> {
  const found = await findValuedLayer(database.orm, layerId);
  if (!found) return undefined;
  const { raster, facts, valued, valuation } = found;
  return {
    drawn: {
      location: storage.locate(dataFolderOf(raster), cogFile),
      rendering: { kind: 'values', background: null, valuation, palette: paletteOf(valued) },
    },
    cog: storage.locate(dataFolderOf(valued), cogFile),
    version: valued.folder,
    header: facts,
  };
}
