import { apiErrorSchema } from '@refugia/contract/errors.ts';
import {
  type ComparedRunPatch,
  comparisonFileQuerySchema,
  comparisonQuerySchema,
  type RunComparison,
  runComparisonSchema,
} from '@refugia/contract/habitat-patrol/run-comparison.ts';
import { limits } from '@refugia/contract/limits.ts';
import { areaBounds, areaOfPolygons, areaPolygons } from '@refugia/engine/geo/bounds.ts';
import type { FastifyReply } from 'fastify';
import { type App, binaryReply } from '../../../platform/http/api.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { oneAtATime } from '../../../platform/http/one-at-a-time.ts';
import type { Platform } from '../../../platform/platform.ts';
import { runInProcess } from '../../../platform/processes/run-in-process.ts';
import { fileResponses } from '../results/result-files.ts';
import { describePatch, readRunFile } from '../results/stored-patches.ts';
import { factsAfterRun } from '../runs/dating-queries.ts';
import { type FinishedRun, idSchema, type RunContext, withoutToken } from '../runs/run-context.ts';
import { nameOf } from '../runs/run-description.ts';
import type {
  ComparisonOrder,
  ComparisonProgram,
  ComparisonResults,
  ListedPatch,
} from './comparison-main.ts';

const entry = new URL('./comparison-main.ts', import.meta.url);
const limitsOfProcess = {
  isConfined: true,
  heapMegabytes: 1_500,
  memoryBytes: 2_000_000_000,
  milliseconds: 120_000,
};
const refusals = { 400: apiErrorSchema, ...fileResponses };

interface Pair {
  readonly earlier: FinishedRun;
  readonly later: FinishedRun;
}

/** Registers the comparison of two runs. Anyone who knows the ids of both may have it. */
export function registerComparison(app: App, { platform, requireResult }: RunContext): void {
  const compare = createComparison(platform);

  app.get(
    '/api/changedetection/runs/:id/comparison',
    withoutToken('Compare two runs: which patches of change are new, gone, or the same', {
      description:
        'Two patches are the same if they share at least 30 % of the smaller one. The run whose second date is earlier counts as the earlier one, whichever comes first in the address. A patch of which the other run saw less than half, because of clouds, is neither new nor gone but hidden. Patches where only one of the runs looked are not compared.',
      params: idSchema,
      querystring: comparisonQuerySchema,
      response: { 200: runComparisonSchema, ...refusals },
    }),
    async (request, reply) => {
      const pair = await requirePair(requireResult, request.params.id, request.query.with);
      const lists = await compare(
        pair,
        { format: 'lists', limit: limits.habitatPatrol.maxComparedPatches },
        reply,
      );
      reply.header('cache-control', 'no-cache');
      return describeComparison(pair, lists);
    },
  );

  app.get(
    '/api/changedetection/runs/:id/comparison.geojson',
    withoutToken('The patches of two runs as GeoJSON, each with what became of it', {
      description:
        'The property `comparison` is new, gone, same (of the later run), same_earlier, or hidden (of either run); `run` is the id of the patch’s run and `matches` lists the numbers of the same patches in the other run.',
      params: idSchema,
      querystring: comparisonFileQuerySchema,
      response: { 200: binaryReply('The file.', 'application/geo+json'), ...refusals },
    }),
    async (request, reply) => {
      const { with: other, limit } = request.query;
      const pair = await requirePair(requireResult, request.params.id, other);
      const bytes = await compare(pair, { format: 'geojson', limit }, reply);
      const { earlier, later } = pair;
      const fileName = `comparison_${earlier.result.after_date}_${later.result.after_date}.geojson`;
      return reply
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .header('cache-control', 'no-cache')
        .type('application/geo+json')
        .send(Buffer.from(bytes));
    },
  );
}

async function requirePair(
  requireResult: RunContext['requireResult'],
  id: string,
  other: string,
): Promise<Pair> {
  if (id === other) {
    throw new ApiFailure(400, 'same_run', 'Please choose two different analyses to compare.');
  }
  const [one, two] = [await requireResult(id), await requireResult(other)];
  return isEarlier(one, two) ? { earlier: one, later: two } : { earlier: two, later: one };
}

function describeComparison(pair: Pair, lists: ComparisonResults['lists']): RunComparison {
  const { earlier, later } = pair;
  const describe = (patch: ListedPatch) => describeListed(patch, pair[patch.run].id);
  const polygons = [earlier, later].flatMap(({ area }) => areaPolygons(area.geometry));
  return {
    earlier: describeRun(earlier),
    later: describeRun(later),
    bbox: areaBounds(areaOfPolygons(polygons)),
    common_hectares: lists.common_hectares,
    totals: lists.totals,
    new: lists.new.map(describe),
    gone: lists.gone.map(describe),
    same: lists.same.map(describe),
    hidden: lists.hidden.map(describe),
  };
}

/** Whether a run's second date, or else its start, is the earlier one. */
function isEarlier(run: FinishedRun, other: FinishedRun): boolean {
  const [date, otherDate] = [run.result.after_date, other.result.after_date];
  return date === otherDate ? run.createdAt <= other.createdAt : date < otherDate;
}

function describeRun(run: FinishedRun) {
  const { before_date, after_date, method } = run.result;
  return { id: run.id, name: nameOf(run), before_date, after_date, method };
}

function describeListed(
  { feature, hectares, matches, sharedHectares }: ListedPatch,
  run: string,
): ComparedRunPatch {
  return {
    ...describePatch(feature),
    ...{ run, hectares, matches: [...matches], shared_hectares: sharedHectares },
  };
}

/**
 * Makes the function that compares two runs, one pair at a time, in a process of its own. It throws
 * 404 when a run's files are not there, 409 for areas without common ground, and 503 when too many
 * people wait.
 */
function createComparison({ storage, database }: Platform) {
  const inTurn = oneAtATime(
    'comparisons_busy',
    'Too many comparisons are being made. Please try again in a moment.',
  );
  return async <Format extends keyof ComparisonResults>(
    { earlier, later }: Pair,
    { format, limit }: { format: Format } & Pick<ComparisonOrder, 'limit'>,
    reply: FastifyReply,
  ): Promise<ComparisonResults[Format]> => {
    const found = await inTurn(reply, async (signal) => {
      const input: Buffer[] = [];
      const ordered = async (run: FinishedRun) => {
        const patches = await readRunFile(storage, run.id, 'patches');
        const layer = await readRunFile(storage, run.id, 'change');
        input.push(patches, layer);
        const bytes = { patches: patches.length, layer: layer.length };
        const later = Object.fromEntries(await factsAfterRun(database.orm, run.id));
        return { id: run.id, area: run.area.geometry, later, bytes };
      };
      return await runInProcess<ComparisonProgram>(
        entry,
        { format, limit, earlier: await ordered(earlier), later: await ordered(later) },
        { ...limitsOfProcess, input: Buffer.concat(input), signal },
      );
    });
    if (found !== null) return found as ComparisonResults[Format];
    throw new ApiFailure(
      409,
      'areas_apart',
      'These analyses looked at different areas. Please choose two whose areas overlap.',
    );
  };
}
