import type { MapComment } from '@refugia/contract/collaborative-mapper/comments.ts';
import { PanelSection } from '../../../ui/layout/panel.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { SideNote, Text } from '../../../ui/style/typography.tsx';
import { useComments } from '../workspace/lists.ts';
import { CommentList } from './comment-list.tsx';
import styles from './comments.module.css';
import { type CommentSubject, threadsOf } from './comments.ts';
import { WriteComment } from './write-comment.tsx';

type Subject = Exclude<CommentSubject, { kind: 'map' | 'comment' }>;

export function useCommentsOn({ kind, id }: Subject): readonly MapComment[] {
  const { data = [] } = useComments();
  return data.filter((comment) => comment[kind] === id);
}

interface CommentModalProps {
  subject: Subject;
  name: string;
  onClose: () => void;
}

export function CommentModal({ subject, name, onClose }: CommentModalProps) {
  const comments = useCommentsOn(subject);
  return (
    <Modal title={`Comments on ${name}`} onClose={onClose}>
      <div className={styles.modal}>
        {comments.length === 0 ? (
          <Text tone="soft">There are no comments on this yet.</Text>
        ) : (
          <CommentList threads={threadsOf(comments)} />
        )}
        <WriteComment subject={subject} />
      </div>
    </Modal>
  );
}

export function FeatureComments({ featureId }: { featureId: string }) {
  const subject = { kind: 'feature', id: featureId } as const;
  const comments = useCommentsOn(subject);
  return (
    <PanelSection title={comments.length === 0 ? 'Comments' : `Comments (${comments.length})`}>
      {comments.length === 0 ? (
        <SideNote number={2}>Nobody has said anything about this feature yet.</SideNote>
      ) : (
        <CommentList threads={threadsOf(comments)} />
      )}
      <WriteComment subject={subject} />
    </PanelSection>
  );
}
