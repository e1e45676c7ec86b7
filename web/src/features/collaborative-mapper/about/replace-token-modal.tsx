import { useMutation } from '@tanstack/react-query';
import { failureText } from '../../../lib/api-errors.ts';
import { ConfirmDialog } from '../../../ui/overlays/modal.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import type { MapAccess } from '../calls/map-access.ts';
import { replaceToken } from '../calls/maps.ts';

interface ReplaceTokenModalProps extends MapAccess {
  onReplaced: (token: string) => void;
  onClose: () => void;
}

/** Asks before the link that was given to others stops working. */
export function ReplaceTokenModal({ call, map, onReplaced, onClose }: ReplaceTokenModalProps) {
  const replacement = useMutation({
    mutationFn: () => replaceToken(call, map.id),
    onSuccess: (token) => {
      onClose();
      onReplaced(token);
      showToast('success', 'The token was replaced. The old link no longer works.');
    },
    onError: (error) =>
      showToast('error', failureText(error, 'The token was not replaced. Please try again.')),
  });
  return (
    <ConfirmDialog
      title="Replace the token?"
      isOpen
      confirmLabel="Replace"
      isPending={replacement.isPending}
      onConfirm={() => replacement.mutate()}
      onCancel={onClose}
    >
      The old link stops working at once, for everybody who has it. Collaborators with an account
      are not affected.
    </ConfirmDialog>
  );
}
