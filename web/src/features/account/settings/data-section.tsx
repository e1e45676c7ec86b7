import type { CurrentAccount } from '@refugia/contract/account/account.ts';
import { messages } from '@refugia/contract/messages.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { failureText } from '../../../lib/api-errors.ts';
import { saveAsFile } from '../../../lib/save-as-file.ts';
import { callApi, session } from '../../../lib/session.ts';
import { currentAccountPath } from '../../../lib/session-store.ts';
import { useCall } from '../../../lib/use-call.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { List, ListItem } from '../../../ui/data/list.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { ConfirmDialog, Modal } from '../../../ui/overlays/modal.tsx';
import { showFailure, showToast } from '../../../ui/overlays/toast.tsx';
import { SideNote, Text } from '../../../ui/style/typography.tsx';
import { SettingsAction, SettingsSection } from './settings.tsx';

/** Logs out everywhere, downloads all of one's data, and deletes the account. */
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
  const [isConfirming, setIsConfirming] = useState(false);
  const { isPending, run } = useCall(showFailure);

  const logOut = () =>
    run(async () => {
      await callApi('/api/accounts/logout_everywhere', { method: 'POST' });
      session.logOut();
      showToast('success', messages.loggedOut);
      navigate('/');
    });

  return (
    <>
      <SettingsAction
        title="Log out everywhere"
        text="Ends every log-in of yours, on this device and all others."
        action={
          <Button kind="secondary" onPress={() => setIsConfirming(true)}>
            Log out everywhere
          </Button>
        }
      />
      <ConfirmDialog
        title="Log out everywhere?"
        isOpen={isConfirming}
        confirmLabel="Log out everywhere"
        isPending={isPending}
        onConfirm={logOut}
        onCancel={() => setIsConfirming(false)}
      >
        <Text>You are logged out here too, and log in again with your password.</Text>
      </ConfirmDialog>
    </>
  );
}

function DataExport({ username }: { username: string }) {
  const { isPending, run } = useCall(showFailure);

  const save = () =>
    run(async () => {
      const file = await callApi<Blob>('/api/accounts/export', { asFile: true });
      saveAsFile(`${username}-${new Date().toISOString().slice(0, 10)}.json`, file);
    });

  return (
    <SettingsAction
      title="Download my data"
      text="Everything that is kept about you, as one JSON file."
      action={
        <Button kind="secondary" isPending={isPending} onPress={save}>
          Download
        </Button>
      }
    />
  );
}

function AccountDeletion() {
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <>
      <SettingsAction
        title="Delete account"
        text="Your profile, your analyses and your maps go with it. This cannot be undone."
        action={
          <Button kind="secondary" tone="danger" onPress={() => setIsConfirming(true)}>
            Delete account
          </Button>
        }
      />
      {isConfirming && <DeletionDialog onClose={() => setIsConfirming(false)} />}
    </>
  );
}

function DeletionDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const { isPending, run } = useCall((failure) => setError(failureText(failure)));

  const deleteAccount = () =>
    run(async () => {
      await callApi(currentAccountPath, { method: 'DELETE', body: { password } });
      session.logOut();
      showToast('success', 'Your account has been deleted.');
      navigate('/');
    });

  return (
    <Modal title="Delete your account?" onClose={onClose} role="alertdialog">
      <Text>This is deleted at once, and cannot be brought back:</Text>
      <List>
        <ListItem>your profile, photo, messages to us and beta testing preferences;</ListItem>
        <ListItem>every analysis that you ran, with its result and the links to it;</ListItem>
        <ListItem>every map that you own, for everybody who works on it.</ListItem>
      </List>
      <SideNote number={2}>
        What you contributed to maps of others stays there. Your username and email address become
        free again. To keep a copy, download your data first.
      </SideNote>
      <Form onSubmit={deleteAccount}>
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(next) => {
            setPassword(next);
            setError(undefined);
          }}
          error={error}
        />
        <Button type="submit" tone="danger" wide isDisabled={password === ''} isPending={isPending}>
          Delete my account
        </Button>
        <Button kind="secondary" wide onPress={onClose}>
          Keep my account
        </Button>
      </Form>
    </Modal>
  );
}
