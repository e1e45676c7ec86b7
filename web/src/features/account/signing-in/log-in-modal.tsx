import type { Login } from '@refugia/contract/account/account.ts';
import type { RecoveryAnswer } from '@refugia/contract/account/recovery.ts';
import { messages } from '@refugia/contract/messages.ts';
import { type FormEvent, useState } from 'react';
import { RequestRefusedError } from '../../../lib/api-errors.ts';
import { useModalAddress } from '../../../lib/modal-address.ts';
import { callApi, session } from '../../../lib/session.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { LinkButton } from '../../../ui/actions/link.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { failureText } from '../failure-text.ts';
import styles from './account.module.css';

/** The sentence for a log-in that did not succeed. */
function logInFailureText(error: unknown): string {
  if (!(error instanceof RequestRefusedError)) return failureText(error);
  // Too many tries is the one refusal that better credentials would not help.
  return error.status === 429 ? error.message : messages.credentialsNotValid;
}

/**
 * Asks for username or email, and for the password. The inputs accept text of any format, because
 * the server alone decides what is right. The modal closes by itself once somebody is logged in. It
 * also tells a person that their account is not activated, and offers to mail the link again.
 */
export function LogInModal() {
  const { openModal, closeModal } = useModalAddress();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [isPending, setIsPending] = useState(false);
  const [waiting, setWaiting] = useState<Login | null>(null);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isPending) return;
    setIsPending(true);
    const credentials = { username: username.trim(), password };
    try {
      const outcome = await session.logIn(credentials);
      if (outcome === 'authenticated') {
        showToast('success', messages.loggedIn);
        return;
      }
      setIsPending(false);
      setWaiting(credentials);
      showToast('warning', messages.accountNotActivated);
    } catch (error) {
      setIsPending(false);
      showToast('error', logInFailureText(error));
    }
  }

  return (
    <Modal title="Log In" isOpen onClose={closeModal}>
      <form className={styles.form} onSubmit={submit}>
        {waiting !== null && <ActivationReminder credentials={waiting} />}
        <TextField
          label="Username or email"
          name="username"
          autoComplete="username"
          autoFocus
          value={username}
          onChange={setUsername}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
        <Button type="submit" size="lg" wide isPending={isPending}>
          Log In
        </Button>
        <div className={styles.forgotten}>
          <Text number={2} tone="soft">
            <LinkButton onPress={() => openModal('forgot-username')}>Forgot username</LinkButton>
          </Text>
          <Text number={2} tone="soft">
            <LinkButton onPress={() => openModal('reset-password')}>Reset Password</LinkButton>
          </Text>
        </div>
        <Text number={2} tone="soft">
          New here? <LinkButton onPress={() => openModal('signup')}>Sign Up</LinkButton>
        </Text>
      </form>
    </Modal>
  );
}

/** Says that the account waits for its activation, and mails the link again. */
function ActivationReminder({ credentials }: { credentials: Login }) {
  const [isPending, setIsPending] = useState(false);

  async function mailAgain(): Promise<void> {
    setIsPending(true);
    try {
      const { message } = await callApi<RecoveryAnswer>('/api/accounts/activation_mail', {
        method: 'POST',
        body: credentials,
        authenticated: false,
      });
      showToast('success', message);
    } catch (error) {
      showToast('error', failureText(error));
    } finally {
      setIsPending(false);
    }
  }

  return (
    <Notice type="warning">
      {messages.accountNotActivated}
      <Button kind="text" size="sm" isPending={isPending} onPress={() => void mailAgain()}>
        Send the email again
      </Button>
    </Notice>
  );
}
