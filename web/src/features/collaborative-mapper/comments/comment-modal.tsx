import { useQuery } from '@tanstack/react-query';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { type CommentSubject, fetchComments } from '../calls/comments.ts';
import { type MapAccess, mapKeys } from '../calls/map-access.ts';
import { CommentList } from './comment-list.tsx';
import styles from './comments.module.css';
import { isAbout } from './is-about.ts';
import { WriteComment } from './write-comment.tsx';

interface CommentModalProps extends MapAccess {
  /** A feature, raster or proposal. */
  subject: CommentSubject;
  /** What it is called, such as the raster's file name. */
  name: string;
  onClose: () => void;
}

/** The conversation about one thing on the map. */
export function CommentModal({ call, map, subject, name, onClose }: CommentModalProps) {
  const { data = [] } = useQuery({
    queryKey: mapKeys.comments(map.id),
    queryFn: ({ signal }) => fetchComments(call, map.id, signal),
  });
  const comments = data.filter((comment) => isAbout(comment, subject));
  return (
    <Modal title={`Comments on ${name}`} isOpen onClose={onClose}>
      <div className={styles.modal}>
        {comments.length === 0 ? (
          <Text tone="soft">There are no comments on this yet.</Text>
        ) : (
          <CommentList call={call} map={map} comments={comments} />
        )}
        <WriteComment call={call} map={map} subject={subject} />
      </div>
    </Modal>
  );
}
