import { limits } from '@refugia/contract/limits.ts';
import { projectReportSettingsSchema } from '@refugia/contract/report.ts';
import { projectReportPath } from '@refugia/contract/value-mapper/calls.ts';
import { projectIdSchema } from '@refugia/contract/value-mapper/projects.ts';
import { type App, binaryReply, errorReplies } from '../../../platform/http/api.ts';
import { whileWanted } from '../../../platform/http/leaving.ts';
import { createCallerLimitCheck } from '../../../platform/session/caller-limits.ts';
import { createHeavyAnswers } from '../../../services/tiles/heavy-answers.ts';
import { requireProject } from '../access.ts';
import { forAccounts, type ValueMapperContext } from '../value-mapper-context.ts';
import { gatherReport } from './report-content.ts';
import { writeProjectReport } from './report-pages.ts';

/** Registers the report of a project as a PDF, for its owner. */
export function registerProjectReport(app: App, context: ValueMapperContext): void {
  const { platform, orm, accountOf } = context;
  const limitReports = createCallerLimitCheck(app, platform, 'reportsPerMinute');
  const send = createHeavyAnswers(platform);
  app.post(
    projectReportPath(':projectID'),
    {
      bodyLimit: 5 * limits.report.maxPictureBytes,
      compress: false,
      ...forAccounts('A project as a PDF for paper', {
        description:
          'The map with scale and north, its legend, the curve and weight of each layer, areas at or above thresholds, sources and the method in words.',
        params: projectIdSchema,
        body: projectReportSettingsSchema,
        response: {
          200: binaryReply('A PDF.', 'application/pdf'),
          ...errorReplies(409, 413, 429, 503),
        },
      }),
    },
    async (request, reply) => {
      const account = await accountOf(request);
      const project = await requireProject(orm, account, request.params.projectID);
      await limitReports(request, reply);
      reply.header('content-disposition', 'attachment; filename="report.pdf"');
      reply.header('cache-control', 'no-store');
      return send(request, reply, {
        contentType: 'application/pdf',
        make: async () =>
          writeProjectReport(
            await gatherReport(context, project, request.body, whileWanted(reply)),
          ),
      });
    },
  );
}
