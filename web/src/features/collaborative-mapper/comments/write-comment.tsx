import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { useQueryClient } from '@tanstack/react-query';
import { failureText } from '../../../lib/api-errors.ts';
import { useModalAddress } from '../../../lib/modal-address.ts';
import { useSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { CommentInput } from '../../../ui/comments/comment-input.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { type CommentSubject, sendComment } from '../calls/comments.ts';
import { type MapAccess, mapKeys } from '../calls/map-access.ts';
import styles from './comments.module.css';
import { useMentionable } from './use-mentionable.ts';

interface WriteCommentProps extends MapAccess {
  subject: CommentSubject;
  /** Called when a comment was sent. */
  onSent?: () => void;
}

const { commentMissing, commentPrompt } = messages.collaborativeMapper;

/** The field for a new comment. Visitors are asked to log in first. */
export function WriteComment({ call, map, subject, onSent }: WriteCommentProps) {
  const { status } = useSession();
  const { openModal } = useModalAddress();
  const queries = useQueryClient();
  const mentionable = useMentionable({ call, map });
  if (status !== 'authenticated')
    return (
      <div className={styles.prompt}>
        <Text number={2}>{commentPrompt}</Text>
        <div className={styles.buttons}>
          <Button size="sm" onPress={() => openModal('login')}>
            Log In
          </Button>
          <Button size="sm" kind="secondary" onPress={() => openModal('signup')}>
            Sign Up
          </Button>
        </div>
      </div>
    );
  const send = async (text: string) => {
    try {
      await sendComment(call, map.id, subject, text);
    } catch (error) {
      showToast('error', failureText(error, 'The comment was not sent. Please try again.'));
      throw error;
    }
    onSent?.();
    // The list of rasters shows the number of comments of each, so it is out of date.
    if (subject.kind === 'raster')
      void queries.invalidateQueries({ queryKey: mapKeys.rasters(map.id) });
    await queries.invalidateQueries({ queryKey: mapKeys.comments(map.id) });
  };
  return (
    <CommentInput
      label="Add a comment"
      placeholder="@username tells somebody by mail"
      maxLength={limits.collaborativeMapper.commentMaxLength}
      missingText={commentMissing}
      mentionable={mentionable}
      onSend={send}
    />
  );
}
