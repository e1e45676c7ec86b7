import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { ViewLinks } from '../../../map/sharing/view-links.tsx';
import { List, ListItem } from '../../../ui/data/list.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { ConfirmDialog, Modal } from '../../../ui/overlays/modal.tsx';
import { useAction } from '../../../ui/overlays/use-action.ts';
import { Text } from '../../../ui/style/typography.tsx';
import { deleteMap } from '../calls/maps.ts';
import { useComments } from '../workspace/lists.ts';
import { useOpenMap } from '../workspace/open-map.ts';

const { deletedRedirectMilliseconds, restorationDays } = limits.collaborativeMapper;

/** Asks whether the map is to be deleted. The dashboard opens a moment after the deletion. */
export function DeleteMapModal({ onClose }: { onClose: () => void }) {
  const { client, call, map } = useOpenMap();
  const navigate = useNavigate();
  const removal = useAction({
    act: () => client.giveUpAccess(() => deleteMap(call, map.id)),
    failure: 'The map could not be deleted. Please try again.',
    done: messages.collaborativeMapper.mapDeleted,
  });
  const { isSuccess } = removal;
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(
      () => navigate('/apps/collaborativemapper/dashboard'),
      deletedRedirectMilliseconds,
    );
    return () => clearTimeout(timer);
  }, [isSuccess, navigate]);
  return (
    <ConfirmDialog
      title="Delete this map?"
      confirmLabel="Delete map"
      tone="danger"
      isPending={removal.isPending || isSuccess}
      onConfirm={() => removal.mutate()}
      onCancel={onClose}
    >
      “{map.name}” closes for everybody who works on it. You can restore it from the dashboard for{' '}
      {restorationDays} days.
    </ConfirmDialog>
  );
}

interface PublishMapModalProps {
  isPending: boolean;
  onPublish: (withComments: boolean) => void;
  onClose: () => void;
}

/** Says what becomes public with a map, and asks whether its comments do. */
export function PublishMapModal({ isPending, onPublish, onClose }: PublishMapModalProps) {
  const { map } = useOpenMap();
  const [withComments, setWithComments] = useState(false);
  const { data: comments } = useComments();
  // Comments on proposals are never public.
  const count = comments?.filter(({ proposal }) => proposal === null).length;
  return (
    <ConfirmDialog
      title="Make this map public?"
      confirmLabel="Make public"
      isPending={isPending}
      onConfirm={() => onPublish(withComments)}
      onCancel={onClose}
    >
      <Text>Anybody can then find “{map.name}” and read, copy and download:</Text>
      <List>
        <ListItem>
          {featuresWord(map.feature_count)} with all attributes, in hidden layers too
        </ListItem>
        <ListItem>its name, summary, species, layers and pictures</ListItem>
        <ListItem>the names of its owner and collaborators</ListItem>
        <ListItem>the history and the comments from now on</ListItem>
      </List>
      <Text>
        What was deleted, how things were before, and proposals stay with you and your
        collaborators.
      </Text>
      {count !== 0 && (
        <Checkbox isSelected={withComments} onChange={setWithComments}>
          {count === undefined
            ? 'Publish the comments written so far, too'
            : `Publish the ${count === 1 ? 'comment' : `${count} comments`} written so far, too`}
        </Checkbox>
      )}
    </ConfirmDialog>
  );
}

function featuresWord(count: number): string {
  if (count === 0) return 'its features';
  return count === 1 ? 'its feature' : `its ${count.toLocaleString('en-US')} features`;
}

/** Asks before the link that was given to others stops working. */
export function ReplaceTokenModal({ onClose }: { onClose: () => void }) {
  const { client, call, map } = useOpenMap();
  const replacement = useAction({
    act: () => call<{ token: string }>('/api/rrm/token', { method: 'POST', body: { id: map.id } }),
    failure: 'The token was not replaced. Please try again.',
    done: 'The token was replaced. The old link no longer works.',
    onDone: ({ token }) => {
      onClose();
      client.takeMap({ ...map, token });
    },
  });
  return (
    <ConfirmDialog
      title="Replace the token?"
      confirmLabel="Replace"
      isPending={replacement.isPending}
      onConfirm={() => replacement.mutate()}
      onCancel={onClose}
    >
      The old link stops working at once, for everybody who has it. Collaborators with an account
      are not affected.
    </ConfirmDialog>
  );
}

/** The owner makes links by which people view a private map, and revokes them one by one. */
export function ViewLinksModal({ onClose }: { onClose: () => void }) {
  const { map } = useOpenMap();
  return (
    <Modal title="View-only links" onClose={onClose}>
      <ViewLinks
        target={{ type: 'map', id: map.id }}
        explanation="Anyone who has such a link sees the map with its layers and comments, even without an account, and can change nothing, comment nothing and download nothing."
        copiedSentence="Link copied. Anyone who has it can view this map."
      />
    </Modal>
  );
}
