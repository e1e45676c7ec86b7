import type { AccessRequest } from '@refugia/contract/collaborative-mapper/access-requests.ts';
import type { MemberRole } from '@refugia/contract/collaborative-mapper/maps.ts';
import { useState } from 'react';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { listKey, useAction } from '../calls/actions.ts';
import { useAccessRequests } from '../workspace/lists.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import { PeoplePart, PersonEntry, RoleSelect } from './people-list.tsx';
import { roleDeeds } from './roles.ts';

export function AccessRequests() {
  return (
    <PeoplePart title="Asking to be let in" entries={useAccessRequests()}>
      {(request, onGone) => (
        <RequestRow key={request.user.id} request={request} onDecided={onGone} />
      )}
    </PeoplePart>
  );
}

function RequestRow({
  request: { user },
  onDecided,
}: {
  request: AccessRequest;
  onDecided: () => void;
}) {
  const { call, map } = useOpenMap();
  const { id, username } = user;
  const [role, setRole] = useState<MemberRole>('viewer');
  const changes = [listKey(map.id, 'access-requests'), listKey(map.id, 'collaborators')];
  const letIn = useAction(
    () => call('/api/rrm/map_users', { method: 'POST', body: { mapID: map.id, username, role } }),
    {
      failure: `${username} was not let in. Please try again.`,
      changes,
      onDone: () => {
        showToast('success', `${username} ${roleDeeds[role]}`);
        onDecided();
      },
    },
  );
  const refusal = useAction(
    () =>
      call('/api/rrm/access_requests', {
        method: 'DELETE',
        body: { mapID: map.id, accountID: id },
      }),
    { failure: 'That did not work. Please try again.', changes, onDone: onDecided },
  );
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
