import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef } from 'react';
import { useLanding } from '../../../lib/use-landing.ts';
import { useLetterKeys } from '../../../map/shortcuts/shortcuts.ts';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Collapsible } from '../../../ui/layout/collapsible.tsx';
import { useOpenMap } from '../workspace/open-map.ts';
import { ProposalCard } from './proposal-card.tsx';
import styles from './proposals.module.css';
import type { Review } from './use-review.ts';

/** The open proposals, one at a time, so that the map's menu below stays in view. */
export function ReviewQueue({ review }: { review: Review }) {
  const { proposals } = useOpenMap().state;
  const { current } = review.queue;
  const queue = useRef<HTMLDivElement>(null);
  useLanding(queue, (region) => region.querySelector<HTMLElement>('h3 button'));
  const focusDecision = () => {
    const decision = queue.current?.querySelector<HTMLElement>('[data-decision]');
    decision?.querySelector<HTMLElement>('button:enabled:last-of-type')?.focus();
  };
  useLetterKeys('Proposals', [
    { keys: 'G', does: 'Go to the decision about the proposal', run: focusDecision },
    { keys: 'N', does: 'Show the next proposal', run: () => review.queue.step(1) },
  ]);
  if (current === null) return null;
  return (
    <div className={styles.review} ref={queue}>
      <Collapsible title={`Proposals (${proposals.length})`} startsOpen isFlush>
        {proposals.length > 1 && <QueueBar review={review} />}
        <ul>
          <ProposalCard key={current.id} proposal={current} review={review} />
        </ul>
      </Collapsible>
    </div>
  );
}

function QueueBar({ review }: { review: Review }) {
  const { state, canDecide } = useOpenMap();
  const { proposals } = state;
  const { index, step } = review.queue;
  return (
    <div className={styles.bar}>
      <IconButton icon={ChevronLeft} label="Previous proposal" onPress={() => step(-1)} />
      <span className={styles.place} role="status">
        {index + 1} of {proposals.length}
      </span>
      <IconButton icon={ChevronRight} label="Next proposal" onPress={() => step(1)} />
      {canDecide && (
        <PanelButton
          isDisabled={review.isBusy}
          onPress={() =>
            void review.decide({ id: proposals.map(({ id }) => id), decision: 'accept' })
          }
        >
          Accept all {proposals.length}
        </PanelButton>
      )}
    </div>
  );
}
