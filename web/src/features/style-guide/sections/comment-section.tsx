import { useState } from 'react';
import { CommentInput } from '../../../ui/comments/comment-input.tsx';
import { List, ListItem } from '../../../ui/data/list.tsx';
import { Sample, Samples } from '../sample.tsx';

/** The style guide's section 'comment'. */
export function CommentSection() {
  const [comments, setComments] = useState(['The fence line moved in spring.']);
  return (
    <Samples>
      <Sample title="Comments" note="Ctrl or ⌘ with Enter sends, too.">
        <List kind="divided">
          {comments.map((comment) => (
            <ListItem key={comment}>{comment}</ListItem>
          ))}
        </List>
        <CommentInput
          label="Add a comment"
          placeholder="What did you see?"
          onSend={(text) => setComments((current) => [...new Set([...current, text])])}
        />
      </Sample>
      <Sample title="With Cancel and a limit">
        <CommentInput
          label="Reply"
          sendLabel="Reply"
          maxLength={280}
          onSend={() => undefined}
          onCancel={() => undefined}
        />
      </Sample>
      <Sample title="Disabled">
        <CommentInput label="Comments are closed" onSend={() => undefined} isDisabled />
      </Sample>
    </Samples>
  );
}
