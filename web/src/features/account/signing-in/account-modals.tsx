import { emailSchema } from '@refugia/contract/account/account.ts';
import type { RecoveryAnswer } from '@refugia/contract/account/recovery.ts';
import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { MailCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useModalAddress } from '../../../lib/modal-address.ts';
import { callApi, useSession } from '../../../lib/session.ts';
import { useCall } from '../../../lib/use-call.ts';
import { firstIssue, useValidatedForm } from '../../../lib/validated-form.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { LinkButton } from '../../../ui/actions/link.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { showFailure, showToast } from '../../../ui/overlays/toast.tsx';
import { SideNote, Text } from '../../../ui/style/typography.tsx';
import styles from './account.module.css';
import { LogInModal } from './log-in-modal.tsx';
import { SignUpModal } from './sign-up-modal.tsx';

/** The account modal that the address names. Logging in, here or in another tab, closes it. */
export function AccountModals() {
  const { modal, closeModal } = useModalAddress();
  const { status } = useSession();
  const isPointless = status === 'authenticated' && modal !== null;
  useEffect(() => {
    if (isPointless) closeModal();
  }, [isPointless, closeModal]);
  if (isPointless || modal === null || modal === 'private-map') return null;
  const Shown = modals[modal];
  return <Shown />;
}

const modals = {
  login: LogInModal,
  signup: SignUpModal,
  'email-verification': EmailVerificationModal,
  'forgot-username': ForgotUsernameModal,
  'reset-password': ResetPasswordModal,
};

function EmailVerificationModal() {
  const { closeModal } = useModalAddress();
  return (
    <Modal
      title="Email Verification"
      onClose={closeModal}
      footer={<Button onPress={closeModal}>OK</Button>}
    >
      <div className={styles.sent}>
        <span className={styles.sentIcon}>
          <Icon of={MailCheck} size="lg" />
        </span>
        <Text>
          We have sent you an email with an activation link. Please follow it to verify your
          address; after that you can log in.
        </Text>
        <SideNote number={2}>
          Nothing there after a few minutes? Have a look in the spam folder.
        </SideNote>
      </div>
    </Modal>
  );
}

/** Has the username mailed to an email address. The input accepts text of any format. */
function ForgotUsernameModal() {
  const { closeModal } = useModalAddress();
  const [email, setEmail] = useState('');
  const { isPending, run } = useCall(showFailure);

  const submit = () =>
    run(async () => {
      const { success, message } = await callApi<RecoveryAnswer>(
        '/api/accounts/retrieve_username',
        { query: { email: email.trim() }, authenticated: false },
      );
      showToast(success ? 'success' : 'error', message);
      if (success) closeModal();
    });

  return (
    <Modal title="Forgot username" onClose={closeModal}>
      <Form onSubmit={submit}>
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
        <Remembered />
      </Form>
    </Modal>
  );
}

/** Has a link mailed with which a new password can be set. */
function ResetPasswordModal() {
  const { closeModal } = useModalAddress();
  const form = useValidatedForm({ email: '' }, ({ email }) => ({
    email: firstIssue(emailSchema, email),
  }));
  const { isPending, run } = useCall(showFailure);

  function submit(element: HTMLFormElement): void {
    if (isPending) return;
    if (!form.canSubmit(element)) {
      showToast('error', messages.passwordReset.emailNotValid);
      return;
    }
    run(async () => {
      await callApi('/api/accounts/request_pass_reset', {
        method: 'POST',
        body: { email: form.values.email.trim() },
        authenticated: false,
      });
      showToast('success', messages.passwordResetMailed);
      closeModal();
    });
  }

  return (
    <Modal title="Reset Password" onClose={closeModal}>
      <Form onSubmit={submit}>
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
        <Remembered />
      </Form>
    </Modal>
  );
}

function Remembered() {
  const { openModal } = useModalAddress();
  return (
    <SideNote number={2}>
      Remembered it? <LinkButton onPress={() => openModal('login')}>Log In</LinkButton>
    </SideNote>
  );
}
