import type {
  AcceptedInvitation,
  MailedInvitation,
} from '@refugia/contract/collaborative-mapper/invitations.ts';
import { useQuery } from '@tanstack/react-query';
import { MailOpen, MailX } from 'lucide-react';
import { useEffect } from 'react';
import { Navigate, useParams } from 'react-router';
import { failureText, RequestRefusedError } from '../../../lib/api-errors.ts';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { useModalAddress } from '../../../lib/modal-address.ts';
import { callApi, session, useSession } from '../../../lib/session.ts';
import { Button, ButtonLink } from '../../../ui/actions/button.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { mapAddress } from '../calls/maps.ts';
import { roleDeeds, roleOptions } from '../collaborators/roles.ts';

const path = '/api/rrm/invitations';
/** The answer does not change while the page is open, and a failure has a button of its own. */
const once = { retry: false, staleTime: Number.POSITIVE_INFINITY, refetchOnReconnect: false };

/** Where the link of an invitation's mail leads. Visitors learn who invites them to what. */
export function InvitationPage() {
  useDocumentTitle('Invitation to a map');
  const { token = '' } = useParams();
  const { status } = useSession();
  return (
    <Page width="narrow">
      {status === 'checking' && <Spinner size="lg" label="Opening the invitation" />}
      {status === 'visitor' && <Offer token={token} />}
      {status === 'authenticated' && <Acceptance token={token} />}
    </Page>
  );
}

function Offer({ token }: { token: string }) {
  const { openModal } = useModalAddress();
  const { data, error, refetch } = useQuery({
    queryKey: ['rrm', 'invitation', token],
    queryFn: () => callApi<MailedInvitation>(`${path}/mailed`, { query: { token } }),
    ...once,
  });
  if (error) return <Refusal error={error} onRetry={() => void refetch()} />;
  if (!data) return <Spinner size="lg" label="Opening the invitation" />;
  const role = roleOptions.find(({ id }) => id === data.role);
  return (
    <EmptyState
      icon={MailOpen}
      headingLevel={1}
      title={`${data.inviter} invites you to “${data.map}”`}
      actions={
        <>
          <Button onPress={() => openModal('signup')}>Sign Up</Button>
          <Button kind="secondary" onPress={() => openModal('login')}>
            Log In
          </Button>
        </>
      }
    >
      Your role on this map: {role?.label}. {role?.description} Please sign up with the address that
      received the invitation, or log in to the account that has it. The map then opens.
    </EmptyState>
  );
}

function Acceptance({ token }: { token: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['rrm', 'invitation', token, 'accept'],
    queryFn: () =>
      callApi<AcceptedInvitation>(`${path}/accept`, { method: 'POST', body: { token } }),
    ...once,
    gcTime: 0,
  });
  const deed = data && `${data.map}: you ${roleDeeds[data.role]}`;
  useEffect(() => {
    if (deed !== undefined) showToast('success', deed);
  }, [deed]);
  if (error) return <Refusal error={error} onRetry={() => void refetch()} />;
  if (!data) return <Spinner size="lg" label="Accepting the invitation" />;
  return <Navigate to={mapAddress(data.mapID)} replace />;
}

function Refusal({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const code = error instanceof RequestRefusedError ? error.code : null;
  return (
    <EmptyState
      icon={MailX}
      headingLevel={1}
      title="The invitation can’t be accepted"
      actions={
        <>
          {code === null && <Button onPress={onRetry}>Try again</Button>}
          {code === 'other_address' && (
            <Button onPress={() => void session.logOut()}>Log Out</Button>
          )}
          <ButtonLink kind="secondary" href="/apps/collaborativemapper/dashboard">
            All maps
          </ButtonLink>
        </>
      }
    >
      {failureText(error, 'The server did not answer. Please try again.')}
    </EmptyState>
  );
}
