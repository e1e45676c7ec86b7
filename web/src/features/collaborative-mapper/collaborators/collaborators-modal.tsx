import type { MapUser } from '@refugia/contract/collaborative-mapper/maps.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { failureText } from '../../../lib/api-errors.ts';
import { useSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { List, ListItem } from '../../../ui/data/list.tsx';
import { Avatar } from '../../../ui/media/avatar.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Heading, Text } from '../../../ui/style/typography.tsx';
import { isOwner, type MapAccess, mapKeys } from '../calls/map-access.ts';
import { fetchCollaborators, removeCollaborator } from '../calls/people.ts';
import { AddCollaborator } from './add-collaborator.tsx';
import styles from './collaborators.module.css';

interface CollaboratorsModalProps extends MapAccess {
  onClose: () => void;
  /** Makes the call by which the caller leaves the map: they may not see it any more. */
  onLeave: (leave: () => Promise<unknown>) => Promise<unknown>;
}

/** Who works on a map: the owner adds and removes people, and a collaborator may leave. */
export function CollaboratorsModal({ call, map, onClose, onLeave }: CollaboratorsModalProps) {
  const { account } = useSession();
  const headingId = useId();
  /** Takes the focus when the button that had it has disappeared with its row. */
  const people = useRef<HTMLElement>(null);
  const { data: collaborators = [] } = useQuery({
    queryKey: mapKeys.collaborators(map.id),
    queryFn: ({ signal }) => fetchCollaborators(call, map.id, signal),
  });
  return (
    <Modal title="Collaborators" isOpen onClose={onClose}>
      <div className={styles.parts}>
        {isOwner(map) && <AddCollaborator call={call} map={map} />}
        <section className={styles.part} ref={people} tabIndex={-1} aria-labelledby={headingId}>
          <Heading level={3} visualLevel={4} id={headingId}>
            {isOwner(map) ? 'Can propose changes' : 'Work on this map'}
          </Heading>
          {collaborators.length === 0 ? (
            <Text number={2} tone="soft">
              Nobody yet. Collaborators propose changes; you decide on them.
            </Text>
          ) : (
            <List kind="divided">
              {collaborators.map((user) => (
                <Collaborator
                  key={user.id}
                  call={call}
                  map={map}
                  user={user}
                  isSelf={user.id === account?.id}
                  onLeave={onLeave}
                  onRemoved={() => people.current?.focus()}
                />
              ))}
            </List>
          )}
        </section>
      </div>
    </Modal>
  );
}

interface CollaboratorProps extends MapAccess {
  user: MapUser;
  isSelf: boolean;
  onLeave: CollaboratorsModalProps['onLeave'];
  onRemoved: () => void;
}

function Collaborator({ call, map, user, isSelf, onLeave, onRemoved }: CollaboratorProps) {
  const queries = useQueryClient();
  const removal = useMutation({
    mutationFn: () => {
      const remove = () => removeCollaborator(call, map.id, user.id);
      return isSelf ? onLeave(remove) : remove();
    },
    onSuccess: () => {
      showToast('success', isSelf ? 'You left the map.' : `${user.username} was removed.`);
      if (isSelf) return undefined;
      onRemoved();
      return queries.invalidateQueries({ queryKey: mapKeys.collaborators(map.id) });
    },
    onError: (error) =>
      showToast('error', failureText(error, 'That did not work. Please try again.')),
  });
  const mayRemove = isOwner(map) || isSelf;
  return (
    <ListItem
      trailing={
        mayRemove && (
          <Button
            kind="secondary"
            size="sm"
            isPending={removal.isPending}
            aria-label={isSelf ? 'Leave this map' : `Remove ${user.username}`}
            onPress={() => removal.mutate()}
          >
            {isSelf ? 'Leave' : 'Remove'}
          </Button>
        )
      }
    >
      <PersonRow user={user} />
    </ListItem>
  );
}

function PersonRow({
  user: { username, photo, first_name, last_name, organization },
}: {
  user: MapUser;
}) {
  const more = [`${first_name} ${last_name}`.trim(), organization].filter((each) => each !== '');
  return (
    <span className={styles.person}>
      <Avatar photo={photo} name={username} />
      <span>
        <Link href={`/profile/${encodeURIComponent(username)}`}>{username}</Link>
        {more.length > 0 && (
          <Text number={3} tone="soft">
            {more.join(' · ')}
          </Text>
        )}
      </span>
    </span>
  );
}
