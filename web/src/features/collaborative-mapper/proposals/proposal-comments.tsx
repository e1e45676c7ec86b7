import { useQuery } from '@tanstack/react-query';
import { MessageSquare } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { Tooltip } from '../../../ui/overlays/tooltip.tsx';
import { fetchComments } from '../calls/comments.ts';
import { mapKeys } from '../calls/map-access.ts';
import { CommentModal } from '../comments/comment-modal.tsx';
import { isAbout } from '../comments/is-about.ts';
import { useOpenMap } from '../workspace/open-map.ts';

/** A button that opens the conversation about a proposal and shows the number of comments. */
export function ProposalComments({ id, editor }: { id: string; editor: string }) {
  const { client, state } = useOpenMap();
  const [isOpen, setOpen] = useState(false);
  const subject = { kind: 'proposal', id } as const;
  const { data = [] } = useQuery({
    queryKey: mapKeys.comments(client.mapId),
    queryFn: ({ signal }) => fetchComments(client.call, client.mapId, signal),
  });
  const count = data.filter((comment) => isAbout(comment, subject)).length;
  return (
    <>
      <Tooltip text="Comment">
        <Button
          kind="text"
          size="sm"
          icon={<Icon of={MessageSquare} size="sm" />}
          aria-label={count === 0 ? 'Comment' : `Comments (${count})`}
          onPress={() => setOpen(true)}
        >
          {count === 0 ? undefined : count}
        </Button>
      </Tooltip>
      {isOpen && (
        <CommentModal
          call={client.call}
          map={state.map}
          subject={subject}
          name={`the proposal of ${editor}`}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
