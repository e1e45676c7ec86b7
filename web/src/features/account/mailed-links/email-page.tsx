import { useEffect } from 'react';
import { CallFailedError, failureText, RequestRefusedError } from '../../../lib/api-errors.ts';
import { session, useSession } from '../../../lib/session.ts';
import { Button, ButtonLink } from '../../../ui/actions/button.tsx';
import { accountTabAddress, landingWithLogIn } from '../account-address.ts';
import { Outcome, OutcomePage, OutcomePending, useMailedLink } from './outcome.tsx';

/** The page of the link that was mailed to a changed address. It confirms the address. */
export function EmailPage() {
  const { account } = useSession();
  const confirmation = useMailedLink<{ username: string; email: string }>(
    '/api/accounts/confirm_email',
  );
  const { isSuccess } = confirmation;
  useEffect(() => {
    // The profile of the person who is logged in shows the address as confirmed from here on.
    if (isSuccess) void session.refresh();
  }, [isSuccess]);
  const wayBack =
    account === null ? (
      <ButtonLink href={landingWithLogIn}>Log In</ButtonLink>
    ) : (
      <ButtonLink href={accountTabAddress(account.username)}>Your account</ButtonLink>
    );

  return (
    <OutcomePage>
      {confirmation.isPending && <OutcomePending title="Confirming your email address…" />}
      {isSuccess && (
        <Outcome
          title="Email confirmed"
          text={`From now on we write to ${confirmation.data.email}.`}
          action={wayBack}
        />
      )}
      {confirmation.error instanceof RequestRefusedError && (
        <Outcome
          title={confirmation.error.code === 'email_link_used' ? 'Already confirmed' : 'Error'}
          text={confirmation.error.message}
          action={wayBack}
        />
      )}
      {confirmation.error instanceof CallFailedError && (
        <Outcome
          title="Error"
          text={failureText(confirmation.error)}
          action={<Button onPress={() => void confirmation.refetch()}>Try again</Button>}
        />
      )}
    </OutcomePage>
  );
}
