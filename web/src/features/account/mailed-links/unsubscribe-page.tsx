import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { failureText } from '../../../lib/api-errors.ts';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { callApi } from '../../../lib/session.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { AccountLink, Outcome, OutcomePage } from './outcome.tsx';

/**
 * The page of a mail's link by which its reader gets no more of them. It needs no log-in, but a
 * press, because programs that check mails follow every link.
 */
export function UnsubscribePage() {
  useDocumentTitle('No more mails about maps');
  const [parameters] = useSearchParams();
  const token = parameters.get('token') ?? '';
  const ending = useMutation({
    mutationFn: () =>
      callApi('/api/notifications/unsubscribe', {
        method: 'POST',
        query: { token },
        authenticated: false,
      }),
  });
  return (
    <OutcomePage>
      {ending.isSuccess ? (
        <Outcome
          title="No more mails about maps"
          text="The bell on every page still tells you what others did. You can choose mails again on your profile."
          action={<AccountLink />}
        />
      ) : (
        <Outcome
          title="No more mails about maps?"
          text={
            ending.isError
              ? failureText(ending.error)
              : 'We then write no more when others propose, decide or comment. Mail about your own account comes in any case.'
          }
          action={
            <Button isPending={ending.isPending} onPress={() => ending.mutate()}>
              Unsubscribe
            </Button>
          }
        />
      )}
    </OutcomePage>
  );
}
