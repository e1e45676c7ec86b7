import type { MapProposal } from '@refugia/contract/collaborative-mapper/proposals.ts';
import { limits } from '@refugia/contract/limits.ts';
import { useRef, useState } from 'react';
import { firstEnabled, useLanding } from '../../../lib/use-landing.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { TextArea } from '../../../ui/forms/text-field.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { classNames } from '../../../ui/style/class-names.ts';
import { AttributeChanges } from './attribute-changes.tsx';
import { changeWords } from './change-words.ts';
import { ProposalActions } from './proposal-actions.tsx';
import styles from './proposals.module.css';
import type { Review } from './use-review.ts';

interface ProposalCardProps {
  proposal: MapProposal;
  review: Review;
  isOwner: boolean;
}

/** The card is kept short, because the map's menu is below it. A press shows all of it. */
const mostListed = 3;
/** The number of characters above which a note may take more than two lines. */
const longNote = 70;

/**
 * One proposal with all its changes. It can be accepted whole or in part, rejected with a reason,
 * or withdrawn.
 */
export function ProposalCard({ proposal, review, isOwner }: ProposalCardProps) {
  const { id, editor, note, changes } = proposal;
  const card = useRef<HTMLLIElement>(null);
  useLanding(card, firstEnabled);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [reason, setReason] = useState<string | null>(null);
  const open = changes.filter(({ status }) => status === 'open');
  const chosen = open.filter((change) => !left.has(change.id)).map((change) => change.id);
  const [isWhole, setWhole] = useState(false);
  const listed = isWhole ? open : open.slice(0, mostListed);
  const isLong = open.length > mostListed || note.length > longNote;
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
      {note !== '' && (
        <p className={classNames(styles.note, !isWhole && styles.beginning)}>{note}</p>
      )}
      {proposal.has_moved_base && (
        <Notice>The map was changed since. Accepting merges both, or asks you.</Notice>
      )}
      <ul className={styles.changes}>
        {listed.map((change) => (
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
            {review.isLooking && <AttributeChanges patch={change.patch} />}
          </li>
        ))}
      </ul>
      {isLong && (
        <div>
          <Button kind="text" size="sm" aria-expanded={isWhole} onPress={() => setWhole(!isWhole)}>
            {wholeWords(isWhole, open.length)}
          </Button>
        </div>
      )}
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
      <ProposalActions
        {...{ proposal, review, isOwner, reason, onReason: setReason }}
        acceptLabel={
          chosen.length < open.length ? `Accept ${chosen.length} of ${open.length}` : 'Accept'
        }
        onAccept={chosen.length === 0 ? null : accept}
      />
    </li>
  );
}

function wholeWords(isWhole: boolean, count: number): string {
  if (isWhole) return 'Show less';
  return count > mostListed ? `Show all ${count} changes` : 'Show the whole note';
}

function toggled(set: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}
