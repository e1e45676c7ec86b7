import { emailSchema } from '@refugia/contract/account/account.ts';
import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { useState } from 'react';
import { firstIssue } from '../../../lib/first-issue.ts';
import { useModalAddress } from '../../../lib/modal-address.ts';
import { callApi } from '../../../lib/session.ts';
import { focusFirstError, useValidatedForm } from '../../../lib/validated-form.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { LinkButton } from '../../../ui/actions/link.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { failureText } from '../failure-text.ts';

/** Has a link mailed with which a new password can be set. */
export function ResetPasswordModal() {
  const { openModal, closeModal } = useModalAddress();
  const form = useValidatedForm({ email: '' }, ({ email }) => ({
    email: firstIssue(emailSchema, email),
  }));
  const [isPending, setIsPending] = useState(false);

  async function submit(element: HTMLFormElement): Promise<void> {
    if (isPending) return;
    form.showErrors();
    if (form.errors.email !== undefined) {
      showToast('error', messages.passwordReset.emailNotValid);
      focusFirstError(element, form.errors);
      return;
    }
    setIsPending(true);
    try {
      await callApi('/api/accounts/request_pass_reset', {
        method: 'POST',
        body: { email: form.values.email.trim() },
        authenticated: false,
      });
      showToast('success', messages.passwordResetMailed);
      closeModal();
    } catch (error) {
      setIsPending(false);
      showToast('error', failureText(error));
    }
  }

  return (
    <Modal title="Reset Password" isOpen onClose={closeModal}>
      <Form onSubmit={(element) => void submit(element)}>
        <Text tone="soft">
          Enter the email address of your account, and we send a link there to choose a new
          password.
        </Text>
        <TextField
          {...form.field('email')}
          label="Email"
          type="email"
          autoComplete="email"
          maxLength={limits.account.emailMaxLength}
          autoFocus
        />
        <Button type="submit" size="lg" wide isPending={isPending}>
          Reset Password
        </Button>
        <Text number={2} tone="soft">
          Remembered it? <LinkButton onPress={() => openModal('login')}>Log In</LinkButton>
        </Text>
      </Form>
    </Modal>
  );
}
