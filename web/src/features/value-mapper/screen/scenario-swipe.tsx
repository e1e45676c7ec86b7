import { useStore } from '../../../lib/store.ts';
import { latePart } from '../../../ui/states/late-part.tsx';
import { useWorkspace } from '../workspace/use-workspace.ts';

const CompareSwipe = latePart(
  async () => (await import('../../../map/controls/compare-swipe.tsx')).CompareSwipe,
  { failure: 'toast' },
);

/** The line between two scenarios on the map, while two are compared. */
export function ScenarioSwipe() {
  const { combined } = useWorkspace();
  const { scenario, swipeShare } = useStore(combined);
  const right = combined.atRight();
  if (scenario === null || right === null) return null;
  return (
    <CompareSwipe
      share={swipeShare}
      onChange={(share) => combined.change({ swipeShare: share })}
      left={{ title: scenario.name, detail: '' }}
      right={{ title: right.name, detail: '' }}
    />
  );
}
