import { type FormEvent, useState } from 'react';
import { useModalAddress } from '../../../lib/modal-address.ts';
import { callApi } from '../../../lib/session.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { LinkButton } from '../../../ui/actions/link.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { failureText } from '../failure-text.ts';
import styles from './account.module.css';

/**
 * Asks for an email address, to which the username is mailed. The input accepts text of any format.
 */
export function ForgotUsernameModal() {
  const { openModal, closeModal } = useModalAddress();
  const [email, setEmail] = useState('');
  const [isPending, setIsPending] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isPending) return;
    setIsPending(true);
    try {
      const { success, message } = await callApi<{ success: boolean; message: string }>(
        '/api/accounts/retrieve_username',
        { query: { email: email.trim() }, authenticated: false },
      );
      showToast(success ? 'success' : 'error', message);
      if (success) closeModal();
      else setIsPending(false);
    } catch (error) {
      setIsPending(false);
      showToast('error', failureText(error));
    }
  }

  return (
    <Modal title="Forgot username" isOpen onClose={closeModal}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <Text tone="soft">
          Enter the email address of your account, and we send your username there.
        </Text>
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          autoFocus
          value={email}
          onChange={setEmail}
        />
        <Button type="submit" size="lg" wide isPending={isPending}>
          Retrieve Username
        </Button>
        <Text number={2} tone="soft">
          Remembered it? <LinkButton onPress={() => openModal('login')}>Log In</LinkButton>
        </Text>
      </form>
    </Modal>
  );
}
