import { ConfirmDialog } from '../../../ui/modal.tsx';

interface DeleteProjectDialogProps {
  /** The project's. */
  title: string;
  isOpen: boolean;
  isPending: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before a project is deleted. */
export function DeleteProjectDialog({ title, ...rest }: DeleteProjectDialogProps) {
  return (
    <ConfirmDialog title="Delete this project?" confirmLabel="Delete" tone="danger" {...rest}>
      “{title}” goes for good, with its map, its data layers and all files that belong to them.
      Download first what you want to keep.
    </ConfirmDialog>
  );
}
