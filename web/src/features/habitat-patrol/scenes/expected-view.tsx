import { checkRun, utcDay } from '@refugia/contract/habitat-patrol/run-checks.ts';
import type { SceneOutlook } from '@refugia/contract/habitat-patrol/run-scenes.ts';
import { limits } from '@refugia/contract/limits.ts';
import { expectedPixelMeters } from '@refugia/engine/geo/work-pixels.ts';
import { useLater } from '../../../lib/use-later.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Text } from '../../../ui/typography.tsx';
import { type DatePair, datePairs } from '../dates/date-pairs.ts';
import { formatShare } from '../format.ts';
import type { PatrolController } from '../patrol/patrol-controller.ts';
import { requestOf } from '../state/analysis-request.ts';
import { allScenes, type Ready } from '../state/patrol-state.ts';
import { useSceneOutlook } from './use-scene-outlook.ts';

/** Below this visible share of the area, other dates are suggested. */
const enough = 0.8;
/** Scenes are looked at after the area and the dates have not changed for this time. */
const settledMilliseconds = 1_000;
const { finestMeters } = limits.habitatPatrol.workPixels;

interface ExpectedViewProps {
  state: Ready;
  controller: PatrolController;
}

/**
 * Shows how much of the area a run would see with its scenes. It is shown for areas with the finest
 * pixels only, because for an area the size of a state the look would take as long as the run.
 */
export function ExpectedView({ state, controller }: ExpectedViewProps) {
  const isSmall = expectedPixelMeters(state.area) === finestMeters;
  const settled = useLater(state, settledMilliseconds);
  const { outlook, isLooking } = useSceneOutlook(requestOf(settled), isSmall && canRun(settled));
  const share = outlook && settled === state ? outlook.seen_share : null;
  if (share === null) {
    return isSmall && isLooking ? (
      <Told text="Checking how much of the area can be seen …" />
    ) : null;
  }
  if (share >= enough) return <Told text={sentence(share, outlook)} />;
  return (
    <Notice type="warning">
      {sentence(share, outlook)}
      <BetterPair state={state} share={share} controller={controller} />
    </Notice>
  );
}

function Told({ text }: { text: string }) {
  return (
    <Text number={2} tone="soft">
      {text}
    </Text>
  );
}

function sentence(share: number, outlook: SceneOutlook | undefined): string {
  const isPart = outlook?.is_complete === false;
  return `${isPart ? 'So far, about' : 'About'} ${formatShare(Math.round(share * 100) / 100)} of the area can be seen on both dates.`;
}

/**
 * Suggests the first pair of dates with a larger visible share, once the scenes of that pair have
 * been looked at.
 */
function BetterPair({ state, share, controller }: ExpectedViewProps & { share: number }) {
  const [summers] = datePairs(utcDay(new Date())) as [DatePair];
  const other = { ...state, ...dates(summers), scenes: allScenes };
  const isSame = other.startDate === state.startDate && other.endDate === state.endDate;
  const { outlook } = useSceneOutlook(requestOf(other), !isSame);
  const better = outlook?.is_complete && !isSame ? outlook.seen_share : null;
  if (better === null || better <= share) return null;
  return (
    <Button
      kind="text"
      size="sm"
      onPress={() => controller.dispatch({ type: 'dates-changed', ...dates(summers) })}
    >
      {`${summers.label}: ${formatShare(Math.round(better * 100) / 100)}`}
    </Button>
  );
}

const dates = ({ startDate, endDate }: DatePair) => ({ startDate, endDate });

function canRun({ startDate, endDate }: Ready): boolean {
  const today = utcDay(new Date());
  return checkRun({ running: false, hasArea: true, startDate, endDate, today }) === null;
}
