import type { AccessRequest } from '@refugia/contract/collaborative-mapper/access-requests.ts';
import type { Invitation } from '@refugia/contract/collaborative-mapper/invitations.ts';
import type {
  CollaborativeMap,
  Collaborator,
  MemberRole,
} from '@refugia/contract/collaborative-mapper/maps.ts';
import { formatDate } from '@refugia/contract/date-text.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../../../lib/session.ts';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { ListItem } from '../../../ui/data/list.tsx';
import { ConfirmDialog, Modal } from '../../../ui/overlays/modal.tsx';
import { SideNote, Text } from '../../../ui/style/typography.tsx';
import {
  useAccessRequests,
  useCollaborators,
  useInvitations,
  useMapAction,
} from '../workspace/lists.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import styles from './collaborators.module.css';
import { InvitePeople } from './invite-people.tsx';
import { PeoplePart, PersonEntry, RoleSelect } from './people-list.tsx';
import { roleDeeds, roleLabel } from './roles.ts';

const usersPath = '/api/rrm/map_users';
const invitationsPath = '/api/rrm/invitations';

/** Who works on a map: the owner adds and removes people, and a collaborator may leave. */
export function CollaboratorsModal({ onClose }: { onClose: () => void }) {
  const { account } = useSession();
  const { isOwner } = useOpenMap();
  return (
    <Modal title="Collaborators" size="wide" onClose={onClose}>
      <div className={styles.parts}>
        {isOwner && (
          <>
            <AccessRequests />
            <InvitePeople />
            <WaitingInvitations />
          </>
        )}
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
  const body = { editorID: user.id, mapID: map.id };
  const remove = () => call(usersPath, { method: 'DELETE', body });
  const removal = useMapAction({
    act: () => (isSelf ? client.giveUpAccess(remove) : remove()),
    failure: 'That did not work. Please try again.',
    done: isSelf ? 'You left the map.' : `${user.username} was removed.`,
    // A person who has left may not ask for the list any more.
    changes: isSelf ? [] : ['collaborators'],
    onDone: () =>
      isSelf ? navigate('/apps/collaborativemapper/dashboard?tab=my_maps') : onRemoved(),
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
  const change = useMapAction({
    act: (next: MemberRole) =>
      call(usersPath, { method: 'POST', body: { username, mapID: map.id, role: next } }),
    failure: 'The role was not changed. Please try again.',
    done: (_, next) => `${username} ${roleDeeds[next]}`,
    changes: ['collaborators'],
  });
  return (
    <RoleSelect
      label={`Role of ${username}`}
      value={change.isPending ? change.variables : role}
      isDisabled={change.isPending}
      onChange={(next) => change.mutate(next)}
    />
  );
}

function HandOver({ username }: { username: string }) {
  const { client, call, map } = useOpenMap();
  const [isAsking, setIsAsking] = useState(false);
  const body = { mapID: map.id, username };
  const handing = useMapAction({
    act: () => call<CollaborativeMap>('/api/rrm/hand_over', { method: 'POST', body }),
    failure: 'The map was not handed over. Please try again.',
    done: `${username} owns the map now. You are a reviewer.`,
    changes: ['collaborators'],
    onDone: (handedOver) => client.takeMap(handedOver),
  });
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

function AccessRequests() {
  return (
    <PeoplePart title="Asking to be let in" entries={useAccessRequests()}>
      {(request, onGone) => (
        <RequestRow key={request.user.id} request={request} onDecided={onGone} />
      )}
    </PeoplePart>
  );
}

interface RequestRowProps {
  request: AccessRequest;
  onDecided: () => void;
}

function RequestRow({ request: { user }, onDecided }: RequestRowProps) {
  const { call, map } = useOpenMap();
  const { id, username } = user;
  const [role, setRole] = useState<MemberRole>('viewer');
  const letIn = useMapAction({
    act: () => call(usersPath, { method: 'POST', body: { mapID: map.id, username, role } }),
    failure: `${username} was not let in. Please try again.`,
    done: `${username} ${roleDeeds[role]}`,
    changes: ['access-requests', 'collaborators'],
    onDone: onDecided,
  });
  const body = { mapID: map.id, accountID: id };
  const refusal = useMapAction({
    act: () => call('/api/rrm/access_requests', { method: 'DELETE', body }),
    failure: 'That did not work. Please try again.',
    changes: ['access-requests', 'collaborators'],
    onDone: onDecided,
  });
  return (
    <PersonEntry user={user}>
      <RoleSelect label={`Role for ${username}`} value={role} onChange={setRole} />
      <PanelButton
        kind="primary"
        aria-label={`Let ${username} in`}
        isPending={letIn.isPending}
        onPress={() => letIn.mutate()}
      >
        Let in
      </PanelButton>
      <PanelButton
        aria-label={`Decline ${username}`}
        isPending={refusal.isPending}
        onPress={() => refusal.mutate()}
      >
        Decline
      </PanelButton>
    </PersonEntry>
  );
}

function WaitingInvitations() {
  return (
    <PeoplePart title="Invited" entries={useInvitations()}>
      {(invitation, onGone) => (
        <InvitationRow key={invitation.id} invitation={invitation} onWithdrawn={onGone} />
      )}
    </PeoplePart>
  );
}

interface InvitationRowProps {
  invitation: Invitation;
  onWithdrawn: () => void;
}

function InvitationRow({ invitation, onWithdrawn }: InvitationRowProps) {
  const { id, email, role, expires_at, is_expired } = invitation;
  const { call, map } = useOpenMap();
  const resending = useMapAction({
    act: () => call(invitationsPath, { method: 'POST', body: { mapID: map.id, email, role } }),
    failure: 'The invitation was not sent. Please try again.',
    done: `A new invitation was mailed to ${email}.`,
    changes: ['invitations'],
  });
  const withdrawal = useMapAction({
    act: () => call(`${invitationsPath}/${id}`, { method: 'DELETE' }),
    failure: 'The invitation was not withdrawn. Please try again.',
    done: `The invitation to ${email} was withdrawn.`,
    changes: ['invitations'],
    onDone: onWithdrawn,
  });
  return (
    <ListItem
      trailing={
        <span className={styles.actions}>
          <PanelButton
            aria-label={`Resend to ${email}`}
            isPending={resending.isPending}
            onPress={() => resending.mutate()}
          >
            Resend
          </PanelButton>
          <PanelButton
            aria-label={`Withdraw from ${email}`}
            isPending={withdrawal.isPending}
            onPress={() => withdrawal.mutate()}
          >
            Withdraw
          </PanelButton>
        </span>
      }
    >
      <span className={styles.address}>{email}</span>
      <SideNote>
        {roleLabel(role)} · {is_expired ? 'expired' : `waits until ${formatDate(expires_at)}`}
      </SideNote>
    </ListItem>
  );
}
