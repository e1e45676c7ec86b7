import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../actions/icon-button.tsx';
import { ConfirmDialog } from './modal.tsx';

interface DeleteDialogProps {
  title: string;
  /** Says what is deleted, and whether it can be restored. */
  children: ReactNode;
  remove: () => Promise<unknown>;
  onRemoved: () => unknown;
  /** Called when the deletion has failed. The dialog stays open for another try. */
  onFailure?: (error: unknown) => void;
  onCancel: () => void;
}

/** Deletes something after a confirmation. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { title, children, remove, onRemoved, onFailure, onCancel } = props;
  const removal = useMutation({ mutationFn: remove, onSuccess: onRemoved, onError: onFailure });
  return (
    <ConfirmDialog
      title={title}
      confirmLabel="Delete"
      tone="danger"
      isPending={removal.isPending}
      onConfirm={() => removal.mutate()}
      onCancel={onCancel}
    >
      {children}
    </ConfirmDialog>
  );
}

interface DeleteButtonProps extends Omit<DeleteDialogProps, 'onCancel'> {
  /** The entry's name, by which screen readers tell its button from those of other entries. */
  name: string;
}

/** A button of a list entry, which deletes the entry after a confirmation. */
export function DeleteButton({ name, onRemoved, ...dialog }: DeleteButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  return (
    <>
      <IconButton
        icon={Trash2}
        label={`Delete ${name}`}
        tip="Delete"
        onPress={() => setIsAsking(true)}
      />
      {isAsking && (
        <DeleteDialog
          {...dialog}
          onRemoved={() => {
            close();
            return onRemoved();
          }}
          onCancel={close}
        />
      )}
    </>
  );
}
