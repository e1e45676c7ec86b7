import { checkRun, utcDay } from '@refugia/contract/habitat-patrol/run-checks.ts';
import { limits } from '@refugia/contract/limits.ts';
import { expectedPixelMeters } from '@refugia/engine/geo/work-pixels.ts';
import { useLater } from '../../../lib/use-later.ts';
import { type DatePair, datePairs } from '../dates/date-pairs.ts';
import { requestOf } from '../state/analysis-request.ts';
import { allScenes, type Ready } from '../state/patrol-state.ts';
import { type ExpectedShare, expectedShareOf, type Gain, gainOf } from './expected-share.ts';
import { useSceneOutlook } from './use-scene-outlook.ts';

/** Scenes are looked at after the area and the dates have not changed for this time. */
const settledMilliseconds = 1_000;
const { finestMeters } = limits.habitatPatrol.workPixels;

/**
 * How much of the area a run would see; null where that is not looked up. It is for areas with the
 * finest pixels only, because for an area the size of a state the look would take as long as the run.
 */
export function useExpectedShare(state: Ready): {
  expected: ExpectedShare | null;
  lookAgain: () => void;
} {
  const settled = useLater(state, settledMilliseconds);
  const { lookAgain, ...looked } = useSceneOutlook(requestOf(settled), canBeLookedAt(settled));
  const expected = settled === state ? expectedShareOf(looked) : { kind: 'looking' as const };
  return { expected: canBeLookedAt(state) ? expected : null, lookAgain };
}

/**
 * Looks at the last two summers in place of the chosen dates, after these.
 * @param own what the chosen dates show
 */
export function useSummers(
  state: Ready,
  own: ExpectedShare | null,
): { summers: DatePair; gain: Gain } {
  const [summers] = datePairs(utcDay(new Date())) as [DatePair];
  const { startDate, endDate } = summers;
  const isSame = startDate === state.startDate && endDate === state.endDate;
  const other = { ...state, startDate, endDate, scenes: allScenes };
  const isTurn = !isSame && own !== null && own.kind !== 'looking';
  const theirs = expectedShareOf(useSceneOutlook(requestOf(other), isTurn));
  return { summers, gain: isSame ? { kind: 'none' } : gainOf(own, theirs) };
}

function canBeLookedAt({ area, startDate, endDate }: Ready): boolean {
  if (expectedPixelMeters(area) !== finestMeters) return false;
  const today = utcDay(new Date());
  return checkRun({ running: false, hasArea: true, startDate, endDate, today }) === null;
}
