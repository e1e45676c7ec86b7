import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import { messages } from '@refugia/contract/messages.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureText } from '../../../lib/api-errors.ts';
import { ConfirmDialog } from '../../../ui/overlays/modal.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { deleteLayer } from '../calls/layers.ts';
import { type MapAccess, mapKeys } from '../calls/map-access.ts';

interface DeleteLayerModalProps extends MapAccess {
  layer: VectorLayer;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks whether a vector layer is to be deleted with all its features. */
export function DeleteLayerModal({ call, map, layer, onClose, onDeleted }: DeleteLayerModalProps) {
  const queries = useQueryClient();
  const removal = useMutation({
    mutationFn: () => deleteLayer(call, map.id, layer.dataset),
    onSuccess: () => {
      showToast(
        'success',
        `${messages.collaborativeMapper.layerDeleted} It may take a moment until it is gone from the map.`,
      );
      void queries.invalidateQueries({ queryKey: mapKeys.layers(map.id) });
      onDeleted();
      onClose();
    },
    onError: (error) =>
      showToast('error', failureText(error, 'The layer was not deleted. Please try again.')),
  });
  return (
    <ConfirmDialog
      title="Delete this vector layer?"
      isOpen
      confirmLabel="Delete layer"
      tone="danger"
      isPending={removal.isPending}
      onConfirm={() => removal.mutate()}
      onCancel={onClose}
    >
      “{layer.dataset}” goes with its {layer.feature_count.toLocaleString('en-US')} features, for
      everybody. It can be brought back from the map’s history.
    </ConfirmDialog>
  );
}
