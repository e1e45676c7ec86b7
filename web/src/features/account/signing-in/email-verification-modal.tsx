import { MailCheck } from 'lucide-react';
import { useModalAddress } from '../../../lib/modal-address.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import styles from './account.module.css';

/** After signing up: the account waits until the mailed link is followed. */
export function EmailVerificationModal() {
  const { closeModal } = useModalAddress();
  return (
    <Modal
      title="Email Verification"
      isOpen
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
        <Text number={2} tone="soft">
          Nothing there after a few minutes? Have a look in the spam folder.
        </Text>
      </div>
    </Modal>
  );
}
