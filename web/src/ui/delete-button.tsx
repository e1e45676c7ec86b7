import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { ConfirmDialog } from './modal.tsx';
import { Tooltip } from './tooltip.tsx';

interface DeleteButtonProps {
  /** The entry's own name, by which screen readers tell its button from the others'. */
  name: string;
  /** The question that is asked first. */
  title: string;
  /** What goes with the entry, and whether it comes back. */
  children: ReactNode;
  remove: () => Promise<unknown>;
  /** Called when it is gone; the dialog is closed by then. */
  onRemoved: () => unknown;
  /** Called when it could not be removed; the dialog stays open for another try. */
  onFailure: (error: unknown) => void;
}

/** A list entry's button that deletes the entry, once that is confirmed. */
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
      <Tooltip text="Delete">
        <Button
          size="sm"
          kind="text"
          icon={<Icon of={Trash2} size="sm" />}
          aria-label={`Delete ${name}`}
          onPress={() => setIsAsking(true)}
        />
      </Tooltip>
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
