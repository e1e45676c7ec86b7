import { createHash } from 'node:crypto';
import {
  type Area,
  AreaError,
  areaOf,
  faultOfPlace,
  middleText,
  parseArea,
} from '@refugia/contract/area.ts';
import { isCalendarDate } from '@refugia/contract/date-text.ts';
import type { ApiError } from '@refugia/contract/errors.ts';
import { checkRun, utcDay } from '@refugia/contract/habitat-patrol/run-checks.ts';
import type { AnalysisBody, SceneChoice } from '@refugia/contract/habitat-patrol/runs.ts';
import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import type { ChangeMethod } from '@refugia/engine/change/options.ts';
import type { RunOptions } from '../../../platform/database/schema/index.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import type { Imagery } from './imagery.ts';

/** A request that passed every check. */
export interface RunRequest {
  readonly area: Area;
  readonly startDate: string;
  readonly endDate: string;
  readonly method: ChangeMethod;
  /** The options without those that have their default value. */
  readonly options: RunOptions;
  readonly areaName: string | null;
}

/**
 * Applies the specification's run checks except the first one, in its order, and then this
 * release's limit on size.
 * @throws {ApiFailure} 400 with the specification's message, and the fields at fault
 */
export function checkRequest(body: AnalysisBody, now: Date): RunRequest {
  const { coords, startDate, endDate, method = 'automatic' } = body;
  const area = readArea(coords);
  const refusal = checkRun({
    running: false,
    hasArea: typeof area !== 'string',
    startDate,
    endDate,
    today: utcDay(now),
  });
  if (refusal) {
    const fields = refusal.code === 'area_or_dates_missing' ? fieldsAtFault(body, area) : undefined;
    throw new ApiFailure(400, refusal.code, refusal.message, fields);
  }
  if (typeof area === 'string' || !startDate || !endDate) {
    throw new TypeError('The run checks let an incomplete request pass.');
  }
  requireExtent(area);
  return {
    area,
    startDate,
    endDate,
    method,
    options: optionsOf(body, method),
    areaName: body.areaName?.trim() || null,
  };
}

/**
 * The options besides area, dates and method, in a normal form so that equal requests are written
 * equally.
 */
function optionsOf(
  { landCover, blankMaskMargins, scenes }: AnalysisBody,
  method: ChangeMethod,
): RunOptions {
  const [before, after] = [choiceOf(scenes?.before), choiceOf(scenes?.after)];
  return {
    ...(method === 'lda' && landCover && { landCover }),
    ...(blankMaskMargins === false && { blankMaskMargins }),
    ...((before || after) && { scenes: { ...(before && { before }), ...(after && { after }) } }),
  };
}

function choiceOf(choice: SceneChoice | undefined): SceneChoice | undefined {
  const { only, exclude = [] } = choice ?? {};
  if (only === undefined && exclude.length === 0) return undefined;
  return {
    ...(only && { only: [...new Set(only)].sort() }),
    ...(exclude.length > 0 && { exclude: [...new Set(exclude)].sort() }),
  };
}

/**
 * The area of a text, where a run could look at it.
 * @throws {ApiFailure} 400 with the reason
 */
export function requireArea(coords: string): Area {
  const area = readArea(coords);
  if (typeof area === 'string') {
    throw new ApiFailure(400, 'area_invalid', area, { coords: area });
  }
  requireExtent(area);
  return area;
}

/** Reads the area, or returns a sentence that says why there is none. */
function readArea(coords: AnalysisBody['coords']): Area | string {
  if (!coords?.trim()) return 'There is no area.';
  try {
    return areaOf(parseArea(coords));
  } catch (error) {
    if (error instanceof AreaError) return error.message;
    throw error;
  }
}

function fieldsAtFault(
  { startDate, endDate }: AnalysisBody,
  area: Area | string,
): ApiError['fields'] {
  const fields: Record<string, string> = {};
  if (typeof area === 'string') fields.coords = area;
  for (const [name, date] of Object.entries({ startDate, endDate })) {
    if (!isCalendarDate(date)) fields[name] = 'A date is written like 2019-12-31.';
  }
  return fields;
}

function requireExtent({ bounds, extentSquareKilometers: extent }: Area): void {
  const fault = faultOfPlace(bounds);
  if (fault) throw new ApiFailure(400, 'area_beyond_imagery', fault, { coords: fault });
  const { maxExtentSquareKilometers } = limits.habitatPatrol;
  if (extent <= maxExtentSquareKilometers) return;
  const [most, actual] = [maxExtentSquareKilometers, Math.ceil(extent)].map((number) =>
    number.toLocaleString('en-US'),
  );
  throw new ApiFailure(400, 'area_too_large', messages.habitatPatrol.areaTooLarge, {
    coords: `The rectangle around the area may measure ${most} km²; this one measures ${actual} km².`,
  });
}

/** What a run keeps of its request. */
export const runOf = (request: RunRequest, imagery: Imagery) => ({
  ...request,
  placeName: middleText(request.area),
  requestKey: requestKey(request, imagery),
  imageryMode: imagery.mode,
});

/** A key that is equal for two requests for the same analysis of the same imagery. */
export function requestKey(request: RunRequest, imagery: Imagery): string {
  const { area, startDate, endDate, method, options } = request;
  return hashOf([area.geometry, startDate, endDate, method, options, imagery]);
}

/** A short text that is equal for equal questions. */
export const hashOf = (question: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(question)).digest('base64url');
