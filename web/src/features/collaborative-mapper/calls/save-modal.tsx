import type { ReactNode } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';

interface SaveModalProps {
  title: string;
  /** `side` leaves the map in sight. */
  place?: 'side';
  saving: { readonly isPending: boolean; mutate(): void };
  isDisabled?: boolean;
  /** A button before Cancel and Save. */
  beside?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog whose fields are saved together. */
export function SaveModal(props: SaveModalProps) {
  const { title, place, saving, isDisabled, beside, onClose, children } = props;
  return (
    <Modal
      title={title}
      place={place}
      onClose={onClose}
      footer={
        <>
          {beside}
          <Button kind="secondary" onPress={onClose}>
            Cancel
          </Button>
          <Button
            isDisabled={isDisabled}
            isPending={saving.isPending}
            onPress={() => saving.mutate()}
          >
            Save
          </Button>
        </>
      }
    >
      {children}
    </Modal>
  );
}
