import { apiErrorSchema } from '@refugia/contract/errors.ts';
import {
  type AnalysisRequest,
  analysisRequestSchema,
  failedAttemptSchema,
} from '@refugia/contract/habitat-patrol.ts';
import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { type SceneSurvey, sceneSurveySchema } from '@refugia/contract/run-scenes.ts';
import type { DateScenes } from '@refugia/engine/analysis/scene-survey.ts';
import { AnalysisFailure } from '@refugia/engine/analysis/types.ts';
import type { App } from '../../platform/http/app.ts';
import { ApiFailure } from '../../platform/http/failure.ts';
import { createRateLimitCheck } from '../../platform/http/rate-limits.ts';
import { SharedTasks } from '../../services/basemap/shared-tasks.ts';
import type { Imagery } from './imagery.ts';
import { whileWanted } from './leaving.ts';
import { createLocalEngine } from './local-engine.ts';
import { type RunContext, tags } from './run-context.ts';
import { checkRequest, type RunRequest, requestKey } from './run-request.ts';

/** Surveys that are worked on at once, each in a process of its own. */
const maxSurveys = 3;
const maxPerMinutePerAddress = 30;
/** New scenes come every few days. */
const keptMilliseconds = 10 * 60_000;
const maxKept = 100;

/** Which scenes a run would use, before there is one. */
export function registerScenes(app: App, { imagery }: Pick<RunContext, 'imagery'>): void {
  const checkRate = createRateLimitCheck(app, { max: maxPerMinutePerAddress, windowSeconds: 60 });
  const survey = createSurveys();

  app.post(
    '/api/changedetection/scenes',
    {
      schema: {
        tags,
        summary: 'The scenes around both dates, and which of them a run would use',
        description:
          'Takes the body of an analysis. Clouds are told over the area, from scene classifications, as far as they can be read in time.',
        body: analysisRequestSchema,
        response: {
          200: sceneSurveySchema,
          400: apiErrorSchema,
          429: apiErrorSchema,
          502: failedAttemptSchema,
          503: apiErrorSchema,
        },
      },
    },
    async (request, reply) => {
      await checkRate(request, reply);
      const asked = checkRequest(request.body as AnalysisRequest, new Date());
      const used = await imagery.current();
      try {
        return await survey(asked, used, whileWanted(reply));
      } catch (error) {
        if (!(error instanceof AnalysisFailure)) throw error;
        return reply.code(502).send({
          error: messages.habitatPatrol.attemptFailed,
          code: 'attempt_failed',
          reason: error.message,
          permanent: error.permanent,
        });
      }
    },
  );
}

/** Surveys by question: who asks the same at the same time waits for the same, and it is kept for a while. */
function createSurveys() {
  const tasks = new SharedTasks<SceneSurvey>();
  const kept = new Map<string, { readonly survey: SceneSurvey; readonly until: number }>();
  let working = 0;

  async function make(
    { area, startDate, endDate, options }: RunRequest,
    used: Imagery,
    signal: AbortSignal,
  ): Promise<SceneSurvey> {
    if (working >= maxSurveys) {
      throw new ApiFailure(
        503,
        'scenes_busy',
        'Scenes are being looked for in too many places. Please try again in a moment.',
      );
    }
    working += 1;
    try {
      const { before, after, windowDays, isComplete, notes } = await createLocalEngine(used).search(
        {
          area,
          beforeDate: startDate,
          afterDate: endDate,
          ...(options.scenes && { scenes: options.scenes }),
          maxSeconds: limits.habitatPatrol.sceneSurveySeconds,
        },
        { signal },
      );
      return {
        before: describeDate(before),
        after: describeDate(after),
        window_days: windowDays,
        is_complete: isComplete,
        imagery: { mode: used.mode, label: used.label },
        notes: [...notes],
      };
    } finally {
      working -= 1;
    }
  }

  return async (asked: RunRequest, used: Imagery, signal: AbortSignal): Promise<SceneSurvey> => {
    const key = requestKey(asked, used);
    const known = kept.get(key);
    if (known && known.until > Date.now()) return known.survey;
    const survey = await tasks.run(key, signal, (alone) => make(asked, used, alone));
    if (survey.is_complete) {
      kept.delete(key);
      kept.set(key, { survey, until: Date.now() + keptMilliseconds });
      for (const oldest of kept.keys()) {
        if (kept.size <= maxKept) break;
        kept.delete(oldest);
      }
    }
    return survey;
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
