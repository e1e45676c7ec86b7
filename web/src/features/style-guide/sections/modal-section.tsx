import { useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { ConfirmDialog, Modal } from '../../../ui/overlays/modal.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { Sample, Samples } from '../sample.tsx';

type Open = 'md' | 'wide' | 'confirm' | 'danger' | null;

/** The style guide's section 'modal'. */
export function ModalSection() {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <Samples>
      <Sample title="Modal" note="A press on the backdrop leaves it open; Escape closes it.">
        <div className={utilities.cluster}>
          <Button kind="secondary" onPress={() => setOpen('md')}>
            Size md
          </Button>
          <Button kind="secondary" onPress={() => setOpen('wide')}>
            Size wide
          </Button>
        </div>
      </Sample>
      <Sample title="Confirm dialog">
        <div className={utilities.cluster}>
          <Button kind="secondary" onPress={() => setOpen('confirm')}>
            Ask
          </Button>
          <Button kind="secondary" tone="danger" onPress={() => setOpen('danger')}>
            Ask before deleting
          </Button>
        </div>
      </Sample>
      <Modal
        title="Email Verification"
        size={open === 'wide' ? 'wide' : 'md'}
        isOpen={open === 'md' || open === 'wide'}
        onClose={close}
        footer={<Button onPress={close}>Done</Button>}
      >
        <Text>We sent you a link. Follow it, and your account is ready.</Text>
      </Modal>
      <ConfirmDialog
        title="Change your username?"
        isOpen={open === 'confirm'}
        confirmLabel="Confirm username change"
        cancelLabel="Go back"
        onConfirm={close}
        onCancel={close}
      >
        <Text>You will be logged out and log in again with the new one.</Text>
      </ConfirmDialog>
      <ConfirmDialog
        title="Delete this map?"
        isOpen={open === 'danger'}
        confirmLabel="Delete map"
        tone="danger"
        onConfirm={close}
        onCancel={close}
      >
        <Text>It can be restored for 30 days.</Text>
      </ConfirmDialog>
    </Samples>
  );
}
