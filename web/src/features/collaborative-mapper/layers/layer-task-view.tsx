import type { MapFeature } from '@refugia/contract/collaborative-mapper/features.ts';
import { CommentModal } from '../comments/comment-modal.tsx';
import { SpeciesOccurrencesModal } from '../imports/species-occurrences-modal.tsx';
import { SpeciesRangeModal } from '../imports/species-range-modal.tsx';
import { UploadModal } from '../imports/upload-modal.tsx';
import { TableDrawer } from '../table/table-drawer.tsx';
import { useMapTools } from '../workspace/map-tools.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import { useShowFeature } from '../workspace/use-show-feature.ts';
import { DeleteLayerModal } from './delete-layer-modal.tsx';
import type { LayerTask } from './layer-task.ts';
import { PlaceRasterModal } from './place-raster-modal.tsx';
import { StyleModal } from './style-modal.tsx';
import { useOccurrences } from './use-occurrences.ts';

/** The modal or drawer of a task on the layers. */
export function LayerTaskView({ task, onClose }: { task: LayerTask; onClose: () => void }) {
  const { client, state } = useOpenMap();
  const { fitBounds, visibleBounds } = useMapTools();
  const showFeature = useShowFeature();
  const { add } = useOccurrences();
  const access = { call: client.call, map: state.map, onClose };
  const showBox = (box: readonly [number, number, number, number] | null) => {
    if (box !== null) fitBounds([...box]);
  };
  switch (task.kind) {
    case 'upload':
      return (
        <UploadModal
          {...access}
          type={task.type}
          initialFile={task.file ?? null}
          onImported={(reply) => {
            void client.reload();
            if ('layer' in reply) showBox(reply.layer.box);
          }}
        />
      );
    case 'range':
      return (
        <SpeciesRangeModal
          {...access}
          onImported={({ layer }) => {
            void client.reload();
            showBox(layer.box);
          }}
        />
      );
    case 'occurrences':
      return <SpeciesOccurrencesModal {...access} onPick={add} />;
    case 'style':
      return <StyleModal {...access} layer={task.layer} />;
    case 'delete':
      return (
        <DeleteLayerModal {...access} layer={task.layer} onDeleted={() => void client.reload()} />
      );
    case 'table':
      return (
        <TableDrawer
          {...access}
          layer={task.layer}
          onChange={(changes, note) => client.edit(changes, note)}
          onShow={({ id }: MapFeature) => {
            // On a narrow screen the table would cover what it shows.
            if (window.matchMedia('(width < 40em)').matches) onClose();
            void showFeature(id);
          }}
        />
      );
    case 'raster-comments':
      return (
        <CommentModal
          {...access}
          subject={{ kind: 'raster', id: task.raster.id }}
          name={task.raster.map_layer}
        />
      );
    case 'raster-place':
      return (
        <PlaceRasterModal
          {...access}
          raster={task.raster}
          view={visibleBounds()}
          onPlaced={showBox}
        />
      );
  }
}
