import type { MapComment } from '@refugia/contract/collaborative-mapper/comments.ts';
import type { MapAccess } from '../calls/map-access.ts';
import { CommentEntry } from './comment-entry.tsx';
import styles from './comments.module.css';

interface CommentListProps extends MapAccess {
  comments: readonly MapComment[];
  /** Whether each comment says what it is about, with a link that shows it. Default false. */
  showsSubjects?: boolean;
  onShowSubject?: (comment: MapComment) => void;
}

/** A list of comments, each with its actions. */
export function CommentList(props: CommentListProps) {
  const { call, map, comments, showsSubjects = false, onShowSubject } = props;
  return (
    <ul className={styles.comments} aria-label="Comments">
      {comments.map((comment) => (
        <CommentEntry
          key={comment.id}
          call={call}
          map={map}
          comment={comment}
          onShowSubject={showsSubjects ? onShowSubject : undefined}
        />
      ))}
    </ul>
  );
}
