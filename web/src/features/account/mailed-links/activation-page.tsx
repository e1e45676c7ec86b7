import type { Activated } from '@refugia/contract/account/account.ts';
import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { failureText, RequestRefusedError } from '../../../lib/api-errors.ts';
import { withNext } from '../../../lib/next-address.ts';
import { Button, ButtonLink } from '../../../ui/actions/button.tsx';
import { landingWithLogIn } from '../account-address.ts';
import {
  Outcome,
  OutcomePage,
  OutcomePending,
  useMailedLink,
  useRedirectLater,
} from './outcome.tsx';

/** The page of the mailed link that activates an account. */
export function ActivationPage() {
  const activation = useMailedLink<Activated>('/api/accounts/activate');
  const { error } = activation;
  const code = error instanceof RequestRefusedError ? error.code : null;
  const isExpired = code === 'activation_expired';
  const isUsed = code === 'activation_used';
  const logIn = withNext(landingWithLogIn, activation.data?.opens ?? null);
  useRedirectLater(
    activation.isSuccess || isUsed ? logIn : isExpired ? '/landing' : null,
    limits.account.activationRedirectMilliseconds,
  );

  return (
    <OutcomePage>
      {activation.isPending && <OutcomePending title={messages.activating} />}
      {activation.isSuccess && (
        <Outcome
          title={`Welcome, ${activation.data.username}.`}
          text={messages.activated}
          action={<ButtonLink href={logIn}>Log In</ButtonLink>}
        />
      )}
      {isUsed && (
        <Outcome
          title="Already activated"
          text={messages.linkUsed.activation}
          action={<ButtonLink href={landingWithLogIn}>Log In</ButtonLink>}
        />
      )}
      {isExpired && (
        <Outcome
          title="Error"
          text={messages.activationExpired}
          action={
            <ButtonLink href="/landing" kind="secondary">
              Landing page
            </ButtonLink>
          }
        />
      )}
      {error !== null && !isExpired && !isUsed && (
        <Outcome
          title="Error"
          text={failureText(error)}
          action={<Button onPress={() => void activation.refetch()}>Try again</Button>}
        />
      )}
    </OutcomePage>
  );
}
