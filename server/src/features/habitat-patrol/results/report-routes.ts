import { limits } from '@refugia/contract/limits.ts';
import { type ReportSettings, reportSettingsSchema } from '@refugia/contract/report.ts';
import type { PatchFeature } from '@refugia/engine/analysis/result/patch-files.ts';
import sharp from 'sharp';
import { type App, binaryReply, errorReplies } from '../../../platform/http/api.ts';
import { whileWanted } from '../../../platform/http/leaving.ts';
import { createCallerLimitCheck } from '../../../platform/session/caller-limits.ts';
import {
  decodePicture,
  locatorPixels,
  logoPixels,
  onGround,
} from '../../../services/report/report-pictures.ts';
import type { HeavyAnswers } from '../../../services/tiles/heavy-answers.ts';
import { boundsOf, frameOf, renderChip, renderPicture } from '../../../services/tiles/picture.ts';
import { factsAfterRun } from '../runs/dating-queries.ts';
import { type FinishedRun, idSchema, type RunContext, withoutToken } from '../runs/run-context.ts';
import { tellResult } from '../runs/run-description.ts';
import { findCounted, sumVerdicts } from '../runs/verdict-queries.ts';
import { chipBounds } from './chip-routes.ts';
import { downloadName } from './download-routes.ts';
import { type PlacedPicture, type ReportContent, writeReport } from './report-pages.ts';
import { fileRemoved, fileResponses, storedLayer } from './result-files.ts';
import { readRunPatches, withLaterFacts } from './stored-patches.ts';

/** Pixels along the longer side of a picture of the whole area: 150 for an inch of paper. */
const mapPixels = 1_100;

/** Registers the report of a result as a PDF, for anyone who knows the run's id. */
export function registerReports(app: App, context: RunContext, send: HeavyAnswers): void {
  const { platform, requireResult } = context;
  const limitReports = createCallerLimitCheck(app, platform, 'reportsPerMinute');

  app.post(
    '/api/changedetection/runs/:id/report.pdf',
    {
      bodyLimit: 3 * limits.report.maxPictureBytes,
      compress: false,
      ...withoutToken('A result as a PDF for paper', {
        description:
          'What was found, the numbered map of change, both pictures with outlines, the largest patches one by one with what was said of them, the method and the scenes.',
        params: idSchema,
        body: reportSettingsSchema,
        response: {
          200: binaryReply('A PDF.', 'application/pdf'),
          ...errorReplies(400, 413, 429),
          ...fileResponses,
        },
      }),
    },
    async (request, reply) => {
      const run = await requireResult(request.params.id);
      await limitReports(request, reply);
      const name = downloadName(run, 'report.pdf');
      reply.header('content-disposition', `attachment; filename="${name}"`);
      reply.header('cache-control', 'no-store');
      return send(request, reply, {
        contentType: 'application/pdf',
        make: async () => writeReport(await gather(context, run, request.body, whileWanted(reply))),
      });
    },
  );
}

/**
 * Gathers what the report of a run shows.
 * @throws {ApiFailure} 400 for a logo or locator that is no picture, 404 when a file is not there
 */
async function gather(
  context: RunContext,
  run: FinishedRun,
  settings: ReportSettings,
  signal: AbortSignal,
): Promise<ReportContent> {
  const { platform, tiles } = context;
  const { storage, database, config } = platform;
  const logo = await decodePicture('logo', settings.logo, logoPixels);
  const locator = await decodePicture('locator', settings.locator?.picture, locatorPixels);
  const verdicts = await findCounted(database.orm, run);
  const later = await factsAfterRun(database.orm, run.id);
  const pictureOf = async (layer: 'before' | 'after' | 'change') => {
    const frame = frameOf(run.result.bbox, mapPixels);
    const png = await renderPicture(tiles, [storedLayer(storage, run.id, layer)], frame, signal);
    if (!png) throw fileRemoved();
    return { png, bounds: boundsOf(frame), aspect: frame.width / frame.height };
  };
  const chipOf = async (feature: PatchFeature, layer: 'before' | 'after') => {
    const bounds = chipBounds(feature);
    const png = await renderChip(tiles, storedLayer(storage, run.id, layer), bounds, signal);
    if (!png) throw fileRemoved();
    return { picture: await onGround(png), bounds, aspect: 1 };
  };
  const after = await pictureOf('after');
  const change = await pictureOf('change');
  const before = await pictureOf('before');
  const asPlaced = async ({ png, ...place }: typeof after): Promise<PlacedPicture> => ({
    ...place,
    picture: await onGround(png),
  });
  const features =
    settings.patches === 0
      ? []
      : await readRunPatches(storage, run.id, { offset: 0, limit: settings.patches });
  const patches: ReportContent['patches'][number][] = [];
  for (const feature of features) {
    patches.push({
      feature: withLaterFacts(feature, later),
      before: await chipOf(feature, 'before'),
      after: await chipOf(feature, 'after'),
      verdict: verdicts.get(feature.properties.id),
    });
  }
  return {
    run,
    result: tellResult(run.result),
    settings,
    brandName: config.brandName,
    address: new URL(`/apps/habitatpatrol/map?run=${run.id}`, config.publicUrl).href,
    logo: logo?.picture,
    locator,
    change: { ...change, picture: await overGrey(after.png, change.png) },
    before: await asPlaced(before),
    after: await asPlaced(after),
    patches,
    judged: sumVerdicts(verdicts, run.result.statistics.changed_hectares),
  };
}

/** Change over the later picture in pale grey, as a JPEG. */
async function overGrey(after: Buffer, change: Buffer): Promise<Buffer> {
  const ground = await sharp(after)
    .flatten({ background: '#ffffff' })
    .greyscale()
    .toColourspace('srgb')
    .linear(0.6, 95)
    .png({ compressionLevel: 1 })
    .toBuffer();
  return sharp(ground)
    .composite([{ input: change }])
    .jpeg({ quality: 90 })
    .toBuffer();
}
