import { useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi, session } from '../../../lib/session.ts';
import { currentAccountPath } from '../../../lib/session-store.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { List, ListItem } from '../../../ui/data/list.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { failureText } from '../failure-text.ts';
import styles from './account-tab.module.css';
import { SettingsAction } from './settings.tsx';

/**
 * Deletes the account. The dialog says beforehand what is deleted with it, and asks for the
 * password.
 */
export function AccountDeletion() {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <SettingsAction
        title="Delete account"
        text="Your profile, your analyses and your maps go with it. This cannot be undone."
        action={
          <Button kind="secondary" tone="danger" onPress={() => setIsAsked(true)}>
            Delete account
          </Button>
        }
      />
      {isAsked && <DeletionDialog onClose={() => setIsAsked(false)} />}
    </>
  );
}

function DeletionDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [isPending, setIsPending] = useState(false);

  async function deleteAccount(): Promise<void> {
    if (isPending) return;
    setIsPending(true);
    try {
      await callApi(currentAccountPath, { method: 'DELETE', body: { password } });
    } catch (failure) {
      setIsPending(false);
      setError(failureText(failure));
      return;
    }
    session.logOut();
    showToast('success', 'Your account has been deleted.');
    navigate('/');
  }

  return (
    <Modal title="Delete your account?" isOpen onClose={onClose} role="alertdialog">
      <div className={styles.dialog}>
        <Text>This is deleted at once, and cannot be brought back:</Text>
        <List>
          <ListItem>your profile, photo, messages to us and beta testing preferences;</ListItem>
          <ListItem>every analysis that you ran, with its result and the links to it;</ListItem>
          <ListItem>every map that you own, for everybody who works on it.</ListItem>
        </List>
        <Text number={2} tone="soft">
          What you contributed to maps of others stays there. Your username and email address become
          free again. To keep a copy, download your data first.
        </Text>
        <Form onSubmit={() => void deleteAccount()}>
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
          <Button
            type="submit"
            tone="danger"
            wide
            isDisabled={password === ''}
            isPending={isPending}
          >
            Delete my account
          </Button>
          <Button kind="secondary" wide onPress={onClose}>
            Keep my account
          </Button>
        </Form>
      </div>
    </Modal>
  );
}
