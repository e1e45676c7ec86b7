import { writeArea } from '@refugia/contract/area.ts';
import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { runSentence } from '@refugia/contract/habitat-patrol/run-facts.ts';
import {
  type ScenePreview,
  scenePreviewLinesType,
  scenePreviewSchema,
} from '@refugia/contract/habitat-patrol/run-scenes.ts';
import {
  analysisRequestSchema,
  failedAttemptSchema,
  imagerySchema,
} from '@refugia/contract/habitat-patrol/runs.ts';
import { messages } from '@refugia/contract/messages.ts';
import { type DateScenes, previewOf } from '@refugia/engine/analysis/preview/scene-preview.ts';
import type { SceneViews } from '@refugia/engine/analysis/preview/scene-views.ts';
import { AnalysisFailure } from '@refugia/engine/failure/analysis-failure.ts';
import { simulationExamples } from '@refugia/simulation/catalogue/catalogue.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App } from '../../../platform/http/api.ts';
import { whileWanted } from '../../../platform/http/leaving.ts';
import { openLines } from '../../../platform/http/streamed-reply.ts';
import { createCallerLimitCheck } from '../../../platform/session/caller-limits.ts';
import { coverageOf, type Imagery } from '../engine/imagery.ts';
import { checkRequest, type RunRequest } from '../engine/run-request.ts';
import { answerFailedAttempt, describeFailedAttempt } from '../runs/failed-attempt.ts';
import { type RunContext, withoutToken } from '../runs/run-context.ts';

/** Registers the route that lists the scenes a run would use, before it is started. */
export function registerScenes(
  app: App,
  context: Pick<RunContext, 'imagery' | 'previews' | 'platform'>,
): void {
  const { imagery, previews } = context;
  const checkRate = createCallerLimitCheck(app, context.platform, 'sceneLooksPerMinute');

  app.post(
    '/api/changedetection/scenes',
    withoutToken('The scenes around both dates, and which of them a run would use', {
      description: `Takes the body of an analysis. Clouds are told over the area, from scene classifications, as far as they can be read in time. With "Accept: ${scenePreviewLinesType}" the reply begins as soon as the catalogue has answered: each line is the preview as it stands (ScenePreview), the last one what is answered otherwise; a failure on the way is a last line of its own (FailedAttempt).`,
      body: analysisRequestSchema,
      response: {
        200: {
          description: 'The preview.',
          content: {
            'application/json': { schema: scenePreviewSchema },
            [scenePreviewLinesType]: { schema: z.string() },
          },
        },
        400: apiErrorSchema,
        422: failedAttemptSchema,
        429: apiErrorSchema,
        502: failedAttemptSchema,
        503: apiErrorSchema,
      },
    }),
    async (request, reply) => {
      await checkRate(request, reply);
      const question = checkRequest(request.body, new Date());
      const used = await imagery.current();
      if (acceptsLines(request)) return sendLines(request, reply, question, used);
      try {
        const views = await previews.follow(question, used, { signal: whileWanted(reply) });
        return await describePreview(views, question, used);
      } catch (error) {
        return answerFailure(reply, error);
      }
    },
  );

  /** A failure before the first line is answered like any other. */
  async function sendLines(
    request: FastifyRequest,
    reply: FastifyReply,
    question: RunRequest,
    used: Imagery,
  ) {
    const lines = openLines(reply, scenePreviewLinesType, (views: SceneViews) =>
      describePreview(views, question, used),
    );
    try {
      const signal = whileWanted(reply);
      lines.end(await previews.follow(question, used, { signal, onChange: lines.tell }));
    } catch (error) {
      if (!lines.isOpen) return answerFailure(reply, error);
      if (error instanceof AnalysisFailure) lines.fail(describeFailedAttempt(failureOf(error)));
      else if (!reply.raw.destroyed) {
        request.log.error({ err: error }, 'looking at scenes');
        lines.fail({ error: messages.somethingWentWrong, code: 'server_error' });
      }
    }
    return reply;
  }
}

function acceptsLines({ headers }: FastifyRequest): boolean {
  return (headers.accept ?? '').includes(scenePreviewLinesType);
}

/** @throws errors that are not failures of the analysis */
function answerFailure(reply: FastifyReply, error: unknown) {
  if (!(error instanceof AnalysisFailure)) throw error;
  return answerFailedAttempt(reply, failureOf(error));
}

const failureOf = ({ fact: reason, permanent }: AnalysisFailure) => ({ reason, permanent });

async function describePreview(
  views: SceneViews,
  { options }: RunRequest,
  { mode, label }: Imagery,
): Promise<ScenePreview> {
  const preview = await previewOf(views, options.scenes);
  return {
    before: describeDate(preview.before),
    after: describeDate(preview.after),
    seen_share: preview.seenShare,
    window_days: preview.windowDays,
    is_complete: preview.isComplete,
    imagery: { mode, label },
    notes: preview.notes.map(runSentence),
  };
}

function describeDate({ date, scenes, expectedDate, clearShare }: DateScenes) {
  return {
    date,
    scenes: scenes.map((scene) => ({
      id: scene.id,
      date: scene.datetime.slice(0, 10),
      datetime: scene.datetime,
      platform: scene.platform ?? null,
      cloud_share: scene.cloudShare,
      cloud_source: scene.cloudSource,
      covered_share: scene.coveredShare,
      share_used: scene.shareUsed,
      is_allowed: scene.isAllowed,
    })),
    expected_date: expectedDate,
    clear_share: clearShare,
  };
}

/** Registers the route that describes the imagery in use. */
export function registerImagery(app: App, { imagery }: Pick<RunContext, 'imagery'>): void {
  app.get(
    '/api/changedetection/imagery',
    withoutToken('Which imagery is in use, and examples to try', {
      response: { 200: imagerySchema },
    }),
    async () => {
      const used = await imagery.current();
      const { bbox, earliest, latest } = coverageOf(used, new Date());
      const examples = used.mode === 'demo' ? simulationExamples : [];
      return {
        mode: used.mode,
        label: used.label,
        bbox: [...bbox] as [number, number, number, number],
        earliest,
        latest,
        examples: examples.map(({ name, area, startDate, endDate, expectedChange }) => ({
          name,
          coords: writeArea(area),
          startDate,
          endDate,
          expected_change: expectedChange,
        })),
      };
    },
  );
}
