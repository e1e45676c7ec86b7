import type { MapProposal } from '@refugia/contract/collaborative-mapper/proposals.ts';
import { Eye, EyeOff } from 'lucide-react';
import { Button } from '../../../ui/actions/button.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { Tooltip } from '../../../ui/overlays/tooltip.tsx';
import { ProposalComments } from './proposal-comments.tsx';
import styles from './proposals.module.css';
import type { Review } from './use-review.ts';

interface ProposalActionsProps {
  proposal: MapProposal;
  review: Review;
  isOwner: boolean;
  /** The owner's reason while a rejection is being written, else null. */
  reason: string | null;
  onReason: (reason: string | null) => void;
  acceptLabel: string;
  /** Accepts what is chosen, or is null while nothing is chosen. */
  onAccept: (() => void) | null;
}

/** What can be done with a proposal: look at it, talk about it, withdraw it and decide about it. */
export function ProposalActions(props: ProposalActionsProps) {
  const { proposal, review, isOwner } = props;
  const { id, editor, is_own: isOwn } = proposal;
  const { isLooking } = review;
  const lookLabel = isLooking ? 'Hide what changes' : 'Show what changes';
  return (
    <div className={styles.actions}>
      <Tooltip text={lookLabel}>
        <Button
          kind="text"
          size="sm"
          icon={<Icon of={isLooking ? EyeOff : Eye} size="sm" />}
          aria-label={lookLabel}
          aria-expanded={isLooking}
          onPress={() => review.setLooking(!isLooking)}
        >
          {isLooking ? 'Hide' : 'Show'}
        </Button>
      </Tooltip>
      <ProposalComments id={id} editor={editor} />
      <span className={styles.decision}>
        {isOwn && (
          <Button kind="secondary" size="sm" onPress={() => void review.withdraw(id)}>
            Withdraw
          </Button>
        )}
        {isOwner && <OwnersButtons {...props} />}
      </span>
    </div>
  );
}

function OwnersButtons(props: ProposalActionsProps) {
  const { proposal, review, reason, onReason, acceptLabel, onAccept } = props;
  if (reason === null)
    return (
      <>
        <Button kind="secondary" size="sm" onPress={() => onReason('')}>
          Reject
        </Button>
        <Button
          size="sm"
          isDisabled={review.isBusy || onAccept === null}
          onPress={() => onAccept?.()}
        >
          {acceptLabel}
        </Button>
      </>
    );
  const request = { id: proposal.id, decision: 'reject', reason: reason.trim() } as const;
  return (
    <>
      <Button kind="secondary" size="sm" onPress={() => onReason(null)}>
        Cancel
      </Button>
      <Button size="sm" isDisabled={review.isBusy} onPress={() => void review.decide(request)}>
        Reject it
      </Button>
    </>
  );
}
