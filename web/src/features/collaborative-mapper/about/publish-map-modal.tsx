import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { List, ListItem } from '../../../ui/data/list.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { ConfirmDialog } from '../../../ui/overlays/modal.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { fetchComments } from '../calls/comments.ts';
import { type MapAccess, mapKeys } from '../calls/map-access.ts';

interface PublishMapModalProps extends MapAccess {
  isPending: boolean;
  onPublish: (withComments: boolean) => void;
  onClose: () => void;
}

/** Says what becomes public with a map, and asks whether its comments do. */
export function PublishMapModal({ call, map, ...props }: PublishMapModalProps) {
  const { isPending, onPublish, onClose } = props;
  const [withComments, setWithComments] = useState(false);
  const { data: comments } = useQuery({
    queryKey: mapKeys.comments(map.id),
    queryFn: ({ signal }) => fetchComments(call, map.id, signal),
  });
  // Comments on proposals are never public.
  const count = comments?.filter(({ proposal }) => proposal === null).length;
  return (
    <ConfirmDialog
      title="Make this map public?"
      isOpen
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
