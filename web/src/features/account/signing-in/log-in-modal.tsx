import type { Login } from '@refugia/contract/account/account.ts';
import type { RecoveryAnswer } from '@refugia/contract/account/recovery.ts';
import { messages } from '@refugia/contract/messages.ts';
import { useState } from 'react';
import { failureText, RequestRefusedError } from '../../../lib/api-errors.ts';
import { useModalAddress } from '../../../lib/modal-address.ts';
import { callApi, session } from '../../../lib/session.ts';
import { useCall } from '../../../lib/use-call.ts';
import { Button, TextButton } from '../../../ui/actions/button.tsx';
import { LinkButton } from '../../../ui/actions/link.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { showFailure, showToast } from '../../../ui/overlays/toast.tsx';
import { SideNote } from '../../../ui/style/typography.tsx';
import styles from './account.module.css';

function showLogInFailure(error: unknown): void {
  // Better credentials would not help against too many tries.
  const isRefused = error instanceof RequestRefusedError && error.status !== 429;
  showToast('error', isRefused ? messages.credentialsNotValid : failureText(error));
}

/**
 * Logs a person in. The inputs accept text of any format, because the server alone decides what is
 * right. To a person whose account is not activated it offers to mail the link again.
 */
export function LogInModal() {
  const { openModal, closeModal } = useModalAddress();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [waiting, setWaiting] = useState<Login | null>(null);
  const { isPending, run } = useCall(showLogInFailure);

  const submit = () =>
    run(async () => {
      const credentials = { username: username.trim(), password };
      const outcome = await session.logIn(credentials);
      if (outcome === 'authenticated') {
        showToast('success', messages.loggedIn);
        return;
      }
      setWaiting(credentials);
      showToast('warning', messages.accountNotActivated);
    });

  return (
    <Modal title="Log In" onClose={closeModal}>
      <Form onSubmit={submit}>
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
          <SideNote number={2}>
            <LinkButton onPress={() => openModal('forgot-username')}>Forgot username</LinkButton>
          </SideNote>
          <SideNote number={2}>
            <LinkButton onPress={() => openModal('reset-password')}>Reset Password</LinkButton>
          </SideNote>
        </div>
        <SideNote number={2}>
          New here? <LinkButton onPress={() => openModal('signup')}>Sign Up</LinkButton>
        </SideNote>
      </Form>
    </Modal>
  );
}

function ActivationReminder({ credentials }: { credentials: Login }) {
  const { isPending, run } = useCall(showFailure);

  const mailAgain = () =>
    run(async () => {
      const { message } = await callApi<RecoveryAnswer>('/api/accounts/activation_mail', {
        method: 'POST',
        body: credentials,
        authenticated: false,
      });
      showToast('success', message);
    });

  return (
    <Notice type="warning">
      {messages.accountNotActivated}
      <TextButton isPending={isPending} onPress={mailAgain}>
        Send the email again
      </TextButton>
    </Notice>
  );
}
