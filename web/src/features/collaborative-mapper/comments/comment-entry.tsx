import type { MapComment } from '@refugia/contract/collaborative-mapper/comments.ts';
import { Check, CheckCheck, Image, MapPin, Trash2, X } from 'lucide-react';
import { formatDate } from '../../../lib/format-date.ts';
import { useSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { Avatar } from '../../../ui/media/avatar.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { Tooltip } from '../../../ui/overlays/tooltip.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { isOwner, type MapAccess } from '../calls/map-access.ts';
import { piecesOf } from './comment-text.ts';
import styles from './comments.module.css';
import { useCommentActions } from './use-comment-actions.ts';

interface CommentEntryProps extends MapAccess {
  comment: MapComment;
  /**
   * Shows on the map what a comment is about. If it is undefined, the entry does not name the
   * subject.
   */
  onShowSubject: ((comment: MapComment) => void) | undefined;
}

/** One comment: its author, its time, its text and what it is about. */
export function CommentEntry({ call, map, comment, onShowSubject }: CommentEntryProps) {
  const { account } = useSession();
  const { remove } = useCommentActions(call, map.id, comment);
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
              <Button
                kind="text"
                size="sm"
                icon={<Icon of={Trash2} size="sm" />}
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
            <Button
              kind="text"
              size="sm"
              icon={<Icon of={comment.raster === null ? MapPin : Image} size="sm" />}
              onPress={() => onShowSubject(comment)}
            >
              {subject}
            </Button>
          )}
          {isOwner(map) && (comment.feature ?? comment.proposal ?? comment.place) !== null && (
            <OwnersButtons call={call} map={map} comment={comment} />
          )}
        </div>
      </div>
    </li>
  );
}

function CommentWords({ text }: { text: string }) {
  return piecesOf(text).map((piece, index) =>
    piece.kind === 'words' ? (
      piece.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change places
      <Link key={index} href={profileOf(piece.username)}>
        @{piece.username}
      </Link>
    ),
  );
}

function profileOf(username: string): string {
  return `/profile/${encodeURIComponent(username)}`;
}

/** What a comment is about, or null if it is about the map as a whole. */
function subjectOf({ feature, raster, proposal, place }: MapComment): string | null {
  if (feature !== null) return 'On a feature';
  if (raster !== null) return 'On a raster';
  if (proposal !== null) return 'On a proposal';
  return place === null ? null : 'On a place';
}

/**
 * The owner's buttons. Accept and Reject decide on the open proposal that a comment is about.
 * Dismiss resolves the comment.
 */
function OwnersButtons({ call, map, comment }: MapAccess & { comment: MapComment }) {
  const { decide } = useCommentActions(call, map.id, comment);
  const isOnProposal = comment.propose_add || comment.propose_delete;
  return (
    <>
      {isOnProposal && (
        <>
          <Button
            size="sm"
            kind="secondary"
            icon={<Icon of={Check} size="sm" />}
            isDisabled={decide.isPending}
            onPress={() => decide.mutate('accept')}
          >
            Accept
          </Button>
          <Button
            size="sm"
            kind="secondary"
            icon={<Icon of={X} size="sm" />}
            isDisabled={decide.isPending}
            onPress={() => decide.mutate('reject')}
          >
            Reject
          </Button>
        </>
      )}
      {!comment.resolved && (
        <Button
          size="sm"
          kind="text"
          icon={<Icon of={CheckCheck} size="sm" />}
          isDisabled={decide.isPending}
          onPress={() => decide.mutate('dismiss')}
        >
          Dismiss
        </Button>
      )}
    </>
  );
}
