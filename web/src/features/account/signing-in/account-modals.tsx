import { MailCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useModalAddress } from '../../../lib/modal-address.ts';
import { useSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { SideNote, Text } from '../../../ui/style/typography.tsx';
import styles from './account.module.css';
import { LogInModal } from './log-in-modal.tsx';
import { ForgotUsernameModal, ResetPasswordModal } from './recovery-modals.tsx';
import { SignUpModal } from './sign-up-modal.tsx';

/** The account modal that the address names. Logging in, here or in another tab, closes it. */
export function AccountModals() {
  const { modal, closeModal } = useModalAddress();
  const { status } = useSession();
  const isPointless = status === 'authenticated' && modal !== null;
  useEffect(() => {
    if (isPointless) closeModal();
  }, [isPointless, closeModal]);
  if (isPointless) return null;

  switch (modal) {
    case 'login':
      return <LogInModal />;
    case 'signup':
      return <SignUpModal />;
    case 'email-verification':
      return <EmailVerificationModal />;
    case 'forgot-username':
      return <ForgotUsernameModal />;
    case 'reset-password':
      return <ResetPasswordModal />;
    case 'private-map':
    case null:
      return null;
  }
}

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
