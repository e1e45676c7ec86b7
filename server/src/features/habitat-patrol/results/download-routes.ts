import { runLayers } from '@refugia/contract/habitat-patrol/run-kinds.ts';
import { type RunDownload, runDownloads } from '@refugia/contract/habitat-patrol/run-patches.ts';
import { limits } from '@refugia/contract/limits.ts';
import { unobservedStyles } from '@refugia/engine/render/change-palette.ts';
import { z } from 'zod';
import { type App, binaryReply, errorReplies } from '../../../platform/http/api.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { whileWanted } from '../../../platform/http/leaving.ts';
import { replyWithFile } from '../../../platform/http/stored-file-reply.ts';
import { createCallerLimitCheck } from '../../../platform/session/caller-limits.ts';
import type { HeavyAnswers } from '../../../services/tiles/heavy-answers.ts';
import { frameOf, renderPicture, worldFile } from '../../../services/tiles/picture.ts';
import { type FinishedRun, idSchema, type RunContext, withoutToken } from '../runs/run-context.ts';
import { nameOf } from '../runs/run-description.ts';
import { storedName } from '../runs/run-folders.ts';
import { createJudgedPatches } from './judged-patches.ts';
import type { PatchExportOrder } from './patch-export-main.ts';
import { fileRemoved, fileResponses, storedLayer } from './result-files.ts';
import { kindsQuerySchema, shownKinds } from './tile-routes.ts';

type Ending<Name extends string> = Name extends `${string}.${infer Tail}` ? Ending<Tail> : Name;

const contentTypes: Readonly<Record<Ending<RunDownload>, string>> = {
  tif: 'image/tiff; application=geotiff; profile=cloud-optimized',
  xml: 'application/xml',
  png: 'image/png',
  pgw: 'text/plain; charset=utf-8',
  geojson: 'application/geo+json',
  kml: 'application/vnd.google-earth.kml+xml',
  zip: 'application/zip',
  csv: 'text/csv; charset=utf-8',
};

/** The files of patches, which are made anew once somebody has judged a patch or one is dated. */
const patchFormats: Partial<Record<RunDownload, PatchExportOrder['format']>> = {
  'patches.geojson': 'geojson',
  'patches.kml': 'kml',
  'patches.zip': 'zip',
  'patches.csv': 'csv',
};

const pictureQuerySchema = kindsQuerySchema.extend({
  unobserved: z
    .enum(unobservedStyles)
    .optional()
    .describe(
      'Of the change layer: how pixels look that were not observed; hatched when left out.',
    ),
});

const maxNameCharacters = 60;
const isEmpty = (facts: object) => Object.keys(facts).length === 0;

/**
 * Registers the downloads of a run's files and pictures. Anyone who knows the run's id may have
 * them.
 */
export function registerDownloads(app: App, context: RunContext, send: HeavyAnswers): void {
  const { platform, tiles, requireResult } = context;
  const { storage } = platform;
  const judged = createJudgedPatches(platform);
  const limitPictures = createCallerLimitCheck(app, platform, 'runPicturesPerMinute');

  app.get(
    '/api/changedetection/runs/:id/downloads/:file',
    {
      compress: false,
      ...withoutToken("A run's layers and patches as files", {
        description:
          'COGs (.tif) answer range requests. The classes of change.tif have a color table; change.tif.aux.xml holds their names for GDAL, change.zip all of it with a style for QGIS. change.png shows some kinds of change alone with ?kinds=, and what was not observed hatched, not at all or alone with ?unobserved=. Pictures (.png) are in Web Mercator (EPSG:3857), at most 4,096 pixels wide and high; the .pgw beside one is its world file. Patches come as GeoJSON, KML, zipped shapefile and CSV in longitude and latitude, with the verdicts and notes that count once somebody has judged, and with the dates of change once they are known.',
        params: idSchema.extend({ file: z.string().max(40) }),
        querystring: pictureQuerySchema,
        response: {
          200: binaryReply('The file.', 'application/octet-stream'),
          206: binaryReply('A part of it.', 'application/octet-stream'),
          ...errorReplies(400, 416, 429),
          ...fileResponses,
        },
      }),
    },
    async (request, reply) => {
      const file = runDownloads.find((known) => known === request.params.file);
      if (!file) throw new ApiFailure(404, 'file_not_found', 'A run has no such file.');
      const run = await requireResult(request.params.id);
      const fileName = downloadName(run, file);
      const ending = endingOf(file);
      const contentType = contentTypes[ending];
      const isMade = ending === 'png' || ending === 'pgw';
      const layer = isMade && runLayers.find((name) => file.startsWith(`${name}.`));
      const patchFormat = patchFormats[file];
      if (patchFormat) {
        const facts = await judged.factsOf(run);
        if (patchFormat === 'csv' || Object.values(facts).some((each) => !isEmpty(each))) {
          const bytes = await judged.write(reply, run.id, { format: patchFormat, ...facts });
          return reply
            .header('content-disposition', `attachment; filename="${fileName}"`)
            .header('cache-control', 'no-store')
            .type(contentType)
            .send(Buffer.from(bytes));
        }
      }
      if (!layer) {
        const location = storage.locate(storedName(run.id), file);
        const named = { fileName, contentType, missing: fileRemoved };
        return replyWithFile(request, reply, location, named);
      }
      const frame = frameOf(run.result.bbox, limits.habitatPatrol.maxPicturePixels);
      const { kinds, unobserved } = request.query;
      reply.header('content-disposition', `attachment; filename="${fileName}"`);
      reply.header('cache-control', 'no-cache');
      if (ending === 'pgw') return reply.type(contentType).send(worldFile(frame));
      const shown = { kinds: shownKinds(kinds), unobserved };
      const pictured = storedLayer(storage, run.id, layer, shown);
      await limitPictures(request, reply);
      return send(request, reply, {
        contentType,
        make: () => renderPicture(tiles, [pictured], frame, whileWanted(reply)),
      });
    },
  );
}

function endingOf(file: RunDownload): Ending<RunDownload> {
  return file.slice(file.lastIndexOf('.') + 1) as Ending<RunDownload>;
}

/** The file name of a download, such as `natrona-county-wyoming_2019-07-01_before.tif`. */
export function downloadName(run: FinishedRun, file: string): string {
  const place = nameOf(run)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxNameCharacters)
    .replace(/^-|-$/g, '');
  const { before_date, after_date } = run.result;
  const dates = file.startsWith('before')
    ? [before_date]
    : file.startsWith('after')
      ? [after_date]
      : [before_date, after_date];
  return [place || 'analysis', ...dates, file].join('_');
}
