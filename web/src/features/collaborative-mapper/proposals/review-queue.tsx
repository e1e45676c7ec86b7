import { useRef } from 'react';
import { useLanding } from '../../../lib/use-landing.ts';
import { Button } from '../../../ui/button.tsx';
import { PanelSection } from '../../../ui/panel.tsx';
import { isOwner, type MapState } from '../state/map-state.ts';
import { ProposalCard } from './proposal-card.tsx';
import styles from './proposals.module.css';
import type { Review } from './use-review.ts';

/** The open proposals. The owner decides about them, and their authors can withdraw them. */
export function ReviewQueue({ state, review }: { state: MapState; review: Review }) {
  const { proposals } = state;
  const queue = useRef<HTMLDivElement>(null);
  useLanding(queue, (region) => region.querySelector<HTMLElement>('h3'));
  const ids = proposals.map(({ id }) => id);
  return (
    <div className={styles.draft} ref={queue}>
      <PanelSection title={`Proposals (${proposals.length})`} isLanding={false}>
        {isOwner(state) && proposals.length > 1 && (
          <div className={styles.actions}>
            <Button
              kind="secondary"
              size="sm"
              isDisabled={review.isBusy}
              onPress={() => void review.decide({ id: ids, decision: 'accept' })}
            >
              Accept all {proposals.length}
            </Button>
          </div>
        )}
        <ul className={styles.queue}>
          {proposals.map((proposal) => (
            <ProposalCard
              key={proposal.id}
              proposal={proposal}
              review={review}
              isOwner={isOwner(state)}
            />
          ))}
        </ul>
      </PanelSection>
    </div>
  );
}
