import type { MapComment } from '@refugia/contract/collaborative-mapper/comments.ts';
import type { Decision } from '@refugia/contract/collaborative-mapper/proposals.ts';
import { formatDate } from '@refugia/contract/date-text.ts';
import { keysOf } from '@refugia/contract/members.ts';
import { Check, CheckCheck, Image, MapPin, Reply, Trash2, X } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { withoutParameters } from '../../../lib/parameters.ts';
import { useSession } from '../../../lib/session.ts';
import { useOnChange } from '../../../lib/use-on-change.ts';
import { PanelButton, TextButton } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { Avatar } from '../../../ui/media/avatar.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { boxOfRaster } from '../state/raster-box.ts';
import { useMapAction, useRasters } from '../workspace/lists.ts';
import { useMapTools, useOpenMap } from '../workspace/open-map.ts';
import { useShowFeature } from '../workspace/use-show-feature.ts';
import styles from './comments.module.css';
import { decideComment, deleteComment, partsOfText, type Thread } from './comments.ts';
import { WriteComment } from './write-comment.tsx';

interface CommentListProps {
  threads: readonly Thread[];
  /** Whether the entries name what they are about, and lead there. Default false. */
  namesSubjects?: boolean;
}

export function CommentList({ threads, namesSubjects = false }: CommentListProps) {
  return (
    <ul className={styles.comments} aria-label="Comments">
      {threads.map(({ comment, replies }) => (
        <CommentEntry key={comment.id} comment={comment} namesSubject={namesSubjects}>
          {replies.length > 0 && (
            <ul className={styles.comments} aria-label={`Replies to ${comment.account.username}`}>
              {replies.map((reply) => (
                <CommentEntry key={reply.id} comment={reply} />
              ))}
            </ul>
          )}
        </CommentEntry>
      ))}
    </ul>
  );
}

interface CommentEntryProps {
  comment: MapComment;
  namesSubject?: boolean;
  /** The replies. Undefined for a reply. */
  children?: ReactNode;
}

function CommentEntry({ comment, namesSubject = false, children }: CommentEntryProps) {
  const { account } = useSession();
  const { canDecide, map } = useOpenMap();
  const { remove } = useCommentActions(comment);
  const [isReplying, setReplying] = useState(false);
  const entry = useLinkedEntry(comment.id);
  const { username, photo } = comment.account;
  return (
    <li className={styles.comment} ref={entry} tabIndex={-1}>
      <Avatar photo={photo} name={username} />
      <div className={styles.content}>
        <div className={styles.head}>
          <Link href={profileOf(username)}>{username}</Link>
          <Text number={3} tone="faint" as="span">
            <time dateTime={comment.date_created}>{formatDate(comment.date_created)}</time>
          </Text>
          {account !== null && account.username === username && (
            <IconButton
              icon={Trash2}
              label="Delete my comment"
              tip="Delete"
              isPending={remove.isPending}
              onPress={() => remove.mutate()}
            />
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
          {namesSubject && <SubjectButton comment={comment} />}
          {account !== null && !map.is_view_only && !isReplying && (
            <TextButton
              icon={Reply}
              aria-label={`Reply to ${username}`}
              onPress={() => setReplying(true)}
            >
              Reply
            </TextButton>
          )}
          {canDecide && <OwnersButtons comment={comment} isReply={children === undefined} />}
        </div>
        {isReplying && (
          <div className={styles.reply}>
            <WriteComment
              subject={{ kind: 'comment', id: comment.id }}
              label={`Reply to ${username}`}
              onSent={() => setReplying(false)}
              onCancel={() => setReplying(false)}
            />
          </div>
        )}
        {children}
      </div>
    </li>
  );
}

/** Brings the comment into view to which the address leads, as links in mails do. */
function useLinkedEntry(id: string): RefObject<HTMLLIElement | null> {
  const entry = useRef<HTMLLIElement>(null);
  const [parameters, setParameters] = useSearchParams();
  const isLinked = parameters.get('comment') === id;
  useOnChange(isLinked, () => {
    if (!isLinked) return;
    entry.current?.focus({ preventScroll: true });
    entry.current?.scrollIntoView({ block: 'center' });
    setParameters(withoutParameters(parameters, ['section', 'comment']), { replace: true });
  });
  return entry;
}

function SubjectButton({ comment }: { comment: MapComment }) {
  const subject = useSubject(comment);
  if (subject === null) return null;
  return (
    <TextButton
      icon={comment.raster === null ? MapPin : Image}
      isDisabled={subject.show === null}
      onPress={() => subject.show?.()}
    >
      {subject.text}
    </TextButton>
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

/** Accept and Reject decide on the open proposal that a comment is about. */
function OwnersButtons({ comment, isReply }: { comment: MapComment; isReply: boolean }) {
  const { decide } = useCommentActions(comment);
  // Not each reply has them, but only the comment that began the thread.
  const isOnProposal = !isReply && (comment.propose_add || comment.propose_delete);
  return keysOf(decisions)
    .filter((decision) => (decision === 'dismiss' ? !comment.resolved : isOnProposal))
    .map((decision) => (
      <PanelButton
        key={decision}
        kind={decision === 'dismiss' ? 'text' : 'secondary'}
        icon={decisions[decision].icon}
        isDisabled={decide.isPending}
        onPress={() => decide.mutate(decision)}
      >
        {decisions[decision].label}
      </PanelButton>
    ));
}

const decisions = {
  accept: { label: 'Accept', icon: Check, done: 'Accepted.' },
  reject: { label: 'Reject', icon: X, done: 'Rejected.' },
  dismiss: { label: 'Dismiss', icon: CheckCheck, done: 'Comment dismissed.' },
} as const satisfies Record<Decision, object>;

function useCommentActions(comment: MapComment) {
  const { call } = useOpenMap();
  // The list of rasters shows how many comments each has.
  const changes =
    comment.raster === null ? ['comments' as const] : (['comments', 'rasters'] as const);
  return {
    remove: useMapAction({
      act: () => deleteComment(call, comment),
      failure: 'The comment was not deleted. Please try again.',
      changes,
    }),
    decide: useMapAction({
      act: (decision: Decision) => decideComment(call, comment, decision),
      failure: 'The decision was not saved. Please try again.',
      done: (_, decision) => decisions[decision].done,
      changes,
    }),
  };
}

interface Subject {
  readonly text: string;
  /** Null while the map does not show it: a picture without a place, or a decided proposal. */
  readonly show: (() => void) | null;
}

/** What a comment is about, such as `On “Fen”`, or null if it is about the map as a whole. */
function useSubject(comment: MapComment): Subject | null {
  const { proposals } = useOpenMap().state;
  const { flyTo, fitBounds } = useMapTools();
  const showFeature = useShowFeature();
  const { data: rasters = [] } = useRasters();
  const [, setParameters] = useSearchParams();
  const { feature, feature_name: name, raster, proposal, place } = comment;
  if (feature !== null) {
    return {
      text: name === null ? 'On a feature' : `On ${name}`,
      show: () => void showFeature(feature),
    };
  }
  if (raster !== null) {
    const picture = rasters.find(({ id }) => id === raster);
    const box = picture ? boxOfRaster(picture) : null;
    return {
      text: picture ? `On ${picture.map_layer}` : 'On a raster',
      show: box && (() => fitBounds(box)),
    };
  }
  if (proposal !== null) {
    const open = proposals.find(({ id }) => id === proposal);
    // The screen shows the proposal that the address names.
    const show = () =>
      setParameters((now) => new URLSearchParams([...now, ['proposal', proposal]]));
    return {
      text: open ? `On the proposal of ${open.editor}` : 'On a proposal',
      show: open ? show : null,
    };
  }
  return place && { text: 'On a place', show: () => flyTo(place) };
}
