import { valueMapperBase } from '@refugia/contract/value-mapper/projects.ts';
import { type RasterFile, rasterFileParamsSchema } from '@refugia/contract/value-mapper/rasters.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { App } from '../../../platform/http/api.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { uploadedFile } from '../../../platform/uploads/upload-purpose.ts';
import { found, type RasterRow, requireRaster } from '../access.ts';
import { derivedName } from '../rasters/describe.ts';
import { cogOf, pictureFile, pictureFolderOf, worldFile } from '../stored/stored-files.ts';
import { findRaster, findWholeValued } from '../stored/stored-queries.ts';
import type { ValueMapperContext } from '../value-mapper-context.ts';
import { cogContentType, registerTicketedFile, type Stored } from './ticketed-file.ts';

const worldText = 'text/plain; charset=utf-8';

const notMade = () =>
  new ApiFailure(404, 'file_not_made', 'This file is not made yet, or was removed.');

/**
 * Finds the place of a file.
 * @throws {ApiFailure} 404 when the file has not been made
 */
async function locate(orm: Queryable, raster: RasterRow, file: RasterFile): Promise<Stored> {
  const named = (ending: string) => derivedName(raster.fileName, ending);
  if (file === 'original') {
    const place = { folder: raster.originalFolder, file: uploadedFile };
    return { ...place, fileName: raster.fileName, contentType: 'image/tiff' };
  }
  const isValued = file.startsWith('valued-');
  const row = isValued ? await findWholeValued(orm, raster.layerId) : raster;
  if (row?.state !== 'done') throw notMade();
  const suffix = isValued ? '_valued' : '';
  const data = cogOf(row);
  const picture = { folder: pictureFolderOf(row), file: pictureFile };
  const world = { ...picture, file: worldFile };
  switch (file) {
    case 'cog':
      return { ...data, fileName: named('_cog.tif'), contentType: cogContentType };
    case 'valued-cog':
      return { ...data, fileName: named('_valued.tif'), contentType: cogContentType };
    case 'picture':
    case 'valued-picture':
      return { ...picture, fileName: named(`${suffix}.png`), contentType: 'image/png' };
    case 'world-file':
    case 'valued-world-file':
      return { ...world, fileName: named(`${suffix}.pgw`), contentType: worldText };
  }
}

/** Registers the downloads of a raster's files. */
export function registerDownloads(
  app: App,
  { platform, orm, requireOwn }: ValueMapperContext,
): void {
  registerTicketedFile(app, platform, {
    path: `${valueMapperBase}/rasters/:rasterID/files/:file`,
    params: rasterFileParamsSchema,
    summary: 'A file of a raster: original, COG, picture and world file; likewise valued',
    description:
      'Range requests are answered. Pictures are in Web Mercator (EPSG:3857), at most 4,096 pixels wide and high, with a world file (.pgw). Valued COGs are int16 with a scale of 0.0001.',
    ticketSummary: 'An address of a file that works without the token for a minute',
    requireOwn: (request, { rasterID }) => requireOwn(request, requireRaster, rasterID),
    locate: async ({ rasterID, file }) => locate(orm, found(await findRaster(orm, rasterID)), file),
    missing: notMade,
  });
}
