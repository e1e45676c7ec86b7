import type { MapComment } from '@refugia/contract/collaborative-mapper/comments.ts';
import type { Decision } from '@refugia/contract/collaborative-mapper/proposals.ts';
import { Check, CheckCheck, Image, MapPin, Trash2, X } from 'lucide-react';
import { formatDate } from '../../../lib/format-date.ts';
import { useSession } from '../../../lib/session.ts';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { Avatar } from '../../../ui/media/avatar.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Tooltip } from '../../../ui/overlays/tooltip.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { decideComment, deleteComment } from '../calls/comments.ts';
import { listKey } from '../calls/query-keys.ts';
import { useAction } from '../calls/use-action.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import styles from './comments.module.css';
import { partsOfText } from './comments.ts';

interface CommentListProps {
  comments: readonly MapComment[];
  /**
   * Shows on the map what a comment is about. Without it, the entries do not name their subjects.
   */
  onShowSubject?: (comment: MapComment) => void;
}

/** A list of comments, each with its actions. */
export function CommentList({ comments, onShowSubject }: CommentListProps) {
  return (
    <ul className={styles.comments} aria-label="Comments">
      {comments.map((comment) => (
        <CommentEntry key={comment.id} comment={comment} onShowSubject={onShowSubject} />
      ))}
    </ul>
  );
}

interface CommentEntryProps {
  comment: MapComment;
  onShowSubject: CommentListProps['onShowSubject'];
}

/** One comment: its author, its time, its text and what it is about. */
function CommentEntry({ comment, onShowSubject }: CommentEntryProps) {
  const { account } = useSession();
  const { canDecide } = useOpenMap();
  const { remove } = useCommentActions(comment);
  const { username, photo } = comment.account;
  const subject = subjectOf(comment);
  return (
    <li className={styles.comment}>
      <Avatar photo={photo} name={username} />
      <div className={styles.content}>
        <div className={styles.head}>
          <Link href={profileOf(username)}>{username}</Link>
          <Text number={3} tone="faint" as="span">
            <time dateTime={comment.date_created}>{formatDate(comment.date_created)}</time>
          </Text>
          {account !== null && account.username === username && (
            <Tooltip text="Delete">
              <PanelButton
                kind="text"
                icon={Trash2}
                aria-label="Delete my comment"
                isPending={remove.isPending}
                onPress={() => remove.mutate()}
              />
            </Tooltip>
          )}
        </div>
        <p className={styles.text}>
          <CommentWords text={comment.comment} />
        </p>
        {comment.resolved && (
          <Text number={3} tone="faint">
            Dismissed
          </Text>
        )}
        <div className={styles.buttons}>
          {subject !== null && onShowSubject !== undefined && (
            <PanelButton
              kind="text"
              icon={comment.raster === null ? MapPin : Image}
              onPress={() => onShowSubject(comment)}
            >
              {subject}
            </PanelButton>
          )}
          {canDecide && <OwnersButtons comment={comment} />}
        </div>
      </div>
    </li>
  );
}

function CommentWords({ text }: { text: string }) {
  return partsOfText(text).map((part, index) =>
    part.kind === 'words' ? (
      part.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
      <Link key={index} href={profileOf(part.username)}>
        @{part.username}
      </Link>
    ),
  );
}

function profileOf(username: string): string {
  return `/profile/${encodeURIComponent(username)}`;
}

/** What a comment is about, or null if it is about the map as a whole. */
function subjectOf(comment: MapComment): string | null {
  const { feature, feature_name: name, raster, proposal, place } = comment;
  if (feature !== null) return name === null ? 'On a feature' : `On ${name}`;
  if (raster !== null) return 'On a raster';
  if (proposal !== null) return 'On a proposal';
  return place === null ? null : 'On a place';
}

/**
 * The owner's buttons. Accept and Reject decide on the open proposal that a comment is about.
 * Dismiss resolves the comment.
 */
function OwnersButtons({ comment }: { comment: MapComment }) {
  const { decide } = useCommentActions(comment);
  const isOnProposal = comment.propose_add || comment.propose_delete;
  return (
    <>
      {isOnProposal && (
        <>
          <PanelButton
            icon={Check}
            isDisabled={decide.isPending}
            onPress={() => decide.mutate('accept')}
          >
            Accept
          </PanelButton>
          <PanelButton
            icon={X}
            isDisabled={decide.isPending}
            onPress={() => decide.mutate('reject')}
          >
            Reject
          </PanelButton>
        </>
      )}
      {!comment.resolved && (
        <PanelButton
          kind="text"
          icon={CheckCheck}
          isDisabled={decide.isPending}
          onPress={() => decide.mutate('dismiss')}
        >
          Dismiss
        </PanelButton>
      )}
    </>
  );
}

const decided: Record<Decision, string> = {
  accept: 'Accepted.',
  reject: 'Rejected.',
  dismiss: 'Comment dismissed.',
};

/** The actions on a comment. */
function useCommentActions(comment: MapComment) {
  const { call, map } = useOpenMap();
  // The list of rasters shows how many comments each has.
  const isOnRaster = comment.raster !== null;
  const changes = [
    listKey(map.id, 'comments'),
    ...(isOnRaster ? [listKey(map.id, 'rasters')] : []),
  ];
  return {
    remove: useAction(() => deleteComment(call, comment), {
      failure: 'The comment was not deleted. Please try again.',
      changes,
    }),
    decide: useAction((decision: Decision) => decideComment(call, comment, decision), {
      failure: 'The decision was not saved. Please try again.',
      changes,
      onDone: (_, decision) => showToast('success', decided[decision]),
    }),
  };
}
