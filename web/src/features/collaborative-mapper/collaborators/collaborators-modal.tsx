import type {
  Collaborator,
  MapUser,
  MemberRole,
} from '@refugia/contract/collaborative-mapper/maps.ts';
import { limits } from '@refugia/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useSession } from '../../../lib/session.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { List, ListItem } from '../../../ui/data/list.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Avatar } from '../../../ui/media/avatar.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Heading, Text } from '../../../ui/style/typography.tsx';
import { listKey } from '../calls/query-keys.ts';
import { useAction } from '../calls/use-action.ts';
import { useCollaborators } from '../workspace/lists.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import styles from './collaborators.module.css';
import { roleDeeds, roleLabel, roleOptions } from './roles.ts';

const path = '/api/rrm/map_users';

interface CollaboratorsModalProps {
  onClose: () => void;
  /** Makes the call by which the caller leaves the map: they may not see it any more. */
  onLeave: (leave: () => Promise<unknown>) => Promise<unknown>;
}

/** Who works on a map: the owner adds and removes people, and a collaborator may leave. */
export function CollaboratorsModal({ onClose, onLeave }: CollaboratorsModalProps) {
  const { account } = useSession();
  const { isOwner } = useOpenMap();
  const headingId = useId();
  /** Takes the focus when the button that had it has disappeared with its row. */
  const people = useRef<HTMLElement>(null);
  const collaborators = useCollaborators();
  return (
    <Modal title="Collaborators" isOpen onClose={onClose}>
      <div className={styles.parts}>
        {isOwner && <AddCollaborator />}
        <section className={styles.part} ref={people} tabIndex={-1} aria-labelledby={headingId}>
          <Heading level={3} visualLevel={4} id={headingId}>
            On this map
          </Heading>
          {collaborators.length === 0 ? (
            <Text number={2} tone="soft">
              Nobody yet. Editors propose changes; you and your reviewers decide on them.
            </Text>
          ) : (
            <List kind="divided">
              {collaborators.map((user) => (
                <CollaboratorRow
                  key={user.id}
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

interface CollaboratorRowProps extends Pick<CollaboratorsModalProps, 'onLeave'> {
  user: Collaborator;
  isSelf: boolean;
  onRemoved: () => void;
}

/** A collaborator with their role, which the owner changes in its place. */
function CollaboratorRow({ user, isSelf, onLeave, onRemoved }: CollaboratorRowProps) {
  const { call, map, isOwner } = useOpenMap();
  const remove = () => call(path, { method: 'DELETE', body: { editorID: user.id, mapID: map.id } });
  const removal = useAction(() => (isSelf ? onLeave(remove) : remove()), {
    failure: 'That did not work. Please try again.',
    // A person who has left may not ask for the list any more.
    changes: isSelf ? [] : [listKey(map.id, 'collaborators')],
    onDone: () => {
      showToast('success', isSelf ? 'You left the map.' : `${user.username} was removed.`);
      if (!isSelf) onRemoved();
    },
  });
  return (
    <ListItem
      trailing={
        <span className={styles.actions}>
          {isOwner ? <RoleChoice user={user} /> : <RoleName role={user.role} />}
          {(isOwner || isSelf) && (
            <PanelButton
              isPending={removal.isPending}
              aria-label={isSelf ? 'Leave this map' : `Remove ${user.username}`}
              onPress={() => removal.mutate()}
            >
              {isSelf ? 'Leave' : 'Remove'}
            </PanelButton>
          )}
        </span>
      }
    >
      <PersonRow user={user} />
    </ListItem>
  );
}

function RoleName({ role }: { role: MemberRole }) {
  return (
    <Text number={3} tone="faint" as="span">
      {roleLabel(role)}
    </Text>
  );
}

function RoleChoice({ user: { username, role } }: { user: Collaborator }) {
  const { call, map } = useOpenMap();
  const change = useAction(
    (given: MemberRole) =>
      call(path, { method: 'POST', body: { username, mapID: map.id, role: given } }),
    {
      failure: 'The role was not changed. Please try again.',
      changes: [listKey(map.id, 'collaborators')],
      onDone: (_, given) => showToast('success', `${username} ${roleDeeds[given]}`),
    },
  );
  return (
    <span className={styles.role}>
      <Select
        isLabelHidden
        label={`Role of ${username}`}
        options={roleOptions}
        value={change.isPending ? change.variables : role}
        isDisabled={change.isPending}
        onChange={(given) => change.mutate(given)}
      />
    </span>
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

/** The search starts when nothing was typed for this long. */
const pauseMilliseconds = 250;

/** Finds people who are not on the map yet by a part of their username, and adds them to it. */
function AddCollaborator() {
  const { call, map } = useOpenMap();
  const part = useRef<HTMLElement>(null);
  const [typed, setTyped] = useState('');
  const [role, setRole] = useState<MemberRole>('editor');
  const later = useDebounced(typed.trim(), pauseMilliseconds);
  const wanted = typed.trim() === '' ? '' : later;
  const { data, isFetching } = useQuery({
    queryKey: [...listKey(map.id, 'collaborators'), 'search', wanted],
    queryFn: ({ signal }) =>
      call<{ available_collaborators: MapUser[] }>(path, {
        query: { id: map.id, type: 'available_collaborators', query_string: wanted },
        signal,
      }),
    enabled: wanted !== '',
    placeholderData: (before) => before,
  });
  const found = data?.available_collaborators;
  return (
    <section className={styles.part} ref={part}>
      <TextField
        label="Find people by username"
        type="search"
        autoFocus
        value={typed}
        onChange={setTyped}
        maxLength={limits.collaborativeMapper.searchMaxLength}
      />
      <Select label="They become" options={roleOptions} value={role} onChange={setRole} />
      <div role="status" aria-busy={isFetching}>
        {wanted !== '' && found?.length === 0 && (
          <Text number={2} tone="soft">
            Apart from people who are on the map already, no username contains “{wanted}”.
          </Text>
        )}
      </div>
      {wanted !== '' && found !== undefined && found.length > 0 && (
        <List kind="divided">
          {found.map(({ id, username, photo, organization }) => (
            <ListItem
              key={id}
              trailing={
                <AddButton
                  username={username}
                  role={role}
                  // The search has done its work and would not find this person again. The button
                  // disappears with its row, so the focus goes to the field for the next search.
                  onAdded={() => {
                    setTyped('');
                    part.current?.querySelector('input')?.focus();
                  }}
                />
              }
            >
              <span className={styles.person}>
                <Avatar photo={photo} name={username} />
                <span>
                  {username}
                  {organization !== '' && (
                    <Text number={3} tone="soft">
                      {organization}
                    </Text>
                  )}
                </span>
              </span>
            </ListItem>
          ))}
        </List>
      )}
    </section>
  );
}

interface AddButtonProps {
  username: string;
  role: MemberRole;
  onAdded: () => void;
}

function AddButton({ username, role, onAdded }: AddButtonProps) {
  const { call, map } = useOpenMap();
  const addition = useAction(
    () => call(path, { method: 'POST', body: { username, mapID: map.id, role } }),
    {
      failure: `${username} was not added. Please try again.`,
      changes: [listKey(map.id, 'collaborators')],
      onDone: () => {
        showToast('success', `${username} ${roleDeeds[role]}`);
        onAdded();
      },
    },
  );
  return (
    <PanelButton
      icon={UserPlus}
      aria-label={`Add ${username}`}
      isPending={addition.isPending}
      onPress={() => addition.mutate()}
    >
      Add
    </PanelButton>
  );
}
