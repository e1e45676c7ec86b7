import type {
  CollaborativeMap,
  Collaborator,
  MemberRole,
} from '@refugia/contract/collaborative-mapper/maps.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../../../lib/session.ts';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { ConfirmDialog, Modal } from '../../../ui/overlays/modal.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { listKey, useAction } from '../calls/actions.ts';
import { useCollaborators } from '../workspace/lists.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import { AccessRequests } from './access-requests.tsx';
import styles from './collaborators.module.css';
import { InvitePeople } from './invite-people.tsx';
import { PeoplePart, PersonEntry, RoleSelect } from './people-list.tsx';
import { roleDeeds, roleLabel } from './roles.ts';
import { WaitingInvitations } from './waiting-invitations.tsx';

const path = '/api/rrm/map_users';

/** Who works on a map: the owner adds and removes people, and a collaborator may leave. */
export function CollaboratorsModal({ onClose }: { onClose: () => void }) {
  const { account } = useSession();
  const { isOwner } = useOpenMap();
  return (
    <Modal title="Collaborators" size="wide" isOpen onClose={onClose}>
      <div className={styles.parts}>
        {isOwner && <AccessRequests />}
        {isOwner && <InvitePeople />}
        {isOwner && <WaitingInvitations />}
        <PeoplePart
          title="On this map"
          entries={useCollaborators()}
          emptyText="Nobody yet. Editors propose changes; you and your reviewers decide on them."
        >
          {(user, onGone) => (
            <CollaboratorRow
              key={user.id}
              user={user}
              isSelf={user.id === account?.id}
              onRemoved={onGone}
            />
          )}
        </PeoplePart>
      </div>
    </Modal>
  );
}

interface CollaboratorRowProps {
  user: Collaborator;
  isSelf: boolean;
  onRemoved: () => void;
}

function CollaboratorRow({ user, isSelf, onRemoved }: CollaboratorRowProps) {
  const { client, call, map, isOwner } = useOpenMap();
  const navigate = useNavigate();
  const remove = () => call(path, { method: 'DELETE', body: { editorID: user.id, mapID: map.id } });
  const leave = async () => {
    await client.giveUpAccess(remove);
    navigate('/apps/collaborativemapper/dashboard?tab=my_maps');
  };
  const removal = useAction<unknown>(() => (isSelf ? leave() : remove()), {
    failure: 'That did not work. Please try again.',
    // A person who has left may not ask for the list any more.
    changes: isSelf ? [] : [listKey(map.id, 'collaborators')],
    onDone: () => {
      showToast('success', isSelf ? 'You left the map.' : `${user.username} was removed.`);
      if (!isSelf) onRemoved();
    },
  });
  return (
    <PersonEntry user={user}>
      {isOwner ? (
        <RoleChoice user={user} />
      ) : (
        <Text number={3} tone="faint" as="span">
          {roleLabel(user.role)}
        </Text>
      )}
      {isOwner && <HandOver username={user.username} />}
      {(isOwner || isSelf) && (
        <PanelButton
          isPending={removal.isPending}
          aria-label={isSelf ? 'Leave this map' : `Remove ${user.username}`}
          onPress={() => removal.mutate()}
        >
          {isSelf ? 'Leave' : 'Remove'}
        </PanelButton>
      )}
    </PersonEntry>
  );
}

function RoleChoice({ user: { username, role } }: { user: Collaborator }) {
  const { call, map } = useOpenMap();
  const change = useAction(
    (next: MemberRole) =>
      call(path, { method: 'POST', body: { username, mapID: map.id, role: next } }),
    {
      failure: 'The role was not changed. Please try again.',
      changes: [listKey(map.id, 'collaborators')],
      onDone: (_, next) => showToast('success', `${username} ${roleDeeds[next]}`),
    },
  );
  return (
    <RoleSelect
      label={`Role of ${username}`}
      value={change.isPending ? change.variables : role}
      isDisabled={change.isPending}
      onChange={(next) => change.mutate(next)}
    />
  );
}

/** The owner makes a collaborator the owner, after a question. */
function HandOver({ username }: { username: string }) {
  const { client, call, map } = useOpenMap();
  const [isAsking, setIsAsking] = useState(false);
  const handing = useAction(
    () =>
      call<CollaborativeMap>('/api/rrm/hand_over', {
        method: 'POST',
        body: { mapID: map.id, username },
      }),
    {
      failure: 'The map was not handed over. Please try again.',
      changes: [listKey(map.id, 'collaborators')],
      onDone: (handedOver) => {
        showToast('success', `${username} owns the map now. You are a reviewer.`);
        client.takeMap(handedOver);
      },
    },
  );
  return (
    <>
      <PanelButton
        aria-label={`Hand the map over to ${username}`}
        onPress={() => setIsAsking(true)}
      >
        Hand over
      </PanelButton>
      {isAsking && (
        <ConfirmDialog
          title="Hand the map over?"
          isOpen
          confirmLabel="Hand over"
          tone="danger"
          isPending={handing.isPending}
          onConfirm={() => handing.mutate()}
          onCancel={() => setIsAsking(false)}
        >
          {username} becomes the owner of “{map.name}” and alone decides about its people, links and
          deletion. You stay as a reviewer, and can’t take it back.
        </ConfirmDialog>
      )}
    </>
  );
}
