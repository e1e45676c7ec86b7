import { randomUUID } from 'node:crypto';
import type { RasterLayer } from '@refugia/contract/collaborative-mapper/rasters.ts';
import { limits } from '@refugia/contract/limits.ts';
import { plainLine } from '@refugia/contract/plain-text.ts';
import type { UploadType } from '@refugia/contract/upload.ts';
import { and, eq, isNull } from 'drizzle-orm';
import { mapRaster } from '../../../platform/database/schema/index.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { keepStoredFolder } from '../../../platform/storage/removed-folders.ts';
import type { Rasters } from '../../../services/rasters/rasters.ts';
import { editMap } from '../log/map-edit.ts';
import type { Author } from '../maps/access.ts';
import type { MapContext } from '../maps/map-context.ts';
import { pictureOf, tiffPicture } from './make-picture.ts';
import { describeRaster, rasterFolder, storePicture } from './raster-queries.ts';

const { maxRastersPerMap } = limits.collaborativeMapper;
const nameMaxLength = 200;

/** An uploaded file that becomes a layer. */
export interface UploadedFile {
  readonly type: UploadType;
  readonly name: string;
  readonly bytes: Buffer;
}

/** A file that a person uploads to a map. */
export interface Upload {
  readonly mapId: number;
  readonly author: Author;
  readonly file: UploadedFile;
  /** Aborted when nobody waits for the reply any more. */
  readonly wanted: AbortSignal;
}

/**
 * Adds an uploaded picture to a map, as one change that can be reverted.
 * @throws {RasterRefusal} for a file that can't be shown, {ApiFailure} 409 when the map has as many
 * pictures as it may have
 */
export async function addRaster(
  { orm, platform }: MapContext,
  rasters: Rasters,
  { mapId, author, file, wanted }: Upload,
): Promise<RasterLayer> {
  const picture =
    file.type === 'raster'
      ? await tiffPicture({ rasters, storage: platform.storage }, file, wanted)
      : await pictureOf(file.bytes);
  const id = randomUUID();
  await storePicture(platform, id, picture.png);
  const [west = null, south = null, east = null, north = null] = picture.place ?? [];
  const name = plainLine(file.name.split(/[/\\]/).at(-1) ?? '').slice(0, nameMaxLength);
  try {
    await editMap(orm, { mapId, author }, async (edit) => {
      const isOnMap = and(eq(mapRaster.mapId, mapId), isNull(mapRaster.deletedSeq));
      const rasters = await edit.transaction.$count(mapRaster, isOnMap);
      if (rasters >= maxRastersPerMap) throw tooManyRasters();
      await keepStoredFolder(edit.transaction, rasterFolder(id));
      await edit.transaction.insert(mapRaster).values({
        id,
        mapId,
        authorId: author.accountId,
        visitorName: author.visitorName,
        name,
        width: picture.width,
        height: picture.height,
        west,
        south,
        east,
        north,
        notes: [...picture.notes],
      });
      edit.append({ patch: { kind: 'add-raster', raster_id: id, map_layer: name } });
    });
  } catch (error) {
    await platform.storage.removeFolder(rasterFolder(id));
    throw error;
  }
  const described = await describeRaster(orm, mapId, id);
  if (!described) throw new Error('a picture was not added');
  return described;
}

function tooManyRasters(): ApiFailure {
  return new ApiFailure(
    409,
    'too_many_rasters',
    `A map can have at most ${maxRastersPerMap} pictures. Please delete some first.`,
  );
}
