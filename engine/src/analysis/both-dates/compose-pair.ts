import type { MultiPolygon, Polygon } from 'geojson';
import {
  buildComposites,
  type CompositeOptions,
  type CompositePair,
} from '../../composite/index.ts';
import { AnalysisFailure } from '../../failure/analysis-failure.ts';
import {
  datesOf,
  type FoundPair,
  type FoundScenes,
  findScenes,
  foundScenes,
  noneAllowedReason,
  noScenesReason,
  type Role,
} from '../find/find-scenes.ts';
import type { AnalysisRequest } from '../types.ts';
import type { ComposeOptions } from './composed.ts';

/**
 * Searches the catalogue for an area around one of a request's dates. Rejects with TransportError.
 *
 * @param area the request's own, or a subarea of it
 */
export async function findFor(
  role: Role,
  area: Polygon | MultiPolygon,
  request: AnalysisRequest,
  options: ComposeOptions,
): Promise<FoundScenes> {
  const { windowDays, searched, signal } = options;
  const wanted = { ...datesOf(role, request), choice: request.scenes?.[role] };
  return searched
    ? foundScenes(searched[role], wanted)
    : findScenes(options, { ...wanted, area, windowDays, signal });
}

/** Throws AnalysisFailure if a date has no scene, or if the person has excluded all of them. */
export function requireScenes(
  role: Role,
  found: FoundScenes,
  request: AnalysisRequest,
  { windowDays }: ComposeOptions,
): FoundScenes {
  const dates = datesOf(role, request);
  if (found.scenes.length === 0) {
    const reason = noScenesReason({ ...dates, windowDays }, found);
    throw new AnalysisFailure(reason, { permanent: true });
  }
  if (found.allowed.length === 0) {
    throw new AnalysisFailure(noneAllowedReason(dates.date, found), { permanent: true });
  }
  return found;
}

/** The pictures of both dates of a work area. Rejects as `buildComposites` does. */
export function composePair(
  { before, after }: FoundPair,
  { startDate, endDate }: AnalysisRequest,
  options: Omit<CompositeOptions, 'startDate' | 'endDate' | 'beforeScenes' | 'afterScenes'>,
): Promise<CompositePair> {
  return buildComposites({
    ...options,
    startDate,
    endDate,
    beforeScenes: before.allowed,
    afterScenes: after.allowed,
  });
}
