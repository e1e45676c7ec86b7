import type { MapProposal } from '@refugia/contract/collaborative-mapper/proposals.ts';
import { limits } from '@refugia/contract/limits.ts';
import { ChevronLeft, ChevronRight, Eye, EyeOff, MessageSquare } from 'lucide-react';
import { useRef, useState } from 'react';
import { firstEnabled, useLanding } from '../../../lib/use-landing.ts';
import { useLetterKeys } from '../../../map/shortcuts/shortcuts.ts';
import { PanelButton, TextButton } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Tooltip } from '../../../ui/actions/tooltip.tsx';
import { TextArea } from '../../../ui/forms/text-field.tsx';
import { Collapsible } from '../../../ui/layout/collapsible.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { classNames } from '../../../ui/style/class-names.ts';
import { CommentModal, useCommentsOn } from '../comments/conversation.tsx';
import { LayerChoice } from '../fields/inputs.tsx';
import { useShownLayers } from '../workspace/lists.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import { ListedChanges } from './listed-changes.tsx';
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

/** The card is kept short, because the map's menu is below it. A press shows all of it. */
const mostListed = 3;
/** The number of characters above which a note may take more than two lines. */
const longNote = 70;

/** A proposal, which is accepted whole or in part, rejected with a reason, or withdrawn. */
function ProposalCard({ proposal, review }: { proposal: MapProposal; review: Review }) {
  const { canDecide } = useOpenMap();
  const { id, editor, note, changes } = proposal;
  const card = useRef<HTMLLIElement>(null);
  useLanding(card, firstEnabled);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [reason, setReason] = useState<string | null>(null);
  const open = changes.filter(({ status }) => status === 'open');
  const accepted = open.filter((change) => !left.has(change.id));
  const chosen = accepted.map((change) => change.id);
  const isHomeless = useIsHomeless(accepted);
  const [layerID, setLayerID] = useState<string>();
  const [isWhole, setWhole] = useState(false);
  const isLong = open.length > mostListed || note.length > longNote;
  const accept = () =>
    void review.decide({
      id,
      decision: 'accept',
      ...(chosen.length < open.length && { changes: chosen }),
      ...(isHomeless && { layerID }),
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
      <ListedChanges
        changes={isWhole ? open : open.slice(0, mostListed)}
        left={left}
        onLeft={canDecide && open.length > 1 ? setLeft : null}
        isShowing={review.isShowing}
      />
      {isLong && (
        <div>
          <TextButton aria-expanded={isWhole} onPress={() => setWhole(!isWhole)}>
            {wholeWords(isWhole, open.length)}
          </TextButton>
        </div>
      )}
      {canDecide && isHomeless && (
        <>
          <Notice>The layer for what is added was deleted. Choose another one to accept it.</Notice>
          <LayerChoice label="Layer for what is added" value={layerID} onChange={setLayerID} />
        </>
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
        {...{ proposal, review, reason, onReason: setReason }}
        acceptLabel={
          chosen.length < open.length ? `Accept ${chosen.length} of ${open.length}` : 'Accept'
        }
        onAccept={chosen.length === 0 || (isHomeless && !layerID) ? null : accept}
      />
    </li>
  );
}

/** Whether one of these changes adds a feature to a layer that was deleted since. */
function useIsHomeless(changes: MapProposal['changes']): boolean {
  const layers = useShownLayers();
  const isThere = (id: string | undefined) =>
    id === undefined || layers.some((layer) => layer.id === id);
  const isAnyKnown = layers.length > 0;
  return (
    isAnyKnown && changes.some(({ verb, after }) => verb === 'create' && !isThere(after?.layerId))
  );
}

function wholeWords(isWhole: boolean, count: number): string {
  if (isWhole) return 'Show less';
  return count > mostListed ? `Show all ${count} changes` : 'Show the whole note';
}

interface ProposalActionsProps {
  proposal: MapProposal;
  review: Review;
  /** The owner's reason while a rejection is being written, else null. */
  reason: string | null;
  onReason: (reason: string | null) => void;
  acceptLabel: string;
  /** Null while nothing is chosen. */
  onAccept: (() => void) | null;
}

function ProposalActions(props: ProposalActionsProps) {
  const { proposal, review } = props;
  const { canDecide } = useOpenMap();
  const { id, editor, is_own: isOwn } = proposal;
  const { isShowing } = review;
  const showLabel = isShowing ? 'Hide what changes' : 'Show what changes';
  return (
    <div className={styles.actions}>
      <Tooltip text={showLabel}>
        <TextButton
          icon={isShowing ? EyeOff : Eye}
          aria-label={showLabel}
          aria-expanded={isShowing}
          onPress={() => review.setShowing(!isShowing)}
        >
          {isShowing ? 'Hide' : 'Show'}
        </TextButton>
      </Tooltip>
      <ProposalComments id={id} editor={editor} />
      <span className={styles.decision} data-decision>
        {isOwn && <PanelButton onPress={() => void review.withdraw(id)}>Withdraw</PanelButton>}
        {canDecide && <OwnersButtons {...props} />}
      </span>
    </div>
  );
}

function OwnersButtons(props: ProposalActionsProps) {
  const { proposal, review, reason, onReason, acceptLabel, onAccept } = props;
  if (reason === null)
    return (
      <>
        <PanelButton onPress={() => onReason('')}>Reject</PanelButton>
        <PanelButton
          kind="primary"
          isDisabled={review.isBusy || onAccept === null}
          onPress={() => onAccept?.()}
        >
          {acceptLabel}
        </PanelButton>
      </>
    );
  const request = { id: proposal.id, decision: 'reject', reason: reason.trim() } as const;
  return (
    <>
      <PanelButton onPress={() => onReason(null)}>Cancel</PanelButton>
      <PanelButton
        kind="primary"
        isDisabled={review.isBusy}
        onPress={() => void review.decide(request)}
      >
        Reject it
      </PanelButton>
    </>
  );
}

function ProposalComments({ id, editor }: { id: string; editor: string }) {
  const [isOpen, setOpen] = useState(false);
  const subject = { kind: 'proposal', id } as const;
  const count = useCommentsOn(subject).length;
  return (
    <>
      <Tooltip text="Comment">
        <TextButton
          icon={MessageSquare}
          aria-label={count === 0 ? 'Comment' : `Comments (${count})`}
          onPress={() => setOpen(true)}
        >
          {count === 0 ? undefined : count}
        </TextButton>
      </Tooltip>
      {isOpen && (
        <CommentModal
          subject={subject}
          name={`the proposal of ${editor}`}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
