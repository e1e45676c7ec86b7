import { useEffect } from 'react';
import { CallFailedError, failureText, RequestRefusedError } from '../../../lib/api-errors.ts';
import { session } from '../../../lib/session.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { AccountLink, Outcome, OutcomePage, OutcomePending, useMailedLink } from './outcome.tsx';

/** The page of the link that was mailed to a changed address, which confirms the address. */
export function EmailPage() {
  const confirmation = useMailedLink<{ username: string; email: string }>(
    '/api/accounts/confirm_email',
  );
  const { isSuccess } = confirmation;
  useEffect(() => {
    // The profile of the person who is logged in shows the address as confirmed from here on.
    if (isSuccess) void session.refresh();
  }, [isSuccess]);
  return (
    <OutcomePage>
      {confirmation.isPending && <OutcomePending title="Confirming your email address…" />}
      {isSuccess && (
        <Outcome
          title="Email confirmed"
          text={`From now on we write to ${confirmation.data.email}.`}
          action={<AccountLink />}
        />
      )}
      {confirmation.error instanceof RequestRefusedError && (
        <Outcome
          title={confirmation.error.code === 'email_link_used' ? 'Already confirmed' : 'Error'}
          text={confirmation.error.message}
          action={<AccountLink />}
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
