import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { failureText } from '../../../lib/api-errors.ts';
import { ConfirmDialog } from '../../../ui/overlays/modal.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import type { MapAccess } from '../calls/map-access.ts';

const { deletedRedirectMilliseconds, restorationDays } = limits.collaborativeMapper;

interface DeleteMapModalProps extends Pick<MapAccess, 'map'> {
  onDelete: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks whether the map is to be deleted. The dashboard opens a moment after the deletion. */
export function DeleteMapModal({ map, onDelete, onClose }: DeleteMapModalProps) {
  const navigate = useNavigate();
  const removal = useMutation({
    mutationFn: onDelete,
    onSuccess: () => showToast('success', messages.collaborativeMapper.mapDeleted),
    onError: (error) =>
      showToast('error', failureText(error, 'The map could not be deleted. Please try again.')),
  });
  const { isSuccess } = removal;
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(
      () => navigate('/apps/collaborativemapper/dashboard'),
      deletedRedirectMilliseconds,
    );
    return () => clearTimeout(timer);
  }, [isSuccess, navigate]);
  return (
    <ConfirmDialog
      title="Delete this map?"
      isOpen
      confirmLabel="Delete map"
      tone="danger"
      isPending={removal.isPending || isSuccess}
      onConfirm={() => removal.mutate()}
      onCancel={onClose}
    >
      “{map.name}” closes for everybody who works on it. You can restore it from the dashboard for{' '}
      {restorationDays} days.
    </ConfirmDialog>
  );
}
