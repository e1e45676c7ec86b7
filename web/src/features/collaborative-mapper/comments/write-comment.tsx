import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useModalAddress } from '../../../lib/modal-address.ts';
import { useSession } from '../../../lib/session.ts';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { CommentInput } from '../../../ui/comments/comment-input.tsx';
import { showFailure } from '../../../ui/overlays/toast.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { listKey } from '../calls/map-lists.ts';
import { useCollaborators, useComments } from '../workspace/lists.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import styles from './comments.module.css';
import { type CommentSubject, sendComment } from './comments.ts';

interface WriteCommentProps {
  subject: CommentSubject;
  onSent?: () => void;
  /** If given, the field was asked for: it takes the focus, and a button closes it again. */
  onCancel?: () => void;
  label?: string;
}

const { commentMissing, commentPrompt } = messages.collaborativeMapper;

/** The field for a new comment. Visitors are asked to log in, and viewers by a link have none. */
export function WriteComment({
  subject,
  onSent,
  onCancel,
  label = 'Add a comment',
}: WriteCommentProps) {
  const { call, map } = useOpenMap();
  const { status } = useSession();
  const { openModal } = useModalAddress();
  const queries = useQueryClient();
  const mentionable = useMentionable();
  if (map.is_view_only) return null;
  if (status !== 'authenticated')
    return (
      <div className={styles.prompt}>
        <Text number={2}>{commentPrompt}</Text>
        <div className={styles.buttons}>
          <PanelButton kind="primary" onPress={() => openModal('login')}>
            Log In
          </PanelButton>
          <PanelButton onPress={() => openModal('signup')}>Sign Up</PanelButton>
        </div>
      </div>
    );
  const send = async (text: string) => {
    try {
      await sendComment(call, map.id, subject, text);
    } catch (error) {
      showFailure(error, 'The comment was not sent. Please try again.');
      throw error;
    }
    // The list of rasters shows the number of comments of each, so it is out of date.
    if (subject.kind === 'raster' || subject.kind === 'comment')
      void queries.invalidateQueries({ queryKey: listKey(map.id, 'rasters') });
    await queries.invalidateQueries({ queryKey: listKey(map.id, 'comments') });
    onSent?.();
  };
  return (
    <CommentInput
      label={label}
      autoFocus={onCancel !== undefined}
      onCancel={onCancel}
      placeholder="@username tells somebody by mail"
      maxLength={limits.collaborativeMapper.commentMaxLength}
      missingText={commentMissing}
      mentionable={mentionable}
      onSend={send}
    />
  );
}

/** The usernames that a comment may mention. Others than these people would get no mail. */
function useMentionable(): readonly string[] {
  const { account } = useSession();
  const { map } = useOpenMap();
  const collaborators = useCollaborators();
  const { data: comments = [] } = useComments();
  const people = [...map.creator, ...collaborators, ...comments.map((each) => each.account)];
  const names = new Set(people.map(({ username }) => username));
  if (account !== null) names.delete(account.username);
  return [...names];
}
