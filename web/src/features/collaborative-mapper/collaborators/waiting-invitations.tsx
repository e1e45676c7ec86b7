import type { Invitation } from '@refugia/contract/collaborative-mapper/invitations.ts';
import { formatDate } from '@refugia/contract/date-text.ts';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { ListItem } from '../../../ui/data/list.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { listKey, useAction } from '../calls/actions.ts';
import { useInvitations } from '../workspace/lists.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import styles from './collaborators.module.css';
import { PeoplePart } from './people-list.tsx';
import { roleLabel } from './roles.ts';

const path = '/api/rrm/invitations';

/** The addresses that were invited and have not accepted. */
export function WaitingInvitations() {
  return (
    <PeoplePart title="Invited" entries={useInvitations()}>
      {(invitation, onGone) => (
        <InvitationRow key={invitation.id} invitation={invitation} onWithdrawn={onGone} />
      )}
    </PeoplePart>
  );
}

function InvitationRow({
  invitation,
  onWithdrawn,
}: {
  invitation: Invitation;
  onWithdrawn: () => void;
}) {
  const { id, email, role, expires_at, is_expired } = invitation;
  const { call, map } = useOpenMap();
  const changes = [listKey(map.id, 'invitations')];
  const resending = useAction(
    () => call(path, { method: 'POST', body: { mapID: map.id, email, role } }),
    {
      failure: 'The invitation was not sent. Please try again.',
      changes,
      onDone: () => showToast('success', `A new invitation was mailed to ${email}.`),
    },
  );
  const withdrawal = useAction(() => call(`${path}/${id}`, { method: 'DELETE' }), {
    failure: 'The invitation was not withdrawn. Please try again.',
    changes,
    onDone: () => {
      showToast('success', `The invitation to ${email} was withdrawn.`);
      onWithdrawn();
    },
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
      <Text number={3} tone="soft">
        {roleLabel(role)} · {is_expired ? 'expired' : `waits until ${formatDate(expires_at)}`}
      </Text>
    </ListItem>
  );
}
