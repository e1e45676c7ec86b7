import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../actions/icon-button.tsx';
import { ConfirmDialog } from './modal.tsx';

interface DeleteButtonProps {
  /**
   * The entry's name, by which screen readers distinguish its button from those of other entries.
   */
  name: string;
  /** The question that is asked before the deletion. */
  title: string;
  /** Says what is deleted with the entry, and whether it can be restored. */
  children: ReactNode;
  remove: () => Promise<unknown>;
  /** Called after the entry was deleted and the dialog closed. */
  onRemoved: () => unknown;
  /** Called when the entry could not be deleted. The dialog stays open for another try. */
  onFailure: (error: unknown) => void;
}

/** A button of a list entry, which deletes the entry after a confirmation. */
export function DeleteButton({
  name,
  title,
  children,
  remove,
  onRemoved,
  onFailure,
}: DeleteButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: () => {
      setIsAsking(false);
      return onRemoved();
    },
    onError: onFailure,
  });
  return (
    <>
      <IconButton
        icon={Trash2}
        label={`Delete ${name}`}
        tip="Delete"
        onPress={() => setIsAsking(true)}
      />
      <ConfirmDialog
        title={title}
        isOpen={isAsking}
        confirmLabel="Delete"
        tone="danger"
        isPending={removal.isPending}
        onConfirm={() => removal.mutate()}
        onCancel={() => setIsAsking(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
