import {
  type CurrentAccount,
  emailSchema,
  usernameSchema,
} from '@refugia/contract/account/account.ts';
import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { failureText, RequestRefusedError } from '../../../lib/api-errors.ts';
import { callApi, session } from '../../../lib/session.ts';
import { saveUsername } from '../../../lib/update-profile.ts';
import { useCall } from '../../../lib/use-call.ts';
import { firstIssue } from '../../../lib/validated-form.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { EditableText } from '../../../ui/forms/editable-text.tsx';
import { ConfirmDialog } from '../../../ui/overlays/modal.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { showFailure, showToast } from '../../../ui/overlays/toast.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { ProfileField, SettingsAction, SettingsRow, SettingsSection } from './settings.tsx';

/** The username, the password, and the email address to which links to recover them are sent. */
export function SignInSection({ account }: { account: CurrentAccount }) {
  return (
    <SettingsSection
      title="Log-in"
      about="A change of username ends every log-in of yours. Your email address is shown to you alone."
    >
      <SettingsRow>
        <UsernameField username={account.username} />
      </SettingsRow>
      <ProfileField
        label="Email"
        field="email"
        value={account.email}
        schema={emailSchema}
        maxLength={limits.account.emailMaxLength}
      >
        {!account.email_verified && (
          <Notice type="warning" isAnnounced>
            This address is not confirmed yet. Please follow the link that we have sent to{' '}
            {account.email}. Until then, your former address receives password resets.
          </Notice>
        )}
      </ProfileField>
      <PasswordChange account={account} />
    </SettingsSection>
  );
}

/** A password is changed by a mailed link, so that an open screen alone is not enough for it. */
function PasswordChange({ account }: { account: CurrentAccount }) {
  const { email, email_verified: isVerified } = account;
  const { isPending, run } = useCall(showFailure);

  function request(): void {
    if (!emailSchema.safeParse(email).success) {
      showToast('error', messages.passwordReset.emailNotValid);
      return;
    }
    run(async () => {
      await callApi('/api/accounts/request_pass_reset', { method: 'POST', body: { email } });
      showToast('success', messages.passwordReset.mailedToYou);
    });
  }

  return (
    <SettingsAction
      title="Password"
      text={
        isVerified
          ? 'We send you a link to choose a new one.'
          : 'We send a link to choose a new one to your former address: the new address is not confirmed yet.'
      }
      action={
        <Button kind="secondary" isPending={isPending} onPress={request}>
          Change Password
        </Button>
      }
    />
  );
}

interface Question {
  username: string;
  answer: PromiseWithResolvers<void>;
}

function usernameFailureText(error: unknown): string {
  if (!(error instanceof RequestRefusedError)) return failureText(error);
  if (error.code === 'username_taken') return messages.profile.usernameAlreadyTaken;
  return error.fields.username ?? error.message;
}

/**
 * A new username is confirmed first, because everybody has to log in again. The field stays open
 * until then.
 */
function UsernameField({ username }: { username: string }) {
  const navigate = useNavigate();
  const [question, setQuestion] = useState<Question | null>(null);
  const [isPending, setIsPending] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);

  function ask(next: string): Promise<void> {
    const answer = Promise.withResolvers<void>();
    setQuestion({ username: next, answer });
    return answer.promise;
  }

  function goBack(): void {
    question?.answer.reject(new Error('The username stays.'));
    setQuestion(null);
  }

  async function confirm({ username: next, answer }: Question): Promise<void> {
    if (isPending) return;
    setIsPending(true);
    try {
      await saveUsername(next);
    } catch (error) {
      showToast('error', usernameFailureText(error));
      answer.reject(error);
      return;
    } finally {
      setIsPending(false);
      setQuestion(null);
    }
    setIsLeaving(true);
    answer.resolve();
    showToast('success', messages.profile.usernameChanged);
    // The log-out happens even if the page is left before, because the token's name is gone.
    setTimeout(() => {
      session.logOut();
      navigate('/');
    }, limits.account.usernameChangeRedirectMilliseconds);
  }

  return (
    <>
      <EditableText
        label="Username"
        value={username}
        validate={(value) => firstIssue(usernameSchema, value)}
        maxLength={limits.account.usernameMaxLength}
        isDisabled={isLeaving}
        onSave={ask}
      />
      <ConfirmDialog
        title="Change username?"
        isOpen={question !== null}
        confirmLabel="Confirm username change"
        cancelLabel="Go back"
        isPending={isPending}
        onConfirm={() => {
          if (question !== null) void confirm(question);
        }}
        onCancel={goBack}
      >
        <Text>
          You become <strong>{question?.username}</strong>. You are logged out everywhere and log in
          again with the new name; links to your profile under the old name stop working.
        </Text>
      </ConfirmDialog>
    </>
  );
}
