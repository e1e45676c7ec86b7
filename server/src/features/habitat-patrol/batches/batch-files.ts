import { formatArea } from '@refugia/contract/area-text.ts';
import { formatDate } from '@refugia/contract/date-text.ts';
import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { batchFinding, batchTotals } from '@refugia/contract/habitat-patrol/batch-table.ts';
import type { BatchedRun } from '@refugia/contract/habitat-patrol/batches.ts';
import { findingOf, findingText } from '@refugia/contract/habitat-patrol/finding.ts';
import { limits } from '@refugia/contract/limits.ts';
import { type ReportSettings, reportSettingsSchema } from '@refugia/contract/report.ts';
import { formatShare } from '@refugia/contract/share-text.ts';
import { patchName } from '@refugia/engine/render/change-palette.ts';
import type { VectorFeature } from '@refugia/engine/vector/types.ts';
import { writeCsv } from '@refugia/engine/vector/writing/csv.ts';
import { type App, binaryReply, errorReplies } from '../../../platform/http/api.ts';
import { whileWanted } from '../../../platform/http/leaving.ts';
import { attachment } from '../../../platform/http/stored-file-reply.ts';
import { createCallerLimitCheck } from '../../../platform/session/caller-limits.ts';
import { type MarkedPicture, ReportDocument } from '../../../services/report/report-document.ts';
import { decodePicture, logoPixels, onGround } from '../../../services/report/report-pictures.ts';
import type { HeavyAnswers } from '../../../services/tiles/heavy-answers.ts';
import { drawThumbnail, fileResponses } from '../results/result-files.ts';
import { findRun } from '../runs/queries.ts';
import { idSchema, type RunContext, withoutToken } from '../runs/run-context.ts';
import { listBatchedRuns } from './batch-queries.ts';
import { requireBatch } from './batch-routes.ts';

const path = '/api/changedetection/batches/:id';
const settingsSchema = reportSettingsSchema.omit({ patches: true, locator: true });
type Settings = Omit<ReportSettings, 'patches' | 'locator'>;

/** Registers a batch as one table and one report, for whoever knows its id. */
export function registerBatchFiles(app: App, context: RunContext, send: HeavyAnswers): void {
  const { platform, orm } = context;
  const limitReports = createCallerLimitCheck(app, platform, 'reportsPerMinute');

  app.get(
    `${path}/areas.csv`,
    withoutToken('The areas of a batch with what was found, as a table', {
      description: 'The column `WKT` has the area in degrees (WGS 84).',
      params: idSchema,
      response: { 200: binaryReply('The file.', 'text/csv'), 404: apiErrorSchema },
    }),
    async (request, reply) => {
      const batch = await requireBatch(context, request.params.id);
      return reply
        .header('content-disposition', attachment(`${batch.name}.csv`))
        .header('cache-control', 'no-store')
        .type('text/csv; charset=utf-8')
        .send(await writeTable(context, batch.id));
    },
  );

  app.post(
    `${path}/report.pdf`,
    {
      bodyLimit: 2 * limits.report.maxPictureBytes,
      compress: false,
      ...withoutToken('A batch as a PDF for paper', {
        description: 'The table of all areas, and a picture of each.',
        params: idSchema,
        body: settingsSchema,
        response: {
          200: binaryReply('A PDF.', 'application/pdf'),
          ...errorReplies(400, 413, 429),
          ...fileResponses,
        },
      }),
    },
    async (request, reply) => {
      const batch = await requireBatch(context, request.params.id);
      await limitReports(request, reply);
      reply.header('content-disposition', attachment(`${batch.name}.pdf`));
      reply.header('cache-control', 'no-store');
      const runs = await listBatchedRuns(orm, batch.id, 0);
      const address = new URL(`/apps/habitatpatrol/batches/${batch.id}`, platform.config.publicUrl);
      return send(request, reply, {
        contentType: 'application/pdf',
        make: async () =>
          writeReport({
            runs,
            title: request.body.title || batch.name,
            settings: request.body,
            foot: `${platform.config.brandName} · ${address.href}`,
            logo: (await decodePicture('logo', request.body.logo, logoPixels))?.picture,
            pictures: await picturesOf(context, runs, whileWanted(reply)),
          }),
      });
    },
  );
}

async function writeTable({ platform, orm }: RunContext, batchId: string): Promise<string> {
  const features: VectorFeature[] = [];
  for (const run of await listBatchedRuns(orm, batchId, 0)) {
    const row = await findRun(orm, run.id);
    features.push({
      type: 'Feature',
      geometry: row?.area.geometry ?? null,
      properties: {
        area: run.name,
        status: run.status,
        start_date: run.startDate,
        end_date: run.endDate,
        area_hectares: run.area_hectares,
        clear_hectares: run.clear_hectares,
        changed_hectares: run.changed_hectares,
        patches: run.patch_count,
        address: new URL(`/apps/habitatpatrol/map?run=${run.id}`, platform.config.publicUrl).href,
        ...Object.fromEntries(
          run.kinds.map(({ kind, hectares }) => [`${kind}_hectares`, hectares]),
        ),
      },
    });
  }
  return writeCsv(features);
}

/** The picture of each run that is done: the later date with the change. Those of removed files are missing. */
async function picturesOf(
  context: RunContext,
  runs: readonly BatchedRun[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Buffer>> {
  const pictures = new Map<string, Buffer>();
  for (const { id } of runs.filter(({ status }) => status === 'done')) {
    const png = await drawThumbnail(context, id, signal);
    if (png) pictures.set(id, await onGround(png));
  }
  return pictures;
}

interface BatchReport {
  readonly runs: readonly BatchedRun[];
  readonly title: string;
  readonly settings: Settings;
  readonly foot: string;
  readonly logo: Buffer | undefined;
  readonly pictures: ReadonlyMap<string, Buffer>;
}

const columns = [
  { name: 'Area', share: 0.28 },
  { name: 'Size', share: 0.14 },
  { name: 'Clear', share: 0.1 },
  { name: 'Changed', share: 0.14 },
  { name: 'Largest kinds', share: 0.34 },
];
const statusTexts = {
  queued: 'Waiting',
  running: 'Under way',
  failed: 'Failed',
  cancelled: 'Stopped',
} as const;
const picturesAside = 2;
const pictureAspect = 320 / 200;

/** Lays a batch out for paper: one table, then a picture of each area. @returns a PDF */
function writeReport({ runs, title, settings, foot, logo, pictures }: BatchReport) {
  const areaText = (hectares: number) => formatArea(hectares, { units: settings.units });
  const pdf = new ReportDocument({ settings, title, foot, logo });
  pdf.finding(batchFinding(runs, areaText));
  const [first] = runs;
  if (first) pdf.text(`${formatDate(first.startDate)} compared with ${formatDate(first.endDate)}.`);
  const { areaHectares, clearHectares } = batchTotals(runs);
  pdf.facts([
    ['All areas that were compared', areaText(areaHectares)],
    ['Clear on both dates', areaHectares > 0 ? formatShare(clearHectares / areaHectares) : '–'],
  ]);
  pdf.heading('Areas');
  pdf.table(
    columns,
    runs.map((run) => rowOf(run, areaText)),
  );
  const shown = runs.flatMap((run): MarkedPicture[] => {
    const picture = pictures.get(run.id);
    const caption = `${run.name}: ${findingText(findingOf(run, areaText))}`;
    return picture ? [{ picture, aspect: pictureAspect, caption }] : [];
  });
  if (shown.length > 0) pdf.heading('Change over the later picture');
  for (let index = 0; index < shown.length; index += picturesAside) {
    pdf.pictures(shown.slice(index, index + picturesAside), 160);
  }
  return pdf.finish();
}

function rowOf(run: BatchedRun, areaText: (hectares: number) => string): string[] {
  if (run.status !== 'done') return [run.name, '', '', statusTexts[run.status], ''];
  return [
    run.name,
    areaText(run.area_hectares ?? 0),
    formatShare(run.clear_share ?? 0),
    areaText(run.changed_hectares ?? 0),
    run.kinds
      .slice(0, 2)
      .map(({ kind, hectares }) => `${patchName(kind)} ${areaText(hectares)}`)
      .join(', '),
  ];
}
