import type { UploadReply, VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import type { RasterLayer } from '@refugia/contract/collaborative-mapper/rasters.ts';
import { messages } from '@refugia/contract/messages.ts';
import { useState } from 'react';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { ActionModal, ConfirmDialog } from '../../../ui/overlays/modal.tsx';
import { SideNote } from '../../../ui/style/typography.tsx';
import { CommentModal } from '../comments/conversation.tsx';
import { SpeciesOccurrencesModal, SpeciesRangeModal } from '../imports/species-modals.tsx';
import { UploadModal } from '../imports/upload-modal.tsx';
import { boxInView, boxOfRaster } from '../state/raster-box.ts';
import { StyleModal } from '../styling/style-modal.tsx';
import { TableDrawer } from '../table/table-drawer.tsx';
import { useMapAction } from '../workspace/lists.ts';
import { useMapTools, useOpenMap } from '../workspace/open-map.ts';
import { FieldsModal } from './fields-modal.tsx';
import { useOccurrences } from './occurrences.ts';

/** A task on the layers that has a modal, or the table below the map. */
export type LayerTask =
  | { kind: 'upload'; type: 'vector' | 'raster'; file?: File }
  | { kind: 'range' | 'occurrences' }
  | { kind: 'fields' | 'style' | 'delete' | 'table'; layer: VectorLayer }
  | { kind: 'raster-comments' | 'raster-place'; raster: RasterLayer };

export function LayerTaskView({ task, onClose }: { task: LayerTask; onClose: () => void }) {
  const { client } = useOpenMap();
  const { fitBounds } = useMapTools();
  const { add } = useOccurrences();
  const onImported = (reply: UploadReply) => {
    void client.reload();
    if ('layer' in reply && reply.layer.box !== null) fitBounds(reply.layer.box);
  };
  switch (task.kind) {
    case 'upload':
      return (
        <UploadModal
          type={task.type}
          initialFile={task.file ?? null}
          onClose={onClose}
          onImported={onImported}
        />
      );
    case 'range':
      return <SpeciesRangeModal onClose={onClose} onImported={onImported} />;
    case 'occurrences':
      return <SpeciesOccurrencesModal onClose={onClose} onPick={add} />;
    case 'fields':
      return <FieldsModal layer={task.layer} onClose={onClose} />;
    case 'style':
      return <StyleModal layer={task.layer} onClose={onClose} />;
    case 'delete':
      return <DeleteLayerModal layer={task.layer} onClose={onClose} />;
    case 'table':
      return <TableDrawer layer={task.layer} onClose={onClose} />;
    case 'raster-comments': {
      const { id, map_layer: name } = task.raster;
      return <CommentModal subject={{ kind: 'raster', id }} name={name} onClose={onClose} />;
    }
    case 'raster-place':
      return <PlaceRasterModal raster={task.raster} onClose={onClose} />;
  }
}

function DeleteLayerModal({ layer, onClose }: { layer: VectorLayer; onClose: () => void }) {
  const { client, call, map } = useOpenMap();
  const query = { dataset: layer.dataset, mapID: map.id };
  const removal = useMapAction({
    act: () => call('/api/rrm/features', { method: 'DELETE', query }),
    failure: 'The layer was not deleted. Please try again.',
    done: `${messages.collaborativeMapper.layerDeleted} It may take a moment until it is gone from the map.`,
    changes: ['layers'],
    onDone: () => {
      void client.reload();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Delete this vector layer?"
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

const edges = ['West', 'South', 'East', 'North'] as const;

/** Asks where a raster lies: by its edges in degrees, or in the middle of the map's present view. */
function PlaceRasterModal({ raster, onClose }: { raster: RasterLayer; onClose: () => void }) {
  const { call } = useOpenMap();
  const { fitBounds, visibleBounds } = useMapTools();
  const view = visibleBounds();
  const [texts, setTexts] = useState<readonly string[]>(
    () => raster.coordinates?.trim().split(/\s+/) ?? ['', '', '', ''],
  );
  const coordinates = texts.map((text) => text.trim()).join(' ');
  const body = { id: raster.id, coordinates };
  const placing = useMapAction({
    act: () => call('/api/rrm/raster_place', { method: 'PUT', body }),
    failure: 'The place was not saved. Please try again.',
    changes: ['rasters'],
    onDone: () => {
      const box = boxOfRaster({ coordinates });
      if (box !== null) fitBounds(box);
      onClose();
    },
  });
  const isWhole = texts.every((text) => text.trim() !== '' && Number.isFinite(Number(text)));
  return (
    <ActionModal
      title={`Place ${raster.map_layer}`}
      confirmLabel="Save"
      isPending={placing.isPending}
      onConfirm={() => placing.mutate()}
      isDisabled={!isWhole}
      onClose={onClose}
    >
      <SideNote number={2}>
        The edges of the picture, in degrees of longitude and latitude.
      </SideNote>
      {edges.map((edge, index) => (
        <TextField
          key={edge}
          label={edge}
          value={texts[index] ?? ''}
          onChange={(text) => setTexts(texts.with(index, text))}
        />
      ))}
      {view !== null && (
        <PanelButton
          onPress={() => setTexts(boxInView(view, raster).map((degrees) => degrees.toFixed(5)))}
        >
          Take the middle of the map
        </PanelButton>
      )}
    </ActionModal>
  );
}
