import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../actions/icon-button.tsx';
import { ConfirmDialog } from './modal.tsx';
import { type Action, useAction } from './use-action.ts';

interface DeleteDialogProps extends Omit<Action<unknown, void>, 'onDone'> {
  title: string;
  /** Says what is deleted, and whether it can be restored. */
  children: ReactNode;
  onDone?: () => unknown;
  onCancel: () => void;
}

/** Deletes something after a confirmation. After a failure it stays open for another try. */
export function DeleteDialog({ title, children, onCancel, ...action }: DeleteDialogProps) {
  const removal = useAction(action);
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
export function DeleteButton({ name, onDone, ...dialog }: DeleteButtonProps) {
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
          onDone={() => {
            close();
            return onDone?.();
          }}
          onCancel={close}
        />
      )}
    </>
  );
}
