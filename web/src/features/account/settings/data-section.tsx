import type { CurrentAccount } from '@refugia/contract/account/account.ts';
import { messages } from '@refugia/contract/messages.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { saveAsFile } from '../../../lib/save-as-file.ts';
import { callApi, session } from '../../../lib/session.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/modal.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { failureText } from '../failure-text.ts';
import { AccountDeletion } from './account-deletion.tsx';
import { SettingsAction, SettingsSection } from './settings.tsx';

/** The section to log out everywhere, to download all of one's data, and to delete the account. */
export function DataSection({ account }: { account: CurrentAccount }) {
  return (
    <SettingsSection
      title="Sessions and data"
      about="What is kept about you is yours: take it with you, or have it deleted."
    >
      <LogOutEverywhere />
      <DataExport username={account.username} />
      <AccountDeletion />
    </SettingsSection>
  );
}

function LogOutEverywhere() {
  const navigate = useNavigate();
  const [isAsked, setIsAsked] = useState(false);
  const [isPending, setIsPending] = useState(false);

  async function logOut(): Promise<void> {
    setIsPending(true);
    try {
      await callApi('/api/accounts/logout_everywhere', { method: 'POST' });
      session.logOut();
      showToast('success', messages.loggedOut);
      navigate('/');
    } catch (error) {
      setIsPending(false);
      showToast('error', failureText(error));
    }
  }

  return (
    <>
      <SettingsAction
        title="Log out everywhere"
        text="Ends every log-in of yours, on this device and all others."
        action={
          <Button kind="secondary" onPress={() => setIsAsked(true)}>
            Log out everywhere
          </Button>
        }
      />
      <ConfirmDialog
        title="Log out everywhere?"
        isOpen={isAsked}
        confirmLabel="Log out everywhere"
        isPending={isPending}
        onConfirm={() => void logOut()}
        onCancel={() => setIsAsked(false)}
      >
        <Text>You are logged out here too, and log in again with your password.</Text>
      </ConfirmDialog>
    </>
  );
}

function DataExport({ username }: { username: string }) {
  const [isPending, setIsPending] = useState(false);

  async function save(): Promise<void> {
    setIsPending(true);
    try {
      const file = await callApi<Blob>('/api/accounts/export', { asFile: true });
      saveAsFile(`${username}-${new Date().toISOString().slice(0, 10)}.json`, file);
    } catch (error) {
      showToast('error', failureText(error));
    } finally {
      setIsPending(false);
    }
  }

  return (
    <SettingsAction
      title="Download my data"
      text="Everything that is kept about you, as one JSON file."
      action={
        <Button kind="secondary" isPending={isPending} onPress={() => void save()}>
          Download
        </Button>
      }
    />
  );
}
