import type { MapProposal } from '@refugia/contract/collaborative-mapper/proposals.ts';
import { limits } from '@refugia/contract/limits.ts';
import { verticesOf } from '@refugia/engine/edit/index.ts';
import { boundsOf } from '@refugia/engine/geo/bounds.ts';
import { useRef, useState } from 'react';
import { firstEnabled, useLanding } from '../../../lib/use-landing.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { useMapTools } from '../workspace/map-tools.ts';
import { AttributeChanges } from './attribute-changes.tsx';
import { changeWords } from './change-words.ts';
import { ProposalComments } from './proposal-comments.tsx';
import styles from './proposals.module.css';
import type { Review } from './use-review.ts';

interface ProposalCardProps {
  proposal: MapProposal;
  review: Review;
  isOwner: boolean;
}

/**
 * One proposal with all its changes. It can be accepted whole or in part, rejected with a reason,
 * or withdrawn.
 */
export function ProposalCard({ proposal, review, isOwner }: ProposalCardProps) {
  const { id, editor, note, changes, is_own: isOwn } = proposal;
  const { fitBounds } = useMapTools();
  const card = useRef<HTMLLIElement>(null);
  useLanding(card, firstEnabled);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [reason, setReason] = useState<string | null>(null);
  const open = changes.filter(({ status }) => status === 'open');
  const chosen = open.filter((change) => !left.has(change.id)).map((change) => change.id);
  const isFocused = review.focusedId === id;
  const look = () => {
    review.focus(isFocused ? null : id);
    const positions = open.flatMap(({ before, after }) =>
      [before, after].flatMap((state) =>
        state?.geometry ? verticesOf(state.geometry).map(({ position }) => position) : [],
      ),
    );
    if (!isFocused && positions.length > 0) fitBounds(boundsOf(positions));
  };
  const accept = () =>
    void review.decide({
      id,
      decision: 'accept',
      ...(chosen.length < open.length && { changes: chosen }),
    });
  return (
    <li className={styles.proposal} ref={card}>
      <p>
        <strong>{editor}</strong> proposes{' '}
        {open.length === 1 ? 'one change' : `${open.length} changes`}
      </p>
      {note !== '' && <p className={styles.note}>{note}</p>}
      {proposal.has_moved_base && (
        <Notice>The map was changed since. Accepting merges both, or asks you.</Notice>
      )}
      <ul className={styles.changes}>
        {open.map((change) => (
          <li key={change.id}>
            {isOwner && open.length > 1 ? (
              <Checkbox
                isSelected={!left.has(change.id)}
                onChange={(isSelected) => setLeft(toggled(left, change.id, !isSelected))}
              >
                {changeWords(change)}
              </Checkbox>
            ) : (
              changeWords(change)
            )}
            {isFocused && <AttributeChanges patch={change.patch} />}
          </li>
        ))}
      </ul>
      {reason !== null && (
        <TextArea
          label="Why it is rejected"
          rows={2}
          value={reason}
          onChange={setReason}
          maxLength={limits.collaborativeMapper.noteMaxLength}
          autoFocus
        />
      )}
      <div className={styles.actions}>
        <Button kind="text" size="sm" aria-expanded={isFocused} onPress={look}>
          {isFocused ? 'Hide what changes' : 'Show what changes'}
        </Button>
        <ProposalComments id={id} editor={editor} />
      </div>
      {(isOwn || isOwner) && (
        <div className={styles.actions}>
          {isOwn && (
            <Button kind="secondary" size="sm" onPress={() => void review.withdraw(id)}>
              Withdraw
            </Button>
          )}
          {isOwner && reason === null && (
            <>
              <Button kind="secondary" size="sm" onPress={() => setReason('')}>
                Reject
              </Button>
              <Button size="sm" isDisabled={review.isBusy || chosen.length === 0} onPress={accept}>
                {chosen.length < open.length
                  ? `Accept ${chosen.length} of ${open.length}`
                  : 'Accept'}
              </Button>
            </>
          )}
          {isOwner && reason !== null && (
            <>
              <Button kind="secondary" size="sm" onPress={() => setReason(null)}>
                Cancel
              </Button>
              <Button
                size="sm"
                isDisabled={review.isBusy}
                onPress={() =>
                  void review.decide({ id, decision: 'reject', reason: reason.trim() })
                }
              >
                Reject it
              </Button>
            </>
          )}
        </div>
      )}
    </li>
  );
}

function toggled(set: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}
