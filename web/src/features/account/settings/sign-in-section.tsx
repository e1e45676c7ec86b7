import type { CurrentAccount } from '@refugia/contract/account/account.ts';
import { emailSchema } from '@refugia/contract/account/account.ts';
import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { useState } from 'react';
import { callApi } from '../../../lib/session.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { failureText } from '../failure-text.ts';
import { ProfileField } from './profile-field.tsx';
import { SettingsAction, SettingsRow, SettingsSection } from './settings.tsx';
import { UsernameField } from './username-field.tsx';

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
      <SettingsRow>
        <ProfileField
          label="Email"
          field="email"
          value={account.email}
          schema={emailSchema}
          maxLength={limits.account.emailMaxLength}
        />
        {!account.email_verified && (
          <Notice type="warning" isAnnounced>
            This address is not confirmed yet. Please follow the link that we have sent to{' '}
            {account.email}. Until then, your former address receives password resets.
          </Notice>
        )}
      </SettingsRow>
      <PasswordChange account={account} />
    </SettingsSection>
  );
}

/** A password is changed by a mailed link, so that an open screen alone is not enough for it. */
function PasswordChange({ account }: { account: CurrentAccount }) {
  const { email, email_verified: isVerified } = account;
  const [isPending, setIsPending] = useState(false);

  async function request(): Promise<void> {
    if (!emailSchema.safeParse(email).success) {
      showToast('error', messages.passwordReset.emailNotValid);
      return;
    }
    setIsPending(true);
    try {
      await callApi('/api/accounts/request_pass_reset', { method: 'POST', body: { email } });
      showToast('success', messages.passwordReset.mailedToYou);
    } catch (error) {
      showToast('error', failureText(error));
    } finally {
      setIsPending(false);
    }
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
        <Button kind="secondary" isPending={isPending} onPress={() => void request()}>
          Change Password
        </Button>
      }
    />
  );
}
